#include "contact/solvers/coulomb/coulomb_errors.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"

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
    const double slip = tangential(u);
    const Vec3 U{u.x + de_saxce_term(u, mu), u.y, u.z};
    errors.coulomb = larger_error(errors.coulomb, coulomb_error(h, r[c], u, mu));
    errors.relaxed = larger_error(errors.relaxed, natural_error(h, r[c], u, mu));
    errors.scale = larger_error(errors.scale, opposed_speed(q, mu));
    largest_r = std::fmax(largest_r, norm(r[c]));
    virtual_power += dot(r[c], U);
    power += std::fabs(dot(r[c], q));
    if (is_joint(mu)) continue;
    errors.cone_violation = std::fmax(errors.cone_violation, tangential(r[c]) - mu * r[c].x);
    errors.penetration = std::fmax(errors.penetration, -u.x);
    errors.dissipation -= r[c].y * u.y + r[c].z * u.z;
    possible += mu * r[c].x * slip;
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
