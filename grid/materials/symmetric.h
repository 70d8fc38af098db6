#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// A symmetric 3 x 3 tensor by its six components: a Cauchy stress [Pa], or B = F F^T [-].
struct Symmetric {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  ES_HD bool operator==(const Symmetric& o) const {
    return xx == o.xx && yy == o.yy && zz == o.zz && xy == o.xy && xz == o.xz && yz == o.yz;
  }
};

ES_HD inline Symmetric operator*(double s, const Symmetric& a) {
  return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
}

ES_HD inline Symmetric operator+(const Symmetric& a, const Symmetric& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

/// All nine components.
ES_HD inline Mat3 full(const Symmetric& a) {
  return {{{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}}};
}

/// Of a matrix that is symmetric but for rounding: its upper half.
ES_HD inline Symmetric upper_half(const Mat3& a) {
  return {a[0].x, a[1].y, a[2].z, a[0].y, a[0].z, a[1].z};
}

/// s I.
ES_HD inline Symmetric isotropic(double s) { return {s, s, s, 0, 0, 0}; }

ES_HD inline double trace(const Symmetric& a) { return a.xx + a.yy + a.zz; }

/// det(a) a^-1, which is symmetric too.
ES_HD inline Symmetric cofactor(const Symmetric& a) {
  return {a.yy * a.zz - a.yz * a.yz, a.xx * a.zz - a.xz * a.xz, a.xx * a.yy - a.xy * a.xy,
          a.xz * a.yz - a.xy * a.zz, a.xy * a.yz - a.xz * a.yy, a.xy * a.xz - a.yz * a.xx};
}

/// a a, which is symmetric too.
ES_HD inline Symmetric square(const Symmetric& a) {
  return {a.xx * a.xx + a.xy * a.xy + a.xz * a.xz, a.xy * a.xy + a.yy * a.yy + a.yz * a.yz,
          a.xz * a.xz + a.yz * a.yz + a.zz * a.zz, a.xy * (a.xx + a.yy) + a.xz * a.yz,
          a.xz * (a.xx + a.zz) + a.xy * a.yz,      a.yz * (a.yy + a.zz) + a.xy * a.xz};
}

/// v v^T.
ES_HD inline Symmetric dyad(Vec3 v) {
  return {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
}

/// At least as large as the largest eigenvalue (Gershgorin's circles), and equal to it where the
/// tensor is diagonal.
ES_HD inline double largest_row_sum(const Symmetric& a) {
  const double row0 = a.xx + std::fabs(a.xy) + std::fabs(a.xz);
  const double row1 = a.yy + std::fabs(a.xy) + std::fabs(a.yz);
  const double row2 = a.zz + std::fabs(a.xz) + std::fabs(a.yz);
  return larger(row0, larger(row1, row2));
}

}  // namespace eulersolid
