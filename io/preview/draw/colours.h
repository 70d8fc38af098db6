#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Colours are linear light.
inline Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Vec3 mix(Vec3 a, Vec3 b, double share) { return (1 - share) * a + share * b; }

/// Linear light of an sRGB colour given in 256 steps.
inline Vec3 srgb(double r, double g, double b) {
  const auto light = [](double v) { return std::pow((v / 255 + 0.055) / 1.055, 2.4); };
  return {light(r), light(g), light(b)};
}

/// The sRGB value of a display for linear light.
std::uint8_t display_value(double light);

/// A colour for each body, numbered from 1 on: the first ten are chosen, more follow by the golden
/// section of the circle of hues, in turn light and dark.
Vec3 body_colour(int number);

}  // namespace eulersolid
