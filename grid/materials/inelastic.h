#pragma once

#include "grid/materials/law.h"

namespace eulersolid {

/// What a solid with memory has come to at a place of it: F = F_e F_i with C = (F_i^T F_i)^-1, of
/// determinant 1, so that B_e = F_e F_e^T = F C F^T.
struct Inelastic {
  Symmetric C{1, 1, 1, 0, 0, 0};
  double strain = 0;  ///< equivalent plastic strain [-]
};

/// Laws of solids with memory, whose stress follows from B_e. At a given F the deviator of B_e
/// shrinks by the part that `kept` says, along itself:
///
///     double kept(double deviator, double mean, double dt, double& strain) const;
///
/// deviator and mean are |dev b| and tr b / 3 of b = J^(-2/3) B_e; the strain is one of Inelastic,
/// and grows.
template <class L>
concept HasMemory = requires(const L& law, double x) {
  law.kept(x, x, x, x);
};

/// What is symmetric, has this deviator and the determinant 1, and is positive: dev + p I, with p
/// the largest root of p^3 - p |dev|^2 / 2 + det dev = 1.
/// @param p  more than the root: Newton's method falls towards it
ES_HD inline Symmetric of_volume_one(const Symmetric& dev, double p) {
  const double half_square = 0.5 * (dev.xx * dev.xx + dev.yy * dev.yy + dev.zz * dev.zz) +
                             dev.xy * dev.xy + dev.xz * dev.xz + dev.yz * dev.yz;
  const double det = determinant(full(dev));
  for (int round = 0; round < 12; ++round)
    p -= (p * p * p - p * half_square + det - 1) / (3 * p * p - half_square);
  return dev + isotropic(p);
}

/// The size of a symmetric tensor, sqrt(a : a).
ES_HD inline double size_of(const Symmetric& a) {
  return std::sqrt(a.xx * a.xx + a.yy * a.yy + a.zz * a.zz +
                   2 * (a.xy * a.xy + a.xz * a.xz + a.yz * a.yz));
}

/// What a law makes of its memory in a time at a given A = F^-1: b = J^(-2/3) F C F^T with its
/// deviator shrunk, taken back, C = J^(2/3) A b A^T. (A radial return: Simo and Hughes,
/// Computational Inelasticity, 1998, Box 9.1, where the determinant of b may stray.)
/// @param dt  [s]
template <class L>
ES_HD inline Inelastic flowed(const L& law, const Mat3& A, Inelastic memory, double dt) {
  const Mat3 F = inverse(A);
  const double scale = std::cbrt(determinant(A) * determinant(A));  // J^(-2/3)
  const Symmetric b = scale * upper_half(F * (full(memory.C) * transpose(F)));
  const double mean = trace(b) / 3;
  const Symmetric dev = b + isotropic(-mean);
  const double kept = law.kept(size_of(dev), mean, dt, memory.strain);
  if (kept < 1) {
    const Symmetric shrunk = of_volume_one(kept * dev, mean);
    memory.C = (1 / scale) * upper_half(A * (full(shrunk) * transpose(A)));
  }
  return memory;
}

}  // namespace eulersolid
