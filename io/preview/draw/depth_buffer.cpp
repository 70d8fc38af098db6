#include "io/preview/draw/depth_buffer.h"

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

/// Corners of a triangle on the screen.
struct ScreenTriangle {
  const ScreenVertex &a, &b, &c;
};

ScreenTriangle on_screen(const PreviewMesh& mesh, const std::vector<ScreenVertex>& vertices,
                         std::size_t triangle) {
  const auto& corners = mesh.triangles[triangle];
  return {vertices[std::size_t(corners[0])], vertices[std::size_t(corners[1])],
          vertices[std::size_t(corners[2])]};
}

/// Twice the area; negative where the triangle faces the eye, as y is down.
float signed_area(const ScreenTriangle& t) {
  return (t.b.x - t.a.x) * (t.c.y - t.a.y) - (t.b.y - t.a.y) * (t.c.x - t.a.x);
}

/// The rows whose middles a triangle reaches.
Rows rows_of(const ScreenTriangle& t, int height) {
  const float low = std::min({t.a.y, t.b.y, t.c.y}), high = std::max({t.a.y, t.b.y, t.c.y});
  return {std::max(0, int(std::ceil(std::max(low - 0.5F, -1.0F)))),
          std::min(height, int(std::floor(std::min(high - 0.5F, float(height)))) + 1)};
}

/// The samples of one triangle in a band of rows: those whose middles lie in it.
void draw(DepthBuffer& buffer, const DepthBuffer* before, int number,
          const ScreenTriangle& triangle, Rows rows) {
  const auto& [a, b, c] = triangle;
  const float area = signed_area(triangle);
  const float low_x = std::min({a.x, b.x, c.x}), high_x = std::max({a.x, b.x, c.x});
  const int first = std::max(0, int(std::ceil(std::max(low_x - 0.5F, -1.0F))));
  const int last =
      std::min(buffer.width - 1, int(std::floor(std::min(high_x - 0.5F, float(buffer.width)))));
  // Weights of a, b, c are linear in x and y.
  const float s = 1 / area;
  const float bx = s * (c.y - a.y), by = s * (a.x - c.x), cx = s * (a.y - b.y),
              cy = s * (b.x - a.x);
  for (int y = rows.first; y < rows.end; ++y) {
    const float dy = float(y) + 0.5F - a.y;
    for (int x = first; x <= last; ++x) {
      const float dx = float(x) + 0.5F - a.x;
      const float wb = bx * dx + by * dy, wc = cx * dx + cy * dy;
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      const float near =
          a.nearness + wb * (b.nearness - a.nearness) + wc * (c.nearness - a.nearness);
      const std::size_t n = buffer.at(x, y);
      if (before && near >= before->nearness[n]) continue;
      if (near > buffer.nearness[n]) buffer.nearness[n] = near, buffer.triangle[n] = number;
    }
  }
}

/// The triangles of each band. What faces away from the eye is hidden by what does not, where a
/// surface is closed.
std::vector<std::vector<int>> triangles_of_bands(const PreviewMesh& mesh,
                                                 const std::vector<ScreenVertex>& vertices,
                                                 int height) {
  std::vector<std::vector<int>> bands(std::size_t((height + band - 1) / band));
  for (std::size_t n = 0; n < mesh.triangles.size(); ++n) {
    const ScreenTriangle t = on_screen(mesh, vertices, n);
    if (!t.a.visible || !t.b.visible || !t.c.visible) continue;
    const float area = signed_area(t);
    if (area == 0 || !std::isfinite(area) || (mesh.is_closed && area > 0)) continue;
    const Rows rows = rows_of(t, height);
    for (int y = rows.first; y < rows.end; y = (y / band + 1) * band)
      bands[std::size_t(y / band)].push_back(int(n));
  }
  return bands;
}

}  // namespace

DepthBuffer draw_depth(const PreviewMesh& mesh, const std::vector<ScreenVertex>& vertices,
                       int width, int height, const DepthBuffer* before) {
  DepthBuffer buffer{width, height, {}, {}};
  const std::size_t samples = std::size_t(width) * std::size_t(height);
  buffer.nearness.assign(samples, nothing_near), buffer.triangle.assign(samples, -1);
  const auto bands = triangles_of_bands(mesh, vertices, height);
  tbb::parallel_for(0, int(bands.size()), [&](int task) {
    for (const int n : bands[std::size_t(task)]) {
      const ScreenTriangle t = on_screen(mesh, vertices, std::size_t(n));
      const Rows rows = rows_of(t, height);
      draw(buffer, before, n, t,
           {std::max(rows.first, task * band), std::min(rows.end, (task + 1) * band)});
    }
  });
  return buffer;
}

}  // namespace eulersolid
