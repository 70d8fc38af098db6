#include "kernels/sparse/sparse_cholesky.h"

#include <suitesparse/cholmod.h>

#include <algorithm>
#include <new>

#include "kernels/dense/blas.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

struct SparseCholesky::State {
  cholmod_common common;
  cholmod_factor* factor = nullptr;
  cholmod_dense *solution = nullptr, *work = nullptr, *more = nullptr;  // kept between solves

  State() {
    cholmod_start(&common);
    common.print = 0;
    common.final_ll = 1;  // L D L^T would exist for matrices that are not positive definite
  }
  ~State() {
    cholmod_free_dense(&solution, &common);
    cholmod_free_dense(&work, &common);
    cholmod_free_dense(&more, &common);
    cholmod_free_factor(&factor, &common);
    cholmod_finish(&common);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void check() const {
    if (common.status == CHOLMOD_OUT_OF_MEMORY || common.status == CHOLMOD_TOO_LARGE)
      throw std::bad_alloc();
  }
};

namespace {

/// A view: rows of a symmetric matrix are its columns, and what is below the diagonal is above it.
/// CHOLMOD only reads what it is given here.
cholmod_sparse view_of(const SparseMatrix& S) {
  static int no_column = 0;  // it takes no null, even where there are no elements
  static double no_value = 0;
  const bool empty = S.elements() == 0;
  cholmod_sparse A{};
  A.nrow = A.ncol = std::size_t(S.rows), A.nzmax = S.elements();
  A.p = const_cast<int*>(S.row_start.data());
  A.i = empty ? &no_column : const_cast<int*>(S.column.data());
  A.x = empty ? &no_value : const_cast<double*>(S.value.data());
  A.stype = 1, A.itype = CHOLMOD_INT, A.xtype = CHOLMOD_REAL, A.dtype = CHOLMOD_DOUBLE;
  A.sorted = A.packed = 1;
  return A;
}

cholmod_dense view_of(std::span<double> x) {
  cholmod_dense b{};
  b.nrow = b.nzmax = b.d = x.size(), b.ncol = 1;
  b.x = x.data();
  b.xtype = CHOLMOD_REAL, b.dtype = CHOLMOD_DOUBLE;
  return b;
}

}  // namespace

SparseCholesky::SparseCholesky(const SparseMatrix& S) : state_(std::make_unique<State>()) {
  use_one_blas_thread();
  cholmod_sparse A = view_of(S);
  state_->factor = cholmod_analyze(&A, &state_->common);
  state_->check();
}

SparseCholesky::~SparseCholesky() = default;

bool SparseCholesky::factor(const SparseMatrix& S) {
  use_one_blas_thread();
  cholmod_sparse A = view_of(S);
  cholmod_factorize(&A, state_->factor, &state_->common);
  state_->check();
  return state_->factor->minor == state_->factor->n;
}

void SparseCholesky::solve(std::span<double> x) {
  use_one_blas_thread();
  cholmod_dense b = view_of(x);
  cholmod_solve2(CHOLMOD_A, state_->factor, &b, nullptr, &state_->solution, nullptr, &state_->work,
                 &state_->more, &state_->common);
  state_->check();
  const double* found = static_cast<const double*>(state_->solution->x);
  std::copy(found, found + x.size(), x.begin());
}

double SparseCholesky::matrix_elements() const { return state_->common.anz; }
double SparseCholesky::elements() const { return state_->common.lnz; }
double SparseCholesky::operations() const { return state_->common.fl; }

bool is_positive_definite(const SparseMatrix& A) {
  const SparseMatrix S = symmetric_part(A);
  return SparseCholesky(S).factor(S);
}

}  // namespace eulersolid
