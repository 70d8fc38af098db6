#include "io/preview/draw/shadow_map.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

constexpr int resolution = 640;  // texels across

}  // namespace

ShadowMap::ShadowMap(const PreviewMesh& casters, Vec3 to_light)
    : right_(normalized(cross({0, 0, 1}, to_light))),
      down_(cross(right_, to_light)),
      to_light_(to_light) {
  double high_x = -INFINITY, high_y = -INFINITY;
  low_x_ = low_y_ = INFINITY;
  for (const Vec3& at : casters.positions) {
    low_x_ = std::min(low_x_, dot(at, right_)), high_x = std::max(high_x, dot(at, right_));
    low_y_ = std::min(low_y_, dot(at, down_)), high_y = std::max(high_y, dot(at, down_));
  }
  if (!(high_x >= low_x_)) return;  // there is nothing: the map stays empty
  texel_ = std::max({high_x - low_x_, high_y - low_y_, 1e-12}) / (resolution - 2);
  low_x_ -= texel_, low_y_ -= texel_;
  std::vector<ScreenVertex> vertices;
  vertices.reserve(casters.positions.size());
  for (const Vec3& at : casters.positions) {
    const Place p = place(at);
    vertices.push_back({float(p.x), float(p.y), float(p.nearness), true});
  }
  buffer_ = draw_depth(casters, vertices, resolution, resolution);
}

ShadowMap::Place ShadowMap::place(Vec3 at) const {
  return {(dot(at, right_) - low_x_) / texel_, (dot(at, down_) - low_y_) / texel_,
          dot(at, to_light_) / texel_};
}

double ShadowMap::light(Vec3 at, Vec3 normal) const {
  constexpr double bias = 1.5;  // [texels]: what a surface that is seen aslant differs by in one
  if (buffer_.width == 0) return 1;
  const Place p = place(at + (bias * texel_) * normal);
  const int x = int(std::floor(p.x - 0.5)), y = int(std::floor(p.y - 0.5));
  const double a = p.x - 0.5 - x, b = p.y - 0.5 - y;
  double light = 0;
  for (int n = 0; n < 4; ++n) {
    const int i = x + (n & 1), j = y + (n >> 1);
    const double weight = ((n & 1) != 0 ? a : 1 - a) * ((n >> 1) != 0 ? b : 1 - b);
    const bool within = i >= 0 && j >= 0 && i < buffer_.width && j < buffer_.height;
    if (!within || !(double(buffer_.nearness[buffer_.at(i, j)]) > p.nearness + bias))
      light += weight;
  }
  return light;
}

}  // namespace eulersolid
