#include "contact/solvers/coulomb/methods/sap.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/methods/body_form.h"
#include "contact/solvers/coulomb/methods/newton_matrix.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

namespace {

/// One contact that gives by R, as the paper's section IV has it.
struct SoftContact {
  double normal, tangential;  ///< of R [1/kg]
  double mu;

  /// The impulse at a velocity, and D = -dg/du, symmetric and positive semidefinite.
  Vec3 impulse(Vec3 u, Mat3* D) const {
    const Vec3 y{-u.x / normal, -u.y / tangential, -u.z / tangential};
    const Mat3 stiffness = diagonal(1 / normal, 1 / tangential, 1 / tangential);
    const double length = std::sqrt(y.y * y.y + y.z * y.z);
    if (is_joint(mu) || length <= mu * y.x) {
      if (D != nullptr) *D = stiffness;
      return y;
    }
    const double ratio = tangential / normal, scale = 1 / (1 + mu * mu * ratio);
    if (y.x + mu * ratio * length <= 0) {
      if (D != nullptr) *D = {};
      return {};
    }
    const double pressed = scale * (y.x + mu * ratio * length);
    const Vec3 along = length > 0 ? Vec3{0, y.y / length, y.z / length} : Vec3{};
    const Vec3 g = Vec3{pressed, 0, 0} + mu * pressed * along;
    if (D != nullptr) {
      const Vec3 slope = scale * (Vec3{1, 0, 0} + mu * ratio * along);  // of what presses
      Mat3 P = outer(Vec3{1, 0, 0} + mu * along, slope);
      if (length > 0) P = P + (mu * pressed / length) * (diagonal(0, 1, 1) - outer(along, along));
      *D = P * stiffness;
    }
    return g;
  }
};

std::vector<SoftContact> soft_contacts(const FrictionProblem& problem) {
  std::vector<SoftContact> contacts;
  for (const Mat3& W : diagonal_blocks(problem.W)) {
    const double size =
        std::sqrt(dot(W[0], W[0]) + dot(W[1], W[1]) + dot(W[2], W[2])) / 3;  // as Drake has it
    constexpr double part = sap_beta * sap_beta / (4 * std::numbers::pi * std::numbers::pi);
    contacts.push_back({part * size, sap_sigma * size, problem.mu[contacts.size()]});
  }
  return contacts;
}

class ConvexProblem {
 public:
  explicit ConvexProblem(const FrictionProblem& problem)
      : bodies_(problem),
        matrix_(bodies_),
        contacts_(soft_contacts(problem)),
        has_cost_(asymmetry(problem.W) <= max_asymmetry_to_expand) {}

  void start(const std::vector<Vec3>& r) {
    v_ = bodies_.velocities(r);
    evaluate();
  }
  /// The part of the momentum that is not in balance.
  double residual() const { return residual_; }
  const std::vector<Vec3>& impulses() const { return g_; }

  /// One step of Newton's method; false where there is none.
  bool advance() {
    std::vector<double> step = F_;
    if (!matrix_.solve(D_, step)) return false;
    for (double& value : step) value = -value;
    std::vector<double> change(3 * u_.size(), 0);
    add_product(1, bodies_.G(), step, change);
    const std::vector<Vec3> du = by_contact(change);
    const double length = has_cost_ ? exact_length(step, du) : halved_length(step, du);
    if (length == 0) return false;
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += length * step[i];
    evaluate();
    return true;
  }

 private:
  /// What follows from v. It is not updated along steps: what a far start rounds off would stay.
  void evaluate() {
    u_ = bodies_.contact_velocities(v_);
    g_.resize(u_.size()), D_.resize(u_.size());
    for (std::size_t c = 0; c < u_.size(); ++c) g_[c] = contacts_[c].impulse(u_[c], &D_[c]);
    residual_ = bodies_.momentum_residual(v_, g_, F_);
  }
  /// The minimum of the cost along a step, where its slope is zero: by false position (Illinois).
  /// The slope is d . (M (v - v*) - H g). Where impulses M v are the unknowns the cost is
  /// 1/2 r . W r + 1/2 sum g . R g, and its slope du . (r - g).
  double exact_length(const std::vector<double>& step, const std::vector<Vec3>& du) const {
    std::vector<double> mass_step(step.size(), 0);
    add_product(1, bodies_.M(), step, mass_step);
    const std::vector<double> along = bodies_.is_symmetric() ? step : flat(du);
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
      return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    };
    const double curvature = product(along, mass_step), first = product(along, F_);
    double before = 0;  // the impulses' part of `first`
    for (std::size_t c = 0; c < du.size(); ++c) before += dot(du[c], g_[c]);
    const auto slope = [&](double length) {
      double sum = first + before + length * curvature;
      for (std::size_t c = 0; c < du.size(); ++c)
        sum -= dot(du[c], contacts_[c].impulse(u_[c] + length * du[c], nullptr));
      return sum;
    };
    if (!(first < 0)) return 0;
    double low = 0, low_slope = first, high = 1, high_slope = slope(1);
    for (int k = 0; high_slope < 0 && k < max_doublings; ++k)
      low = high, low_slope = high_slope, high *= 2, high_slope = slope(high);
    for (int k = 0; k < max_line_search_steps; ++k) {
      if (std::fabs(high_slope) <= -line_search_accuracy * first) break;
      const double middle = (low * high_slope - high * low_slope) / (high_slope - low_slope);
      const double middle_slope = slope(middle);
      if (middle_slope * high_slope < 0)
        low = high, low_slope = high_slope;
      else
        low_slope *= 0.5;
      high = middle, high_slope = middle_slope;
    }
    return high;
  }
  /// Where W is not symmetric there is no cost, and what is not in balance has to become less.
  double halved_length(const std::vector<double>& step, const std::vector<Vec3>& du) const {
    double length = 1;
    std::vector<double> F;
    for (int trial = 0; trial < max_halvings; ++trial, length *= 0.5) {
      std::vector<double> v = v_;
      std::vector<Vec3> g;
      for (std::size_t i = 0; i < v.size(); ++i) v[i] += length * step[i];
      for (std::size_t c = 0; c < du.size(); ++c)
        g.push_back(contacts_[c].impulse(u_[c] + length * du[c], nullptr));
      if (bodies_.momentum_residual(v, g, F) < (1 - min_gain * length) * residual_) return length;
    }
    return 0;
  }

  BodyForm bodies_;
  NewtonMatrix matrix_;
  std::vector<SoftContact> contacts_;
  bool has_cost_;
  std::vector<double> v_, F_;
  std::vector<Vec3> u_, g_;
  std::vector<Mat3> D_;
  double residual_ = 0;
};

}  // namespace

CoulombReport solve_by_sap(const FrictionProblem& problem, const CoulombLimits& limits,
                           std::vector<Vec3>& r) {
  const Progress progress(problem, limits);
  ConvexProblem convex(problem);
  // Relative to the start from rest, whatever it starts from.
  convex.start(std::vector<Vec3>(r.size()));
  const double first = convex.residual();
  convex.start(r);
  int systems = 0;
  const auto solved = [&] { return convex.residual() <= sap_accuracy * first; };
  while (!solved() && !progress.out_of_time() && systems < limits.max_iterations) {
    ++systems;
    if (!convex.advance()) break;
  }
  return progress.finish_other(systems, convex.impulses(), solved(), "its convex problem", r);
}

}  // namespace eulersolid
