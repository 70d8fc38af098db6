#pragma once

#include <cmath>

#include "contact/solvers/friction_cone.h"

namespace eulersolid {

/// A triple of rows with infinite mu is a joint: K is all of space, K* is zero, so that u = 0
/// whatever r is. As such, joints of rigid bodies are in the same problems as contacts.
ES_HD inline bool is_joint(double mu) { return std::isinf(mu); }

ES_HD inline double opposed_speed(Vec3 q, double mu) {
  return is_joint(mu) ? norm(q) : opposed_speed(q);
}

/// The nearest impulse of K.
ES_HD inline Vec3 nearest_impulse(Vec3 r, double mu) {
  return is_joint(mu) ? r : project_to_circular_cone(r, mu);
}

/// What De Saxce adds to u_N, mu |u_T| [m/s]; nothing where K* has no room for it.
ES_HD inline double de_saxce_term(Vec3 u, double mu) {
  return is_joint(mu) ? 0 : mu * std::sqrt(u.y * u.y + u.z * u.z);
}

/// The impulse of a contact with rolling friction, and its moment (0, M1, M2) over a length [N s].
struct RollingImpulse {
  Vec3 r, m;
};

/// The nearest impulse of {|r_T| <= mu r_N, |m| <= rolling r_N} (Acary and Bourrier, Eur. J. Mech.
/// A 85 (2021) 104046). The normal part n is the root of
///
///     n - r_N - mu max(0, |r_T| - mu n) - rolling max(0, |m| - rolling n),
///
/// which is the largest of those with either, both or none of the last two without max().
/// @param rolling  coefficient over the length [-]
ES_HD inline RollingImpulse nearest_rolling_impulse(const RollingImpulse& t, double mu,
                                                    double rolling) {
  const double slide = std::sqrt(t.r.y * t.r.y + t.r.z * t.r.z), turn = norm(t.m);
  const double a = mu * slide, b = rolling * turn, aa = mu * mu, bb = rolling * rolling;
  const double with_one = larger((t.r.x + a) / (1 + aa), (t.r.x + b) / (1 + bb));
  const double n = larger(larger(t.r.x, with_one), (t.r.x + a + b) / (1 + aa + bb));
  if (!(n > 0)) return {};
  const double slid = slide > mu * n ? mu * n / slide : 1,
               turned = turn > rolling * n ? rolling * n / turn : 1;
  return {{n, slid * t.r.y, slid * t.r.z}, turned * t.m};
}

/// h |r - P_K(r - U / h)| of one contact; in velocities, whose squares do not overflow where W is
/// large or small, as K is a cone. Where h |r| is so large that U is lost in it, the rounding
/// counts: impulses that run away solve nothing.
ES_HD inline double natural_error(double h, Vec3 r, Vec3 U, double mu) {
  const Vec3 velocity = h * r;
  constexpr double rounding = 1.1e-16;
  return norm(velocity - nearest_impulse(velocity - U, mu)) + rounding * norm(velocity);
}

/// The error of Coulomb's law at one contact, h_c |r_c - P_K(r_c - U_c / h_c)| [m/s].
/// @param h  tr W_cc / 3 [1/kg]
ES_HD inline double coulomb_error(double h, Vec3 r, Vec3 u, double mu) {
  return natural_error(h, r, {u.x + de_saxce_term(u, mu), u.y, u.z}, mu);
}

}  // namespace eulersolid
