#include "io/preview/draw/colours.h"

#include <algorithm>
#include <array>

namespace eulersolid {

namespace {

/// A colour of a hue in [0, 1), in 256 steps of sRGB.
Vec3 hue_colour(double hue, double value, double saturation) {
  const auto part = [&](double shift) {
    const double k = std::fmod(6 * hue + shift, 6);
    return 255 * value * (1 - saturation * std::clamp(std::min(k, 4 - k), 0.0, 1.0));
  };
  return srgb(part(5), part(3), part(1));
}

}  // namespace

std::uint8_t display_value(double light) {
  constexpr int steps = 4096;
  static const std::array<std::uint8_t, steps + 1> table = [] {
    std::array<std::uint8_t, steps + 1> values{};
    for (int n = 0; n <= steps; ++n) {
      const double v = double(n) / steps;
      const double s = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
      values[std::size_t(n)] = std::uint8_t(std::lround(255 * s));
    }
    return values;
  }();
  return table[std::size_t(steps * std::clamp(light, 0.0, 1.0) + 0.5)];
}

Vec3 body_colour(int number) {
  static const std::array<Vec3, 10> chosen = {
      srgb(224, 96, 72),   srgb(62, 124, 184), srgb(240, 180, 70),  srgb(84, 158, 108),
      srgb(144, 104, 184), srgb(66, 168, 176), srgb(222, 128, 160), srgb(164, 148, 90),
      srgb(120, 136, 154), srgb(176, 112, 76)};
  const int index = std::max(number - 1, 0);
  if (index < int(chosen.size())) return chosen[std::size_t(index)];
  constexpr double golden = 0.61803398874989485;
  const double hue = std::fmod(golden * index, 1);
  const int turn = index % 3;
  return hue_colour(hue, turn == 0 ? 0.9 : turn == 1 ? 0.65 : 0.8, turn == 2 ? 0.35 : 0.65);
}

}  // namespace eulersolid
