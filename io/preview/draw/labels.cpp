#include "io/preview/draw/labels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/preview/draw/colours.h"
#include "io/preview/draw/font.h"

namespace eulersolid {

namespace {

using Shade = std::array<double, 3>;  // sRGB, in 256 steps

constexpr Shade ink = {38, 44, 54}, paper = {244, 246, 249};

/// Pixels for a dot of the font: in a picture of 480 rows one, so that letters are 2.7 % high.
double dot_size(const Picture& picture) { return std::max(0.75, picture.height / 480.0); }

void blend(Picture& picture, int x, int y, const Shade& shade, double share) {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height || !(share > 0)) return;
  std::uint8_t* rgb =
      &picture.rgb[3 * (std::size_t(x) + std::size_t(picture.width) * std::size_t(y))];
  for (std::size_t c = 0; c < 3; ++c)
    rgb[c] = std::uint8_t(std::lround((1 - share) * rgb[c] + share * shade[c]));
}

/// How much of a pixel of its place a rectangle covers, along one direction.
double covered(int pixel, double low, double high) {
  return std::clamp(std::min(high, pixel + 1.0) - std::max(low, double(pixel)), 0.0, 1.0);
}

/// A part of the picture [pixels].
struct Box {
  double left, top, width, height;
};

void fill(Picture& picture, const Box& box, const Shade& shade) {
  const double right = box.left + box.width, bottom = box.top + box.height;
  for (int y = int(std::floor(box.top)); y < bottom; ++y)
    for (int x = int(std::floor(box.left)); x < right; ++x)
      blend(picture, x, y, shade, covered(x, box.left, right) * covered(y, box.top, bottom));
}

/// A line of text whose letters are drawn smoothly at any size.
class Text {
 public:
  Text(const std::string& letters, double dot) : letters_(letters), dot_(dot) {}

  double width() const { return dot_ * glyph_width * double(letters_.size()); }
  double height() const { return dot_ * glyph_height; }

  /// Dark, with a light rim that keeps it legible before anything.
  void draw(Picture& picture, double left, double top) const {
    const double rim = 1.5 * dot_;
    for (int y = int(top - rim); y < top + height() + rim; ++y)
      for (int x = int(left - rim); x < left + width() + rim; ++x) {
        const double u = (x + 0.5 - left) / dot_, v = (y + 0.5 - top) / dot_;
        double near = 0;
        for (int n = 0; n < 9; ++n) near = std::max(near, cover(u + n % 3 - 1, v + int(n / 3) - 1));
        blend(picture, x, y, paper, 0.7 * near);
        blend(picture, x, y, ink, cover(u, v));
      }
  }

 private:
  double dot(int x, int y) const {
    if (x < 0 || x >= glyph_width * int(letters_.size())) return 0;
    return glyph_has(letters_[std::size_t(x / glyph_width)], x % glyph_width, y) ? 1 : 0;
  }

  /// Of the pixel at a place in dots: dots are joined by straight lines in between, and their
  /// outline is where that is a half.
  double cover(double u, double v) const {
    const int x = int(std::floor(u - 0.5)), y = int(std::floor(v - 0.5));
    const double a = u - 0.5 - x, b = v - 0.5 - y;
    const double ink_here = (1 - b) * ((1 - a) * dot(x, y) + a * dot(x + 1, y)) +
                            b * ((1 - a) * dot(x, y + 1) + a * dot(x + 1, y + 1));
    return std::clamp(0.5 + (ink_here - 0.5) * std::max(1.0, dot_), 0.0, 1.0);
  }

  const std::string& letters_;
  double dot_;
};

void draw_bar(Picture& picture, const Box& bar, double dot) {
  fill(picture, {bar.left - dot, bar.top - dot, bar.width + 2 * dot, bar.height + 2 * dot}, ink);
  for (int y = 0; y < int(bar.height); ++y) {
    const Vec3 light = scale_colour(1 - (y + 0.5) / bar.height);
    const Shade shade = {double(display_value(light.x)), double(display_value(light.y)),
                         double(display_value(light.z))};
    fill(picture, {bar.left, bar.top + y, bar.width, 1}, shade);
  }
}

}  // namespace

void draw_stamp(Picture& picture, const std::string& text) {
  const double dot = dot_size(picture), margin = std::round(12 * dot);
  const Text line(text, dot);
  line.draw(picture, margin, std::round(picture.height - margin - line.height()));
}

void draw_note(Picture& picture, const std::string& text) {
  const Text line(text, dot_size(picture));
  line.draw(picture, std::round(0.5 * (picture.width - line.width())),
            std::round(0.5 * (picture.height - line.height())));
}

void draw_legend(Picture& picture, const ColourScale& scale) {
  const double dot = dot_size(picture), margin = std::round(12 * dot), tick = 4 * dot;
  const LegendText text = legend_text(scale);
  double numbers_width = 0;
  for (const std::string& number : text.numbers)
    numbers_width = std::max(numbers_width, Text(number, dot).width());
  const Text title(text.title, dot);
  const Box bar{std::round(picture.width - margin - numbers_width - 2 * tick - 14 * dot),
                std::round(margin + 2 * title.height()), std::round(14 * dot),
                std::round(0.4 * picture.height)};
  title.draw(picture, std::round(picture.width - margin - title.width()), margin);
  draw_bar(picture, bar, dot);
  for (std::size_t n = 0; n < text.ticks.size(); ++n) {
    const double y = bar.top + bar.height * (1 - scale.share(text.ticks[n]));
    const double x = bar.left + bar.width + dot;
    fill(picture, {x, y - 0.5 * dot, tick, dot}, ink);
    const Text number(text.numbers[n], dot);
    number.draw(picture, std::round(x + 2 * tick - dot), std::round(y - 0.5 * number.height()));
  }
}

}  // namespace eulersolid
