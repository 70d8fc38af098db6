#pragma once

#include <cmath>

#include "contact/solvers/friction_cone.h"

namespace eulersolid {

/// A triple of rows with infinite mu is a joint: K is all of space, K* is zero, so that u = 0
/// whatever r is. As such, joints of rigid bodies are in the same problems as contacts.
inline bool is_joint(double mu) { return std::isinf(mu); }

/// The nearest impulse of K.
inline Vec3 nearest_impulse(Vec3 r, double mu) {
  return is_joint(mu) ? r : project_to_circular_cone(r, mu);
}

/// What De Saxce adds to u_N, mu |u_T| [m/s]; nothing where K* has no room for it.
inline double de_saxce_term(Vec3 u, double mu) {
  return is_joint(mu) ? 0 : mu * std::sqrt(u.y * u.y + u.z * u.z);
}

}  // namespace eulersolid
