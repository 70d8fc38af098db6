#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grid/materials/acoustic_tensor.h"
#include "grid/materials/laws.h"
#include "grid/materials/principal_axes.h"

namespace eulersolid {

/// The principal stretches of F, ascending.
inline Vec3 principal_stretches(const Mat3& F) {
  PrincipalAxes axes = principal_axes_of(upper_half(transpose(F) * F));
  std::sort(std::begin(axes.value), std::end(axes.value));
  return {std::sqrt(axes.value[0]), std::sqrt(axes.value[1]), std::sqrt(axes.value[2])};
}

/// Whether waves grow in a law's solid with these principal stretches, along one of the directions
/// of a spiral from pole to pole. Laws are isotropic: those of the stretches do not matter.
inline bool has_growing_waves(const Law& law, Vec3 stretches) {
  constexpr int directions = 200;
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0));
  const Moduli moduli = small_strain(law);
  const double rounding = 1e-6 * (2 * moduli.mu + std::fabs(moduli.lambda));  // of differences
  const Mat3 F = diagonal(stretches.x, stretches.y, stretches.z);
  for (int d = 0; d < directions; ++d) {
    const double z = (2 * d + 1.0) / directions - 1, r = std::sqrt(1 - z * z);
    const Vec3 n{r * std::cos(turn * d), r * std::sin(turn * d), z};
    const Mat3 Q =
        std::visit([&](const auto& chosen) { return acoustic_tensor(chosen, F, n); }, law);
    for (const double value : principal_axes_of(upper_half(Q)).value)
      if (value < -rounding) return true;
  }
  return false;
}

}  // namespace eulersolid
