#include "io/ray_shading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace eulersolid {

namespace {

const Vec3 to_light = normalized({0.55, -0.45, 1.0});  // from the upper right, before the picture

openvdb::Vec3d vdb_vector(Vec3 v) { return {v.x, v.y, v.z}; }

Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 mix(Vec3 a, Vec3 b, double share) { return (1 - share) * a + share * b; }

/// Linear light of an sRGB colour given in 256 steps.
Vec3 srgb(double r, double g, double b) {
  const auto light = [](double v) { return std::pow((v / 255 + 0.055) / 1.055, 2.4); };
  return {light(r), light(g), light(b)};
}

/// Light grey, darker towards the bottom.
Vec3 background(double height) { return mix(srgb(250, 250, 252), srgb(205, 210, 217), height); }

/// A colour for each body; with many bodies they come again.
Vec3 body_colour(int id) {
  static const std::array<Vec3, 10> palette = {
      srgb(224, 96, 72),   srgb(62, 124, 184), srgb(240, 180, 70),  srgb(84, 158, 108),
      srgb(144, 104, 184), srgb(66, 168, 176), srgb(222, 128, 160), srgb(164, 148, 90),
      srgb(120, 136, 154), srgb(176, 112, 76)};
  return palette[std::size_t(std::max(id - 1, 0)) % palette.size()];
}

/// Is a point in a dark field of the checker pattern? Shifted, so that the faces of a box made of
/// whole fields do not lie on a border.
bool in_dark_field(openvdb::Vec3d X, double width) {
  constexpr double shift = 0.37;
  int sum = 0;
  for (int axis = 0; axis < 3; ++axis) sum += int(std::floor(X[axis] / width + shift));
  return (sum & 1) != 0;
}

}  // namespace

Shader::Shader(const PreviewGrids& grids)
    : grids_(grids), h_(grids.surface->voxelSize().x()), distances_(grids.surface->tree()) {
  if (grids.surface->activeVoxelCount() > 0) surface_.emplace(*grids.surface);
}

double Shader::distance(Vec3 at) {
  const openvdb::Vec3d index = grids_.surface->worldToIndex(vdb_vector(at));
  return double(openvdb::tools::BoxSampler::sample(distances_, index));
}

Vec3 Shader::normal(Vec3 at) {
  Vec3 slope;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 step;
    step[axis] = 0.75 * h_;
    slope[axis] = distance(at + step) - distance(at - step);
  }
  return normalized(slope);
}

Vec3 Shader::material(Vec3 at, Vec3 normal) {
  int id = 1;
  if (grids_.object_id != nullptr) {
    const openvdb::Vec3d index = grids_.object_id->worldToIndex(vdb_vector(at - 0.5 * h_ * normal));
    id = int(grids_.object_id->tree().getValue(openvdb::Coord::round(index)));
  }
  const Vec3 colour = body_colour(id);
  if (grids_.rest == nullptr || !(grids_.checker > 0)) return colour;
  const openvdb::Vec3d index = grids_.rest->worldToIndex(vdb_vector(at - 0.25 * h_ * normal));
  const openvdb::Vec3d X = openvdb::tools::BoxSampler::sample(grids_.rest->tree(), index);
  return in_dark_field(X, grids_.checker) ? 0.62 * colour : mix(colour, {1, 1, 1}, 0.12);
}

Vec3 Shader::shade(Vec3 at, Vec3 ray) {
  const Vec3 n = normal(at);
  double sun = std::max(0.0, dot(n, to_light));
  if (sun > 0) {
    const openvdb::math::Ray<double> shadow(vdb_vector(at + 1.5 * h_ * n), vdb_vector(to_light));
    if (surface_->intersectsWS(shadow)) sun = 0;
  }
  // Little of the sky reaches a gap: where there, the surface is nearer than the way gone outwards.
  const double open = std::clamp(distance(at + 2.0 * h_ * n) / (2.0 * h_), 0.25, 1.0);
  const Vec3 sky = (open * (0.34 + 0.16 * n.z)) * Vec3{0.92, 0.97, 1.08};
  const Vec3 light = sky + (0.72 * sun) * Vec3{1.05, 1.0, 0.92};
  const Vec3 halfway = normalized(to_light - normalized(ray));
  const double gloss = sun > 0 ? 0.12 * std::pow(std::max(0.0, dot(n, halfway)), 40) : 0;
  return times(material(at, n), light) + Vec3{gloss, gloss, gloss};
}

Vec3 Shader::colour(const PreviewCamera& camera, double x, double y) {
  const Vec3 ray = camera.direction(x, y);
  if (surface_) {
    openvdb::Vec3d hit;
    if (surface_->intersectsWS({vdb_vector(camera.eye), vdb_vector(normalized(ray))}, hit))
      return shade({hit.x(), hit.y(), hit.z()}, ray);
  }
  return background(y / camera.height);
}

}  // namespace eulersolid
