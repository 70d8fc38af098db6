#pragma once

#include <string_view>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What friction impulses a normal impulse alpha allows: Coulomb's disc |f| <= mu alpha, or the
/// thesis' diamond |f . t1| + |f . t2| <= mu alpha (Eq. 4.25), whose cone is a pyramid.
enum class FrictionCone { disc, pyramid };

/// By one of friction_cone_names (solver_names.h).
inline FrictionCone friction_cone_of(std::string_view name) {
  return name == "pyramid" ? FrictionCone::pyramid : FrictionCone::disc;
}

/// Nearest point of the disc.
ES_HD inline Vec3 project_to_disc(Vec3 f, double radius) {
  const double length = norm(f);
  return length > radius ? (radius / length) * f : f;
}

/// What follows is in the axes (n, t1, t2) of a contact.

/// Nearest point of the cone |(r2, r3)| <= mu r1: zero in the polar cone, else on the ray through
/// (1, mu t/|t|) (Fukushima, Luo and Tseng, SIAM J. Optim. 12 (2002) 436-460).
ES_HD inline Vec3 project_to_circular_cone(Vec3 r, double mu) {
  const double t = std::sqrt(r.y * r.y + r.z * r.z);
  if (r.x <= -mu * t) return {};
  if (t <= mu * r.x) return r;
  const double height = (r.x + mu * t) / (1 + mu * mu), shrink = mu * height / t;
  return {height, shrink * r.y, shrink * r.z};
}

/// Nearest point of the pyramid |r2| + |r3| <= mu r1. In y = (r2 + r3, r2 - r3), which is larger by
/// sqrt(2), a section is the box |y| <= mu height; the height is where the derivative of
///
///     (height - r1)^2 + 1/2 sum_i max(0, |y_i| - mu height)^2
///
/// is zero: linear between the two heights at which a y_i starts to fit.
ES_HD inline Vec3 project_to_pyramid(Vec3 r, double mu) {
  const double a = r.y + r.z, b = r.y - r.z;
  const double most = larger(std::fabs(a), std::fabs(b)),
               least = smaller(std::fabs(a), std::fabs(b));
  double height = r.x;
  if (mu * height < most) height = (2 * r.x + mu * most) / (2 + mu * mu);
  if (mu * height < least) height = (2 * r.x + mu * (most + least)) / (2 + 2 * mu * mu);
  if (!(height > 0)) return {};
  const double limit = mu * height;
  const double ya = larger(-limit, smaller(limit, a)), yb = larger(-limit, smaller(limit, b));
  return {height, 0.5 * (ya + yb), 0.5 * (ya - yb)};
}

ES_HD inline Vec3 project_to_cone(FrictionCone cone, Vec3 r, double mu) {
  return cone == FrictionCone::disc ? project_to_circular_cone(r, mu) : project_to_pyramid(r, mu);
}

/// Largest -f . u of the friction impulses f that alpha = 1 and mu = 1 allow: what friction takes
/// where there is sliding.
ES_HD inline double greatest_dissipation(FrictionCone cone, Vec3 u) {
  return cone == FrictionCone::disc ? std::sqrt(u.y * u.y + u.z * u.z)
                                    : larger(std::fabs(u.y), std::fabs(u.z));
}

/// What a contact may have to change of a velocity without impulses: what closes, and what slides
/// [m/s]. What opens needs nothing, and across an open gap it is as fast as the step is short.
ES_HD inline double opposed_speed(Vec3 q) { return norm(Vec3{smaller(0, q.x), q.y, q.z}); }

}  // namespace eulersolid
