#pragma once

#include <numbers>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// One contact on its own: r with u = W r + b, such that K* contains (u_N + mu |u_T|, u_T) _|_ r in
/// K. It parts, sticks, or slides: then r = n (1, mu cos t, mu sin t), u_N = 0, and the angle t of
/// friction opposite to u_T is found by Newton's method, or by halving where that wanders. A plain
/// value: loop bodies solve contacts.
class OneContact {
 public:
  OneContact(const Mat3& W, double mu) : W_(W), mu_(mu) {
    const double size = trace(W) / 3;
    invertible_ = std::fabs(determinant(W)) > min_determinant * size * size * size;
    if (invertible_) inverse_ = inverse(W);
  }

  ES_HD const Mat3& response() const { return W_; }
  /// @param guess  impulse to start from: its angle
  ES_HD Vec3 solve(Vec3 b, Vec3 guess) const {
    if (b.x >= 0 && !is_joint(mu_)) return {};
    if (invertible_) {
      const Vec3 stick = -(inverse_ * b);
      if (is_joint(mu_) || tangential(stick) <= mu_ * stick.x) return stick;
    }
    if (is_joint(mu_)) return guess - (1 / trace(W_)) * (W_ * guess + b);
    return slide(b, guess);
  }
  /// One step of projection, which every sweep can build on.
  ES_HD Vec3 projected(Vec3 b, Vec3 guess) const;

 private:
  /// Friction turned to angle t: the impulse with u_N = 0, the parts of u_T along friction and
  /// across it, and how the latter changes with t. No impulse jams there keeps u_N = 0.
  struct Turned {
    bool jams = true;
    Vec3 impulse;
    Vec3 velocity;
    double along = 0, across = 0, slope = 0;
  };

  ES_HD static double tangential(Vec3 v) { return std::sqrt(v.y * v.y + v.z * v.z); }
  ES_HD Turned turned_to(double t, Vec3 b) const;
  ES_HD Vec3 slide(Vec3 b, Vec3 guess) const;
  ES_HD bool bisected(Vec3 b, double from, int parts, Vec3& impulse) const;

  Mat3 W_, inverse_;
  double mu_;
  bool invertible_;
};

ES_HD inline OneContact::Turned OneContact::turned_to(double t, Vec3 b) const {
  const double cosine = std::cos(t), sine = std::sin(t);
  const Vec3 d{1, mu_ * cosine, mu_ * sine}, turned{0, -mu_ * sine, mu_ * cosine};
  const Vec3 Wd = W_ * d, Wt = W_ * turned;
  if (Wd.x <= min_determinant * W_[0].x) return {};  // no load along d keeps u_N = 0
  const double n = -b.x / Wd.x, dn = -n * Wt.x / Wd.x;
  const Vec3 u = n * Wd + b, du = dn * Wd + n * Wt;
  const double along = u.y * cosine + u.z * sine, across = u.y * sine - u.z * cosine;
  return {false, n * d, u, along, across, du.y * sine - du.z * cosine + along};
}

ES_HD inline Vec3 OneContact::slide(Vec3 b, Vec3 guess) const {
  const double start =
      tangential(guess) > 0 ? std::atan2(guess.z, guess.y) : std::atan2(-b.z, -b.y);
  double t = start;
  for (int iteration = 0; iteration < max_turns_of_friction; ++iteration) {
    const Turned at = turned_to(t, b);
    if (at.jams) break;
    // Newton's step on `across` = 0, or half way to -u_T where that is not the root with along < 0.
    const Vec3 u = at.velocity;
    double step = at.along <= 0 && at.slope < 0
                      ? -at.across / at.slope
                      : 0.5 * std::remainder(std::atan2(-u.z, -u.y) - t, 2 * std::numbers::pi);
    step = step < -largest_turn ? -largest_turn : step > largest_turn ? largest_turn : step;
    if (std::fabs(step) < min_turn) return at.impulse;
    t += step;
  }
  Vec3 impulse;
  const bool found = bisected(b, start, parts_of_a_turn, impulse) ||
                     bisected(b, start, small_parts_of_a_turn, impulse);
  return found ? impulse : projected(b, guess);
}

/// The angle by halving. With a little less friction than it takes to stick, u_T turns round within
/// a small angle and Newton's method goes to and fro; there `across` still falls through zero.
ES_HD inline bool OneContact::bisected(Vec3 b, double from, int parts, Vec3& impulse) const {
  const double part = 2 * std::numbers::pi / parts;
  Turned low = turned_to(from, b);
  for (int k = 0; k < parts; ++k) {
    double left = from + k * part, right = left + part;
    const Turned high = turned_to(right, b);
    const bool falls = !low.jams && !high.jams && low.across > 0 && high.across <= 0;
    low = high;
    if (!falls) continue;
    Turned middle = high;
    for (int halving = 0; halving < halvings_of_a_part; ++halving) {
      const double t = 0.5 * (left + right);
      middle = turned_to(t, b);
      if (middle.jams) break;
      (middle.across > 0 ? left : right) = t;
    }
    if (middle.jams || middle.along > 0) continue;
    impulse = middle.impulse;
    return true;
  }
  return false;
}

ES_HD inline Vec3 OneContact::projected(Vec3 b, Vec3 guess) const {
  const double h = trace(W_) / 3;
  const Vec3 u = W_ * guess + b;
  return nearest_impulse(guess - (1 / h) * Vec3{u.x + de_saxce_term(u, mu_), u.y, u.z}, mu_);
}

}  // namespace eulersolid
