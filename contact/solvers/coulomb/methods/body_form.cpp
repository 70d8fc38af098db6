#include "contact/solvers/coulomb/methods/body_form.h"

#include <cmath>
#include <numeric>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/constants.h"

namespace eulersolid {

namespace {

bool is_symmetric(const LocalProblem& problem) {
  return asymmetry(sparse_matrix(problem.W)) <= most_asymmetry_to_expand;
}

/// M v = r, with M = 3 / tr W_cc: impulses in a unit of velocity.
GlobalProblem impulses_as_bodies(const LocalProblem& problem) {
  std::vector<MatrixEntry> mass, H;
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  const int order = 3 * problem.contacts();
  for (int i = 0; i < order; ++i) {
    mass.push_back({i, i, 3 / trace(W[std::size_t(i / 3)])});
    H.push_back({i, i, 1});
  }
  return {sparse_matrix(order, order, mass), sparse_matrix(order, order, H),
          std::vector<double>(std::size_t(order), 0), problem.q, problem.mu};
}

/// W M.
SparseMatrix scaled(const BlockMatrix& W, const SparseMatrix& M) {
  SparseMatrix G = sparse_matrix(W);
  for (std::size_t e = 0; e < G.elements(); ++e) G.value[e] *= M.value[std::size_t(G.column[e])];
  return G;
}

}  // namespace

BodyForm::BodyForm(const CoulombProblem& problem)
    : global_(problem.global ? &*problem.global : nullptr) {
  if (global_ == nullptr) {
    const bool symmetric = is_symmetric(problem.local);
    made_ = std::make_unique<GlobalProblem>(symmetric ? expanded(problem.local)
                                                      : impulses_as_bodies(problem.local));
    global_ = made_.get();
    if (!symmetric) G_ = std::make_unique<SparseMatrix>(scaled(problem.local.W, global_->M));
  }
  transposed_ = transposed(global_->H);
  mass_ = SparseFactor(global_->M);
}

std::vector<double> BodyForm::velocities(const std::vector<Vec3>& r) const {
  std::vector<double> v = global_->f;
  add_product(1, H(), flat(r), v);
  mass_.solve(v);
  return v;
}

std::vector<Vec3> BodyForm::contact_velocities(std::span<const double> v) const {
  std::vector<double> u = flat(global_->w);
  add_product(1, G(), v, u);
  return by_contact(u);
}

double BodyForm::momentum_residual(std::span<const double> v, const std::vector<Vec3>& r,
                                   std::vector<double>& F) const {
  F.assign(v.size(), 0);
  for (std::size_t i = 0; i < v.size(); ++i) F[i] = -global_->f[i];
  add_product(1, M(), v, F);
  add_product(-1, H(), flat(r), F);
  std::vector<double> velocity = F;
  mass_.solve(velocity);
  return std::sqrt(std::fabs(std::inner_product(F.begin(), F.end(), velocity.begin(), 0.0)));
}

}  // namespace eulersolid
