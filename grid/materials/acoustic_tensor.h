#pragma once

#include "grid/materials/point_state.h"

namespace eulersolid {

/// Derivative at 0 by differences of fourth order. At a step of 1e-3 its own error is of the order
/// of 1e-12 times the fifth derivative, and rounding adds 1e-13 of the value.
template <class Function>
double derivative(const Function& f, double step = 1e-3) {
  return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
}

/// What a law sees of F where it remembers nothing.
template <class L>
Deformation deformation(const L& law, const Mat3& F) {
  const Symmetric B = upper_half(F * transpose(F));
  const double J = determinant(F);
  Deformation d;
  d.B = d.elastic = B, d.det = 1 / J, d.log_J = std::log(J), d.s2 = largest_row_sum(B);
  if constexpr (HasFibres<L>) d.fibre = F * law.fibre;
  return d;
}

/// Q a = d/dt P(F + t a (x) m) m with m = F^T n and P = J sigma F^-T the first Piola stress, by
/// differences [Pa]: waves along n with amplitude a have rho c^2 a = Q a, rho being the density at
/// rest, and where Q has a negative eigenvalue they grow.
template <class L>
Mat3 acoustic_tensor(const L& law, const Mat3& F, Vec3 n) {
  const Vec3 m = transpose(F) * n;
  Mat3 Q;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Q[i][j] = derivative([&](double t) {
        Vec3 a;
        a[j] = t;
        const Mat3 moved = F + outer(a, m);
        const Mat3 sigma = full(law.response(deformation(law, moved)).stress);
        return determinant(moved) * (sigma * (transpose(inverse(moved)) * m))[i];
      });
    }
  }
  return Q;
}

}  // namespace eulersolid
