#include "io/preview/draw/colour_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/preview/draw/colours.h"

namespace eulersolid {

namespace {

/// Perceptually even from dark to light: matplotlib's map `plasma`, which is in the public domain
/// (CC0), at even shares.
constexpr std::array<std::array<int, 3>, 17> plasma = {{{13, 8, 135},
                                                        {49, 5, 151},
                                                        {76, 2, 161},
                                                        {102, 0, 167},
                                                        {126, 3, 168},
                                                        {149, 17, 161},
                                                        {170, 35, 149},
                                                        {188, 53, 135},
                                                        {204, 71, 120},
                                                        {218, 90, 106},
                                                        {230, 108, 92},
                                                        {240, 128, 78},
                                                        {248, 149, 64},
                                                        {253, 172, 51},
                                                        {253, 197, 39},
                                                        {248, 223, 37},
                                                        {240, 249, 33}}};

constexpr int colour_steps = 1024;  // of the table below

Vec3 between_anchors(double share) {
  const double at = share * (plasma.size() - 1);
  const std::size_t n = std::min(std::size_t(at), plasma.size() - 2);
  const double w = at - double(n);
  std::array<double, 3> rgb{};
  for (std::size_t c = 0; c < 3; ++c) rgb[c] = (1 - w) * plasma[n][c] + w * plasma[n + 1][c];
  return srgb(rgb[0], rgb[1], rgb[2]);
}

/// A power of ten by which numbers are shown in a unit with a prefix.
struct Prefix {
  int power;
  const char* letter;
};

Prefix prefix_for(double largest) {
  static constexpr Prefix prefixes[] = {{-9, "n"}, {-6, "u"}, {-3, "m"}, {0, ""},
                                        {3, "k"},  {6, "M"},  {9, "G"}};
  Prefix chosen = prefixes[0];
  for (const Prefix& prefix : prefixes)
    if (largest >= std::pow(10, prefix.power)) chosen = prefix;
  return chosen;
}

}  // namespace

Vec3 scale_colour(double share) {
  static const std::array<Vec3, colour_steps + 1> table = [] {
    std::array<Vec3, colour_steps + 1> colours;
    for (int n = 0; n <= colour_steps; ++n)
      colours[std::size_t(n)] = between_anchors(double(n) / colour_steps);
    return colours;
  }();
  if (std::isnan(share)) return srgb(150, 150, 150);
  return table[std::size_t(colour_steps * std::clamp(share, 0.0, 1.0) + 0.5)];
}

std::vector<double> round_ticks(double low, double high) {
  const double least = (high - low) / 6;
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double times : {5.0, 2.0, 1.0})
    if (times * power >= least * (1 - 1e-9)) step = times * power;
  std::vector<double> ticks;
  const double rounding = 1e-9 * step;
  for (double n = std::ceil((low - rounding) / step); n * step <= high + rounding; ++n)
    ticks.push_back(n * step + 0.0);  // no -0
  return ticks;
}

LegendText legend_text(const ColourScale& scale) {
  LegendText text;
  text.ticks = round_ticks(scale.low, scale.high);
  const double largest = std::max(std::fabs(scale.low), std::fabs(scale.high));
  const Prefix prefix = scale.unit == "-" ? Prefix{0, ""} : prefix_for(largest);
  text.title = fmt::format("{} [{}{}]", scale.title, prefix.letter, scale.unit);
  const double factor = std::pow(10, -prefix.power);
  const double step = text.ticks.size() > 1 ? factor * (text.ticks[1] - text.ticks[0]) : 1;
  const int decimals = std::max(0, int(std::ceil(-std::log10(step) - 1e-9)));
  constexpr int max_decimals = 6;
  for (const double tick : text.ticks)
    text.numbers.push_back(decimals <= max_decimals
                               ? fmt::format("{:.{}f}", factor * tick, decimals)
                               : fmt::format("{:.3g}", factor * tick));
  return text;
}

}  // namespace eulersolid
