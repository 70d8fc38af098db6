#include "contact/solvers/coulomb/methods/relaxed_problem.h"

#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"

namespace eulersolid {

RelaxedProblem::RelaxedProblem(const LocalProblem& problem)
    : problem_(problem), s_(problem.q.size(), 0) {
  for (const Mat3& W : diagonal_blocks(problem.W)) response_.push_back(trace(W) / 3);
  for (const Vec3& q : problem.q) scale_ = std::fmax(scale_, norm(q));
}

void RelaxedProblem::refresh(const std::vector<Vec3>& r) {
  for (std::size_t c = 0; c < contacts(); ++c) {
    const Vec3 u = row_product(problem_.W, c, r) + problem_.q[c];
    s_[c] = de_saxce_term(u, problem_.mu[c]);
  }
}

void RelaxedProblem::gradient(const std::vector<Vec3>& r, std::vector<Vec3>& g) const {
  for (std::size_t c = 0; c < contacts(); ++c) {
    g[c] = row_product(problem_.W, c, r) + problem_.q[c];
    g[c].x += s_[c];
  }
}

Vec3 RelaxedProblem::projected(std::size_t contact, Vec3 r) const {
  return nearest_impulse(r, problem_.mu[contact]);
}

double RelaxedProblem::error(const std::vector<Vec3>& r, const std::vector<Vec3>& g) const {
  double most = 0;
  for (std::size_t c = 0; c < contacts(); ++c) {
    const double h = response_[c];
    most = std::fmax(most, h * norm(r[c] - projected(c, r[c] - (1 / h) * g[c])));
  }
  return most > 0 ? most / scale_ : 0;
}

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += dot(a[c], b[c]);
  return sum;
}

}  // namespace eulersolid
