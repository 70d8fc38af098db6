#include "io/preview/ray_tracer.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "io/preview/ray_shading.h"

namespace eulersolid {

namespace {

using Colours = std::vector<Vec3>;  // linear light, one per pixel

/// Call body(shader, y) for every row of the picture, with one shader for each thread's rows.
template <class Body>
void for_rows(const PreviewGrids& grids, int height, Body body) {
  tbb::parallel_for(tbb::blocked_range<int>(0, height), [&](const tbb::blocked_range<int>& rows) {
    Shader shader(grids);
    for (int y = rows.begin(); y < rows.end(); ++y) body(shader, y);
  });
}

/// Would an eye see a step between two pixels?
bool differ(Vec3 a, Vec3 b) {
  constexpr double just_visible = 0.02;
  const Vec3 step = a - b;
  return norm1(step) > just_visible * (0.1 + norm1(a) + norm1(b));
}

bool at_an_edge(const Colours& colours, const PreviewCamera& camera, int x, int y) {
  const auto at = [&](int i, int j) { return colours[std::size_t(i + camera.width * j)]; };
  const Vec3 here = at(x, y);
  return (x > 0 && differ(here, at(x - 1, y))) || (y > 0 && differ(here, at(x, y - 1))) ||
         (x + 1 < camera.width && differ(here, at(x + 1, y))) ||
         (y + 1 < camera.height && differ(here, at(x, y + 1)));
}

Vec3 mean_of_four(Shader& shader, const PreviewCamera& camera, int x, int y) {
  Vec3 sum;
  for (const double dx : {0.25, 0.75})
    for (const double dy : {0.25, 0.75}) sum += shader.colour(camera, x + dx, y + dy);
  return 0.25 * sum;
}

/// Linear light to the sRGB value of a display.
std::uint8_t display_value(double light) {
  const double v = std::clamp(light, 0.0, 1.0);
  const double s = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  return std::uint8_t(std::lround(255 * s));
}

}  // namespace

Picture draw(const PreviewGrids& grids, const PreviewCamera& camera) {
  const std::size_t pixels = std::size_t(camera.width) * std::size_t(camera.height);
  Colours one(pixels);
  for_rows(grids, camera.height, [&](Shader& shader, int y) {
    for (int x = 0; x < camera.width; ++x)
      one[std::size_t(x + camera.width * y)] = shader.colour(camera, x + 0.5, y + 0.5);
  });
  Picture picture{camera.width, camera.height, std::vector<std::uint8_t>(3 * pixels)};
  for_rows(grids, camera.height, [&](Shader& shader, int y) {
    for (int x = 0; x < camera.width; ++x) {
      const std::size_t p = std::size_t(x + camera.width * y);
      const Vec3 colour =
          at_an_edge(one, camera, x, y) ? mean_of_four(shader, camera, x, y) : one[p];
      for (int c = 0; c < 3; ++c) picture.rgb[3 * p + std::size_t(c)] = display_value(colour[c]);
    }
  });
  return picture;
}

}  // namespace eulersolid
