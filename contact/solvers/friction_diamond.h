#pragma once

#include "contact/solvers/friction_problem.h"

ES_BEGIN

/// The tangential directions of the friction QP: with beta = (b1, b2) along (t1, t2) and
/// y = (b1 + b2, b1 - b2) the friction impulse is t1 b1 + t2 b2 = r1 y1 + r2 y2, and the diamond
/// |b1| + |b2| <= mu alpha of Eq. 4.25 becomes the box |y1|, |y2| <= mu alpha.
struct FrictionAxes {
  Vec3 r[2];
};
ES_HD inline FrictionAxes friction_axes(const ContactFrame& frame) {
  return {{0.5 * (frame.tangent1 + frame.tangent2), 0.5 * (frame.tangent1 - frame.tangent2)}};
}

ES_END
