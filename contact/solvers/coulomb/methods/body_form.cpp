#include "contact/solvers/coulomb/methods/body_form.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/constants.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

namespace {

bool is_symmetric(const FrictionProblem& problem) {
  return asymmetry(problem.W) <= max_asymmetry_to_expand;
}

/// M v = r, with M = 3 / tr W_cc: impulses in a unit of velocity.
GlobalForm impulses_as_bodies(const FrictionProblem& problem) {
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

int bandwidth(const BlockMatrix& W) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < W.order(); ++i)
    for (int e = W.row_start[std::size_t(i)]; e < W.row_start[std::size_t(i) + 1]; ++e)
      entries.push_back({i, W.column[std::size_t(e)], 1});
  const SparseMatrix graph = sparse_matrix(W.order(), W.order(), entries);
  std::vector<int> place(std::size_t(W.order()));
  int next = 0, width = 0;
  for (const std::vector<int>& part : band_order(graph))
    for (const int i : part) place[std::size_t(i)] = next++;
  for (const MatrixEntry& e : entries)
    width = std::max(width, std::abs(place[std::size_t(e.row)] - place[std::size_t(e.column)]));
  return width;
}

}  // namespace

bool takes_impulses(const FrictionProblem& problem) {
  if (problem.global)
    return double(problem.global->H.elements()) >
           unknowns_of_two_bodies * problem.global->H.columns;
  return bandwidth(problem.W) < narrow_band * problem.contacts() || !is_symmetric(problem);
}

BodyForm::BodyForm(const FrictionProblem& problem) {
  bool by_impulses = takes_impulses(problem);
  if (!by_impulses && !problem.global) {
    made_ = std::make_unique<GlobalForm>(expanded(problem));
    by_impulses = made_->M.rows > max_rank_of_bodies * made_->H.columns;
  }
  if (by_impulses) {
    made_ = std::make_unique<GlobalForm>(impulses_as_bodies(problem));
    G_ = std::make_unique<SparseMatrix>(scaled(problem.W, made_->M));
  }
  global_ = made_ ? made_.get() : &*problem.global;
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
