#include "contact/solvers/coulomb/alternation/admm.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

namespace {

Vec3 vector_at(const std::vector<double>& x, std::size_t contact) {
  return {x[4 * contact], x[4 * contact + 1], x[4 * contact + 2]};
}

void set_vector(std::vector<double>& x, std::size_t contact, Vec3 t) {
  for (int k = 0; k < 3; ++k) x[4 * contact + std::size_t(k)] = t[k];
}

}  // namespace

AdmmIteration::AdmmIteration(const FrictionProblem& problem, const std::vector<double>& mu,
                             const std::vector<Vec3>& r)
    : cones_(mu, problem.rolling),
      response_(problem),
      acceleration_(anderson_memory),
      r_(r),
      z_(r.size()),
      loads_(r.size()),
      u_(r.size()),
      t_(r.size()),
      hr_(r.size()),
      x_(4 * r.size(), 0),
      image_(x_),
      last_residual_(INFINITY) {
  multiply(problem.W, r, u_);
  for (std::size_t c = 0; c < r.size(); ++c) u_[c] += problem.q[c];
  for (std::size_t c = 0; c < r.size(); ++c) {
    const double q = cones_.opposed(problem.q[c], c);
    speed_ += q * q;
    const double saxce = cones_.de_saxce(u_, c);
    const Vec3 v{u_[c].x + saxce, u_[c].y, u_[c].z};
    set_vector(x_, c, response_.mean_responses()[c] * r[c] - rho_ * v);
    x_[4 * c + 3] = saxce;
  }
  speed_ = std::sqrt(speed_);
  project();
}

/// r and z of t.
void AdmmIteration::project() {
  const std::vector<double>& h = response_.mean_responses();
  for (std::size_t c = 0; c < r_.size(); ++c) t_[c] = vector_at(x_, c);
  cones_.project(t_, hr_);
  for (std::size_t c = 0; c < r_.size(); ++c) {
    r_[c] = (1 / h[c]) * hr_[c];
    z_[c] = (1 / rho_) * (hr_[c] - t_[c]);
  }
}

/// The image of x_, and residuals.
void AdmmIteration::map() {
  const std::vector<double>& h = response_.mean_responses();
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec3 aim{z_[c].x - x_[4 * c + 3], z_[c].y, z_[c].z};
    loads_[c] = r_[c] + response_.stiffness(c) * aim;
  }
  response_.velocities(loads_, u_);
  for (std::size_t c = 0; c < r_.size(); ++c) {
    image_[4 * c + 3] = cones_.de_saxce(u_, c);
    const Vec3 v{u_[c].x + image_[4 * c + 3], u_[c].y, u_[c].z};
    t_[c] = h[c] * r_[c] - rho_ * (admm_relaxation * v + (1 - admm_relaxation) * z_[c]);
  }
  cones_.project(t_, hr_);
  double primal = 0, dual = 0, size = 0, residual = 0;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec3 v{u_[c].x + image_[4 * c + 3], u_[c].y, u_[c].z};
    const Vec3 z = (1 / rho_) * (hr_[c] - t_[c]);
    primal += dot(v - z, v - z), dual += dot(z - z_[c], z - z_[c]), size += dot(hr_[c], hr_[c]);
    set_vector(image_, c, t_[c]);
    for (std::size_t k = 4 * c; k < 4 * c + 4; ++k)
      residual += (image_[k] - x_[k]) * (image_[k] - x_[k]);
  }
  residual_ = std::sqrt(residual);
  primal_ = std::sqrt(primal) / speed_;
  dual_ = rho_ * std::sqrt(dual / size);
}

/// Stiffer springs where velocities are farther from the cone than impulses are from balance,
/// softer ones where it is the other way round. t follows, as r and z stay.
void AdmmIteration::change_stiffness() {
  const double last = rho_;
  rho_ *= std::clamp(std::sqrt(primal_ / dual_), 1 / max_rho_change, max_rho_change);
  rho_ = std::clamp(rho_, smallest_rho, largest_rho);
  possible_ = response_.set_stiffness(rho_);
  for (std::size_t c = 0; c < r_.size(); ++c) t_[c] = vector_at(x_, c);
  cones_.project(t_, hr_);
  for (std::size_t c = 0; c < r_.size(); ++c)
    set_vector(x_, c, hr_[c] - (rho_ / last) * (hr_[c] - t_[c]));
  acceleration_.restart();
  last_residual_ = INFINITY;
  since_change_ = 0;
}

void AdmmIteration::advance() {
  if (!factored_) {
    factored_ = true, possible_ = response_.set_stiffness(rho_);
    if (!possible_) return;
  }
  map();
  if (!std::isfinite(residual_)) possible_ = false;
  if (acceleration_.has_memory() && !(residual_ <= max_residual_growth * last_residual_)) {
    x_ = acceleration_.last_image();  // and on from there by a plain step
    acceleration_.restart();
    last_residual_ = INFINITY;
  } else {
    last_residual_ = residual_;
    acceleration_.advance(x_, image_);
    for (std::size_t c = 0; c < r_.size(); ++c) x_[4 * c + 3] = std::max(0.0, x_[4 * c + 3]);
    const double ratio = primal_ / dual_;
    const bool uneven = ratio > uneven_residuals || ratio < 1 / uneven_residuals;
    if (++since_change_ >= steps_of_a_rho && uneven) change_stiffness();
  }
  project();
}

namespace {

CoulombReport solve_in_one_unit(const FrictionProblem& problem, const CoulombLimits& limits,
                                std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  progress.judge(r);
  if (progress.solved()) return progress.finish(0, r);
  AdmmIteration iteration(problem, problem.mu, r);
  int done = 0;
  while (iteration.possible() && !progress.solved() && !progress.out_of_time() &&
         done < limits.max_iterations) {
    iteration.advance();
    if (++done % steps_unjudged == 0 || done == limits.max_iterations)
      progress.judge(iteration.impulses());
  }
  return progress.finish(done, r, "W is indefinite to rounding, or numbers overflow");
}

}  // namespace

CoulombReport solve_by_admm(const FrictionProblem& problem, const CoulombLimits& limits,
                            std::vector<Vec3>& r) {
  return solve_scaled(solve_in_one_unit, problem, limits, r);
}

}  // namespace eulersolid
