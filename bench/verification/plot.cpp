#include "bench/verification/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

constexpr double width = 260, height = 200, left = 46, right = 12, top = 12, bottom = 34;  // pixels

/// From decimal logarithms to pixels.
struct Frame {
  double x_low, x_high, y_low, y_high;

  double x(double log_size) const {
    return left + (log_size - x_low) / (x_high - x_low) * (width - left - right);
  }
  double y(double log_error) const {
    return height - bottom - (log_error - y_low) / (y_high - y_low) * (height - top - bottom);
  }
};

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, style);
}

std::string text(double x, double y, const std::string& anchor, const std::string& what) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     what);
}

/// Below 1e-12 there is nothing to see.
double log_of(double error) { return std::log10(std::max(error, 1e-12)); }

/// A line of a slope through the finest point, as far as it is in the frame.
std::string slope(const Frame& frame, double x, double y, int order) {
  const double end = std::min(frame.x_high, x + (frame.y_high - y) / order);
  return line(frame.x(x), frame.y(y), frame.x(end), frame.y(y + order * (end - x)),
              "stroke=\"#999\" stroke-dasharray=\"4 3\"") +
         text(frame.x(end), frame.y(y + order * (end - x)) + 12, "end", std::to_string(order));
}

}  // namespace

std::string plot_of(const Verified& result) {
  double least = 0, most = -12;
  for (const VerifiedSize& size : result.sizes)
    least = std::min(least, log_of(size.error)), most = std::max(most, log_of(size.error));
  const double coarsest = -std::log10(double(result.sizes.front().cells)),
               finest = -std::log10(double(result.sizes.back().cells));
  const Frame frame{finest - 0.08, coarsest + 0.08, std::floor(least - 0.05),
                    std::max(std::ceil(most + 0.05), std::floor(least - 0.05) + 1)};
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"10\">\n",
      width, height);
  svg += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (double decade = frame.y_low; decade <= frame.y_high; ++decade) {
    svg += line(left, frame.y(decade), width - right, frame.y(decade), "stroke=\"#ddd\"");
    svg += text(left - 4, frame.y(decade) + 3, "end", fmt::format("1e{:.0f}", decade));
  }
  svg += slope(frame, finest, log_of(result.sizes.back().error), 1);
  svg += slope(frame, finest, log_of(result.sizes.back().error), 2);
  std::string path;
  for (const VerifiedSize& size : result.sizes) {
    const double x = frame.x(-std::log10(double(size.cells))), y = frame.y(log_of(size.error));
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", x, y);
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#06c\"/>\n", x, y);
    svg += text(x, height - bottom + 13, "middle", fmt::format("1/{}", size.cells));
  }
  svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#06c\"/>\n", path);
  svg += text(0.5 * (left + width - right), height - 6, "middle", "cell size over what is divided");
  return svg + "</svg>\n";
}

}  // namespace eulersolid
