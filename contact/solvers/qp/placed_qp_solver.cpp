#include "contact/solvers/qp/placed_qp_solver.h"

#include <cassert>

ES_BEGIN

namespace {

template <class T, class U>
void to_host(Span<T> from, std::vector<U>& host) {
  host.resize(std::size_t(from.size));
  if (from.size > 0) memory::copy_out(host.data(), from.data, host.size() * sizeof(U));
}

template <class T>
void to_device(const std::vector<T>& host, Span<T> to) {
  assert(Index(host.size()) == to.size);
  if (to.size > 0) memory::copy_in(to.data, host.data(), host.size() * sizeof(T));
}

}  // namespace

PlacedQpSolver::PlacedQpSolver(QpMethod method, int max_schur_columns,
                               const QpEngineMaker& make_engine)
    : here_(method, max_schur_columns),
      engine_(make_engine ? make_engine(method, max_schur_columns) : nullptr) {}

void PlacedQpSolver::set_hessian(const BandedMatrix& H) {
  if (!engine_) return here_.set_hessian(H);
  packed_.pack(H, H_);
  engine_->set_hessian(H_);
}

QpReport PlacedQpSolver::solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x,
                               Span<double> multiplier) {
  if (!engine_) return here_.solve(qp, state, x, multiplier);
  to_host(qp.c, qp_.c), to_host(qp.lower, qp_.lower), to_host(qp.upper, qp_.upper);
  to_host(state, solution_.state);
  const QpReport report = engine_->solve(qp_, solution_);
  to_device(solution_.state, state);
  to_device(solution_.x, x), to_device(solution_.multiplier, multiplier);
  return report;
}

ES_END
