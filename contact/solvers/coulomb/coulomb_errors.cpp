#include "contact/solvers/coulomb/coulomb_errors.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/contact_cones.h"

namespace eulersolid {

namespace {

double tangential(Vec3 v) { return std::sqrt(v.y * v.y + v.z * v.z); }

/// What is not a number counts as infinite.
double larger_error(double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; }

bool are_finite(std::span<const Vec3> r) {
  return std::all_of(r.begin(), r.end(), [](Vec3 v) { return std::isfinite(v.x + v.y + v.z); });
}

double ratio(double part, double whole) {
  return part == 0 ? 0 : std::isinf(part) ? part : part / whole;
}

/// What the moment of a contact adds, in the unit of impulses: a length of it makes W answer alike.
struct Moment {
  double rolling = 0;  ///< coefficient over the length [-]
  Vec3 m, omega, q;    ///< moment over the length, angular velocities times it
};

Moment moment_at(const FrictionProblem& problem, std::span<const Vec3> r, std::size_t triple,
                 double length) {
  const Vec3 q = problem.q[triple], omega = row_product(problem.W, triple, r) + q;
  return {problem.rolling[triple] / length, (1 / length) * r[triple], length * omega, length * q};
}

/// h |(r, m) - P_K((r, m) - (U, omega) / h)| of a contact with rolling friction, as
/// natural_error().
double natural_error(double h, Vec3 r, Vec3 U, double mu, const Moment& moment) {
  constexpr double rounding = 1.1e-16;
  const Vec3 v = h * r, w = h * moment.m;
  const RollingImpulse nearest =
      nearest_rolling_impulse({v - U, w - moment.omega}, mu, moment.rolling);
  return std::hypot(norm(v - nearest.r), norm(w - nearest.m)) +
         rounding * std::hypot(norm(v), norm(w));
}

}  // namespace

CoulombErrors coulomb_errors(const FrictionProblem& problem, std::span<const Vec3> r) {
  assert(r.size() == problem.q.size());
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  CoulombErrors errors;
  if (!are_finite(r)) {
    errors.coulomb = errors.relaxed = INFINITY;
    return errors;
  }
  double largest_r = 0, virtual_power = 0, power = 0, possible = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const double mu = problem.mu[c], h = trace(W[c]) / 3;
    const Vec3 q = problem.q[c], u = row_product(problem.W, c, r) + q;
    const bool rolls = is_moment(problem.rolling, c + 1);
    const Moment moment =
        rolls ? moment_at(problem, r, c + 1, length_of_moment(h, W[c + 1])) : Moment{};
    const double slip = tangential(u), turn = norm(moment.omega);
    const Vec3 U{u.x + de_saxce_term(u, mu) + moment.rolling * turn, u.y, u.z};
    const auto error = [&](Vec3 V) {
      return rolls ? natural_error(h, r[c], V, mu, moment) : natural_error(h, r[c], V, mu);
    };
    errors.coulomb = larger_error(errors.coulomb, error(U));
    errors.relaxed = larger_error(errors.relaxed, error(u));
    errors.scale = larger_error(errors.scale, std::fmax(opposed_speed(q, mu), norm(moment.q)));
    largest_r = std::fmax(largest_r, std::hypot(norm(r[c]), norm(moment.m)));
    virtual_power += dot(r[c], U) + dot(moment.m, moment.omega);
    power += std::fabs(dot(r[c], q) + dot(moment.m, moment.q));
    if (is_joint(mu)) continue;
    errors.cone_violation = std::fmax(errors.cone_violation, tangential(r[c]) - mu * r[c].x);
    if (rolls)
      errors.cone_violation =
          std::fmax(errors.cone_violation, norm(moment.m) - moment.rolling * r[c].x);
    errors.penetration = std::fmax(errors.penetration, -u.x);
    errors.dissipation -= r[c].y * u.y + r[c].z * u.z + dot(moment.m, moment.omega);
    possible += (mu * slip + moment.rolling * turn) * r[c].x;
    if (rolls) ++c;  // past the moment
  }
  if (std::isinf(errors.scale)) errors.coulomb = errors.relaxed = INFINITY;
  errors.coulomb = ratio(errors.coulomb, errors.scale);
  errors.relaxed = ratio(errors.relaxed, errors.scale);
  errors.penetration = ratio(errors.penetration, errors.scale);
  errors.complementarity = ratio(std::fabs(virtual_power), power);
  errors.cone_violation = ratio(errors.cone_violation, largest_r);
  errors.dissipation_gap = ratio(possible - errors.dissipation, possible);
  return errors;
}

CoulombReport judged(const FrictionProblem& problem, const CoulombLimits& limits,
                     std::span<const Vec3> r) {
  CoulombReport report;
  report.error = coulomb_errors(problem, r).coulomb;
  report.converged = report.error <= limits.tolerance;
  return report;
}

}  // namespace eulersolid
