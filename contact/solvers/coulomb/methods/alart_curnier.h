#pragma once

#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// Coulomb's law as a map of one contact, with a factor rho > 0 [kg]: r = law(r - rho u) just where
/// r and u obey it (Alart and Curnier, Comput. Methods Appl. Mech. Eng. 92 (1991) 353-375):
///
///     r_N = max(0, x_N),    r_T = nearest point to x_T of the disc of radius mu r_N.
///
/// Unlike the projection onto the cone with De Saxce's term, it is smooth where a contact sticks.
inline Vec3 alart_curnier(Vec3 x, double mu) {
  if (is_joint(mu)) return x;
  if (x.x <= 0) return {};
  const double t = std::sqrt(x.y * x.y + x.z * x.z), radius = mu * x.x;
  if (t <= radius) return x;
  return {x.x, radius / t * x.y, radius / t * x.z};
}

/// Its derivative by x; of the two at a kink, one.
inline Mat3 alart_curnier_slope(Vec3 x, double mu) {
  if (is_joint(mu)) return identity3();
  if (x.x <= 0) return diagonal(0, 0, 0);
  const double t = std::sqrt(x.y * x.y + x.z * x.z), radius = mu * x.x;
  if (t <= radius) return identity3();
  const double y = x.y / t, z = x.z / t, k = radius / t;
  return {{{1, 0, 0}, {mu * y, k * z * z, -k * y * z}, {mu * z, -k * y * z, k * y * y}}};
}

}  // namespace eulersolid
