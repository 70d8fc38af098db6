#include "contact/solvers/coulomb/methods/semismooth_newton.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/alart_curnier.h"

namespace eulersolid {

SemismoothNewton::SemismoothNewton(const std::vector<double>& mu,
                                   const std::vector<double>& mean_masses, const BodyForm& bodies,
                                   NewtonMatrix& matrix)
    : mu_(mu), mean_masses_(mean_masses), bodies_(bodies), matrix_(matrix) {}

void SemismoothNewton::start() {
  stiffness_ = first_stiffness, best_residual_ = INFINITY, idle_ = 0;
}

/// What the law is applied to, with rho = 1 / h_c.
Vec3 SemismoothNewton::aim(std::size_t contact, Vec3 r, Vec3 u) const {
  return r - mean_masses_[contact] * u;
}

/// Root of the energy of r - law(r - rho u).
double SemismoothNewton::residual(const Impulses& r, const Impulses& u) const {
  double sum = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec3 rest = r[c] - alart_curnier(aim(c, r[c], u[c]), mu_[c]);
    sum += dot(rest, rest) / mean_masses_[c];
  }
  return std::sqrt(sum);
}

/// The step and the change of u that goes with it. With D the slope of the law a contact gives
///
///     (1 - (1 - 1 / R) D) dr = -(r - law) - rho D du,
///
/// and bodies M dv = H dr, du = G dv: a system for dv alone. Returns false where it is singular.
bool SemismoothNewton::solve(const Impulses& r, const Impulses& u) {
  std::vector<Mat3> coupling(r.size());
  step_.resize(r.size());
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec3 x = aim(c, r[c], u[c]);
    const Mat3 D = alart_curnier_slope(x, mu_[c]);
    const Mat3 by_rest = inverse(identity3() + (1 / stiffness_ - 1) * D);
    coupling[c] = mean_masses_[c] * (by_rest * D);
    step_[c] = by_rest * (alart_curnier(x, mu_[c]) - r[c]);
  }
  std::vector<double> dv(std::size_t(bodies_.unknowns()), 0);
  add_product(1, bodies_.H(), flat(step_), dv);
  if (!matrix_.solve(coupling, dv)) return false;
  std::vector<double> du(3 * r.size(), 0);
  add_product(1, bodies_.G(), dv, du);
  change_ = by_contact(du);
  for (std::size_t c = 0; c < r.size(); ++c) step_[c] -= coupling[c] * change_[c];
  return true;
}

/// By as much of the step as lowers the residual, or by all of it where no part does.
void SemismoothNewton::move(Impulses& r, const Impulses& u, double residual_here) {
  Impulses there = r, u_there = u;
  double length = 1;
  for (int trial = 0; trial < search_trials; ++trial, length *= 0.5) {
    for (std::size_t c = 0; c < r.size(); ++c)
      there[c] = r[c] + length * step_[c], u_there[c] = u[c] + length * change_[c];
    if (!(residual(there, u_there) < (1 - search_gain * length) * residual_here)) continue;
    if (trial == 0) stiffness_ = std::min(largest_stiffness, stiffness_ * stiffness_change);
    r.swap(there);
    return;
  }
  stiffness_ = std::max(smallest_stiffness, stiffness_ / stiffness_change);
  for (std::size_t c = 0; c < r.size(); ++c) r[c] += step_[c];
}

bool SemismoothNewton::advance(Impulses& r) {
  const Impulses u = bodies_.contact_velocities(bodies_.velocities(r));
  const double here = residual(r, u);
  if (here < search_progress * best_residual_)
    best_residual_ = here, best_ = r, idle_ = 0;
  else
    ++idle_;
  if (idle_ <= max_idle_search_steps && solve(r, u)) {
    move(r, u, here);
    return true;
  }
  r = best_;
  return false;
}

}  // namespace eulersolid
