#include "contact/solvers/coulomb/cones/cone_interior_point.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/cones/second_order_cone.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/unilateral/frictionless_solver.h"

namespace eulersolid {

namespace {

// Impulses and velocities of a contact in Q: x = (mu r_N, r_T) and y = (U_N / mu, U_T). Without
// friction tangents are left out: x = (r_N, 0), y = (U_N, 0).

Vec3 x_of(Vec3 r, double mu) { return mu == 0 ? Vec3{r.x, 0, 0} : Vec3{mu * r.x, r.y, r.z}; }
Vec3 y_of(Vec3 U, double mu) { return mu == 0 ? Vec3{U.x, 0, 0} : Vec3{U.x / mu, U.y, U.z}; }
Vec3 r_of(Vec3 x, double mu) { return mu == 0 ? Vec3{x.x, 0, 0} : Vec3{x.x / mu, x.y, x.z}; }

Vec3 column(const Mat3& A, int k) { return {A[0][k], A[1][k], A[2][k]}; }

}  // namespace

ConeIteration::ConeIteration(const FrictionProblem& problem, BodySystem& system)
    : bodies_(system.bodies), matrix_(system.matrix), mu_(problem.mu) {
  for (const Mat3& W : diagonal_blocks(problem.W)) h_.push_back(trace(W) / 3);
  for (std::size_t c = 0; c < mu_.size(); ++c)
    speed_ = std::max(speed_, opposed_speed(problem.q[c], mu_[c]));
}

void ConeIteration::start(bool careful) {
  share_ = careful ? careful_share : cone_share;
  centring_ = careful ? careful_centring : min_centring;
  length_ = 1, best_error_ = INFINITY, idle_ = 0, stalled_ = false;
  r_.assign(mu_.size(), {}), U_.assign(mu_.size(), {});
  for (std::size_t c = 0; c < mu_.size(); ++c) {
    if (is_joint(mu_[c])) continue;
    const double factor = std::min(1 / mu_[c], max_first_impulse);
    r_[c] = {factor * speed_ / h_[c], 0, 0};
    U_[c] = {speed_ / factor, 0, 0};
  }
  v_ = bodies_.velocities(r_);
  follow();
}

void ConeIteration::advance() {
  // The shorter the last step was, the more the next one goes to the middle of the cones.
  const double centring = std::max(centring_, (1 - length_) * (1 - length_));
  if (!find_step(centring * mean_product())) {
    stalled_ = true;
    return;
  }
  length_ = longest();
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += length_ * dv_[i];
  for (std::size_t c = 0; c < r_.size(); ++c) {
    r_[c] += length_ * dr_[c];
    U_[c] += length_ * dU_[c];
  }
  follow();
  stalled_ = !(length_ > shortest_step);
}

void ConeIteration::judged(double error) {
  idle_ = error < min_cone_gain * best_error_ ? 0 : idle_ + 1;
  best_error_ = std::min(best_error_, error);
  if (idle_ >= max_idle_systems) stalled_ = true;
}

/// What follows from v.
void ConeIteration::follow() {
  u_ = bodies_.contact_velocities(v_);
  bodies_.momentum_residual(v_, r_, momentum_);
  found_.clear();
  for (std::size_t c = 0; c < r_.size(); ++c)
    found_.push_back(nearest_impulse(r_[c] - (1 / h_[c]) * bent(c), mu_[c]));
}

/// U of u, and its derivative.
Vec3 ConeIteration::bent(std::size_t c) const {
  return {u_[c].x + de_saxce_term(u_[c], mu_[c]), u_[c].y, u_[c].z};
}
Mat3 ConeIteration::bending(std::size_t c) const {
  const double slip = std::sqrt(u_[c].y * u_[c].y + u_[c].z * u_[c].z);
  const double factor = slip > 0 && !is_joint(mu_[c]) ? mu_[c] / slip : 0;
  return {{{1, factor * u_[c].y, factor * u_[c].z}, {0, 1, 0}, {0, 0, 1}}};
}

/// x o dy + y o dx = (aim, 0, 0) - x o y with dU = B du + (U(u) - U).
ConeIteration::Linearised ConeIteration::linearised(std::size_t c, double aim) const {
  const double mu = mu_[c];
  if (is_joint(mu)) {
    const double stiffness = 1 / (trace_of_compliance * h_[c]);
    return {stiffness * identity3(), -stiffness * u_[c]};
  }
  const Vec3 x = x_of(r_[c], mu), y = y_of(U_[c], mu);
  const Vec3 lost = Vec3{aim, 0, 0} - cone_product(x, y + y_of(bent(c) - U_[c], mu));
  Linearised at{{}, r_of(cone_quotient(y, lost), mu)};
  const Mat3 B = bending(c);
  for (int k = 0; k < 3; ++k) {
    const Vec3 D = r_of(cone_quotient(y, cone_product(x, y_of(column(B, k), mu))), mu);
    for (int i = 0; i < 3; ++i) at.D[i][k] = D[i];
  }
  return at;
}

/// M dv = H dr - (M v - f - H r). @param aim  what each x . y is to become
bool ConeIteration::find_step(double aim) {
  std::vector<Vec3> constant;
  std::vector<Mat3> D;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Linearised at = linearised(c, aim);
    D.push_back(at.D);
    constant.push_back(at.constant);
  }
  dv_ = momentum_;
  for (double& F : dv_) F = -F;
  add_product(1, bodies_.H(), flat(constant), dv_);
  if (!matrix_.solve(D, dv_)) return false;
  std::vector<double> product(3 * r_.size(), 0);
  add_product(1, bodies_.G(), dv_, product);
  const std::vector<Vec3> du = by_contact(product);
  dr_.clear(), dU_.clear();
  for (std::size_t c = 0; c < r_.size(); ++c) {
    dr_.push_back(constant[c] - D[c] * du[c]);
    dU_.push_back(bending(c) * du[c] + (bent(c) - U_[c]));
  }
  return true;
}

/// Of x . y.
double ConeIteration::mean_product() const {
  double sum = 0;
  int count = 0;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    if (is_joint(mu_[c])) continue;
    sum += dot(x_of(r_[c], mu_[c]), y_of(U_[c], mu_[c])), ++count;
  }
  return count > 0 ? sum / count : 0;
}

/// The step that leaves every pair inside, by a part of what it has.
double ConeIteration::longest() const {
  double length = 1 / share_;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    if (is_joint(mu_[c])) continue;
    length = cone_step(x_of(r_[c], mu_[c]), x_of(dr_[c], mu_[c]), length);
    length = cone_step(y_of(U_[c], mu_[c]), y_of(dU_[c], mu_[c]), length);
  }
  return share_ * length;
}

CoulombReport solve_by_interior_points(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r) {
  if (!has_friction(problem)) return solve_without_friction(problem, limits, r);
  Progress progress(problem, limits);
  progress.judge(r);
  if (progress.solved()) return progress.finish(0, r);
  BodySystem system(problem);
  ConeIteration iteration(problem, system);
  int systems = 0;
  for (const bool careful : {false, true}) {
    if (progress.solved() || progress.out_of_time()) break;
    iteration.start(careful);
    while (!iteration.stalled() && !progress.solved() && !progress.out_of_time() &&
           systems < limits.max_iterations) {
      iteration.advance();
      iteration.judged(progress.judge(iteration.impulses()));
      ++systems;
    }
  }
  return progress.finish(systems, r, "it does not come nearer to a solution");
}

}  // namespace eulersolid
