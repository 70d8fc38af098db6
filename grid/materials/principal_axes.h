#pragma once

#include "grid/materials/symmetric.h"

namespace eulersolid {

/// A symmetric tensor by its eigenvalues and eigenvectors of length one.
struct PrincipalAxes {
  double value[3];
  Vec3 axis[3];
};

namespace principal_axes {

/// Turns the axes p and q so that the entry between them vanishes.
/// @param pq,pr,qr  entries off the diagonal, r being the third axis
ES_HD inline void turn(double& pp, double& qq, double& pq, double& pr, double& qr, Vec3& p,
                       Vec3& q) {
  const double apart = qq - pp;
  const double both = apart + std::copysign(std::sqrt(apart * apart + 4 * pq * pq), apart);
  const double t = both == 0 ? 0 : 2 * pq / both;  // tangent of the smaller angle
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  pp -= t * pq, qq += t * pq, pq = 0;
  const double old = pr;
  pr = c * old - s * qr, qr = s * old + c * qr;
  const Vec3 before = p;
  p = c * before - s * q, q = s * before + c * q;
}

}  // namespace principal_axes

/// By cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 4th ed., section 8.5): as
/// accurate where eigenvalues meet. They converge quadratically; five sweeps reach rounding.
ES_HD inline PrincipalAxes principal_axes_of(Symmetric a) {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  for (int sweep = 0; sweep < 5; ++sweep) {
    principal_axes::turn(a.xx, a.yy, a.xy, a.xz, a.yz, x, y);
    principal_axes::turn(a.xx, a.zz, a.xz, a.xy, a.yz, x, z);
    principal_axes::turn(a.yy, a.zz, a.yz, a.xy, a.xz, y, z);
  }
  return {{a.xx, a.yy, a.zz}, {x, y, z}};
}

}  // namespace eulersolid
