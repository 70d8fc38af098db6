#pragma once

#include "contact/solvers/problem_view.h"

ES_BEGIN

/// A box for the friction impulse of a contact: it is r1 y1 + r2 y2 with |y1|, |y2| <= mu alpha, so
/// that the friction QP has bounds only.
struct FrictionBox {
  Vec3 r[2];             ///< tangential, at right angles [-]
  double curvature = 0;  ///< of the bound at y1 = mu alpha, added to H^F at y2 [1/kg]
};

/// The diamond |b1| + |b2| <= mu alpha of Eq. 4.25 along t1 and t2: y = (b1 + b2, b1 - b2).
ES_HD inline FrictionBox diamond_box(const ContactFrame& frame) {
  return {{0.5 * (frame.tangent1 + frame.tangent2), 0.5 * (frame.tangent1 - frame.tangent2)}, 0};
}

/// The square around the disc |f| <= mu alpha that touches it at mu alpha d.
/// @param d  a tangent of length 1
ES_HD inline FrictionBox box_around_disc(const ContactFrame& frame, Vec3 d, double curvature) {
  return {{d, cross(frame.normal, d)}, curvature};
}

/// y of an impulse.
ES_HD inline double along(Vec3 r, Vec3 P) { return dot(r, P) / dot(r, r); }

ES_END
