#include "kernels/sparse/sparse_lu.h"

#include <suitesparse/umfpack.h>

#include <new>
#include <vector>

#include "kernels/dense/blas.h"

namespace eulersolid {

namespace {

void check_memory(int status) {
  if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
}

/// Patterns here are symmetric, or nearly so. Refining a solution would take the matrix.
struct Control {
  double value[UMFPACK_CONTROL];

  Control() {
    umfpack_di_defaults(value);
    value[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
    value[UMFPACK_IRSTEP] = 0;
  }
};

}  // namespace

struct SparseLu::State {
  Control control;
  void* numeric = nullptr;

  State() = default;
  ~State() { umfpack_di_free_numeric(&numeric); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

SparseLu::SparseLu(const SparseMatrix& A) : state_(std::make_unique<State>()) {
  use_one_blas_thread();
  const int *start = A.row_start.data(), *column = A.column.data();
  const double *value = A.value.data(), *control = state_->control.value;
  void* symbolic = nullptr;  // of A^T: our rows are the library's columns
  const int ordered =
      umfpack_di_symbolic(A.rows, A.rows, start, column, value, &symbolic, control, nullptr);
  check_memory(ordered);
  const int factored =
      umfpack_di_numeric(start, column, value, symbolic, &state_->numeric, control, nullptr);
  umfpack_di_free_symbolic(&symbolic);
  check_memory(factored);
  singular_ = ordered != UMFPACK_OK || factored != UMFPACK_OK;
}

SparseLu::~SparseLu() = default;

void SparseLu::solve(std::span<double> x) const {
  const std::vector<double> right(x.begin(), x.end());
  umfpack_di_solve(UMFPACK_Aat, nullptr, nullptr, nullptr, x.data(), right.data(), state_->numeric,
                   state_->control.value, nullptr);
}

double SparseLu::elements_for(const SparseMatrix& A) {
  const Control control;
  double info[UMFPACK_INFO] = {};
  void* symbolic = nullptr;
  check_memory(umfpack_di_symbolic(A.rows, A.rows, A.row_start.data(), A.column.data(), nullptr,
                                   &symbolic, control.value, info));
  umfpack_di_free_symbolic(&symbolic);
  return (info[UMFPACK_SYMMETRIC_LUNZ] + A.rows) / 2;  // the former counts the diagonal once
}

}  // namespace eulersolid
