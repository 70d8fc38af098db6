#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// One contact on its own: r with u = W r + b, such that K* contains (u_N + mu |u_T|, u_T) _|_ r in
/// K. It parts, sticks, or slides: then r = n (1, mu cos t, mu sin t), u_N = 0, and the angle t of
/// friction opposite to u_T is found by Newton's method.
class OneContact {
 public:
  OneContact(const Mat3& W, double mu);

  /// @param guess  impulse to start from: its angle
  Vec3 solve(Vec3 b, Vec3 guess) const;

 private:
  Vec3 slide(Vec3 b, Vec3 guess) const;

  Mat3 W_, inverse_;
  double mu_;
  bool invertible_;
};

}  // namespace eulersolid
