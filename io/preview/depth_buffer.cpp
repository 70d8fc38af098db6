#include "io/preview/depth_buffer.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// Rows that one task draws.
constexpr int band = 96;

struct Rows {
  int first, end;
};

/// The samples of one triangle in a band of rows: those whose middles lie in it.
void draw(DepthBuffer& buffer, int number, const ScreenVertex& a, const ScreenVertex& b,
          const ScreenVertex& c, Rows rows) {
  const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0 || !std::isfinite(area)) return;
  const float low_y = std::min({a.y, b.y, c.y}), high_y = std::max({a.y, b.y, c.y});
  const int first_row = std::max(rows.first, int(std::ceil(std::max(low_y - 0.5F, -1.0F))));
  const int last_row =
      std::min(rows.end - 1, int(std::floor(std::min(high_y - 0.5F, float(buffer.height)))));
  if (first_row > last_row) return;
  const float low_x = std::min({a.x, b.x, c.x}), high_x = std::max({a.x, b.x, c.x});
  const int first = std::max(0, int(std::ceil(std::max(low_x - 0.5F, -1.0F))));
  const int last =
      std::min(buffer.width - 1, int(std::floor(std::min(high_x - 0.5F, float(buffer.width)))));
  // Weights of a, b, c are linear in x and y.
  const float s = 1 / area;
  const float bx = s * (c.y - a.y), by = s * (a.x - c.x), cx = s * (a.y - b.y),
              cy = s * (b.x - a.x);
  for (int y = first_row; y <= last_row; ++y) {
    const float dy = float(y) + 0.5F - a.y;
    for (int x = first; x <= last; ++x) {
      const float dx = float(x) + 0.5F - a.x;
      const float wb = bx * dx + by * dy, wc = cx * dx + cy * dy;
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      const float near =
          a.nearness + wb * (b.nearness - a.nearness) + wc * (c.nearness - a.nearness);
      const std::size_t n = buffer.at(x, y);
      if (near > buffer.nearness[n]) buffer.nearness[n] = near, buffer.triangle[n] = number;
    }
  }
}

}  // namespace

DepthBuffer draw_depth(const PreviewMesh& mesh, const std::vector<ScreenVertex>& vertices,
                       int width, int height) {
  DepthBuffer buffer{width, height, {}, {}};
  const std::size_t samples = std::size_t(width) * std::size_t(height);
  buffer.nearness.assign(samples, nothing_near), buffer.triangle.assign(samples, -1);
  tbb::parallel_for(0, (height + band - 1) / band, [&](int task) {
    const Rows rows{task * band, std::min(height, (task + 1) * band)};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto& corners = mesh.triangles[t];
      const ScreenVertex &a = vertices[std::size_t(corners[0])],
                         &b = vertices[std::size_t(corners[1])],
                         &c = vertices[std::size_t(corners[2])];
      if (a.visible && b.visible && c.visible) draw(buffer, int(t), a, b, c, rows);
    }
  });
  return buffer;
}

}  // namespace eulersolid
