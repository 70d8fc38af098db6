#pragma once

#include "grid/materials/constants.h"
#include "grid/materials/symmetric.h"

namespace eulersolid {

/// Does the stress at a point with this det(grad X) need clamped stretches? Not-a-number does.
ES_HD inline bool needs_clamp(double det) { return !(det > clamp_det_low && det < clamp_det_high); }

/// B = F F^T with the singular values of F clamped to [low, high], through the eigenvalues of B by
/// Jacobi rotations. No two results lie farther apart (in the Frobenius norm) than what they came
/// from, as this is a projection onto a convex set. For the stress of a cell that is about to
/// tangle.
ES_HD inline Mat3 clamp_stretches(Mat3 B, double low, double high) {
  Mat3 V = identity3();
  for (int sweep = 0; sweep < jacobi_sweeps; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (B[p][q] == 0) continue;
        const double theta = 0.5 * (B[q][q] - B[p][p]) / B[p][q];
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3 R = identity3();
        R[p][p] = c, R[q][q] = c, R[p][q] = s, R[q][p] = -s;
        B = transpose(R) * (B * R);
        V = V * R;
      }
    }
  }
  const double least = low * low, most = high * high;
  Vec3 values;
  for (int i = 0; i < 3; ++i) values[i] = std::fmin(std::fmax(B[i][i], least), most);
  return V * (diagonal(values.x, values.y, values.z) * transpose(V));
}

/// B in the range that a stress is taken of; where it is not finite, that of no deformation.
ES_HD inline Symmetric clamped(const Symmetric& B_in) {
  Mat3 B = full(B_in);
  if (!std::isfinite(B[0][0] + B[1][1] + B[2][2] + B[0][1] + B[0][2] + B[1][2])) B = identity3();
  return upper_half(clamp_stretches(B, least_stretch, most_stretch));
}

}  // namespace eulersolid
