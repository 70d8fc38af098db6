#include "io/preview/ray_shading.h"

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

double Shader::open_distance(Vec3 at) {
  double least = distance(at);
  for (const PlacedShape& obstacle : grids_.obstacles)
    least = std::min(least, signed_distance(obstacle, at));
  return least;
}

int Shader::owner(Vec3 at, Vec3 normal) {
  if (grids_.object_id == nullptr) return 1;
  constexpr double step = 0.25, deepest = 2;  // [cells]; numbers begin with the first cell inside
  for (double depth = step; depth <= deepest; depth += step) {
    const openvdb::Vec3d index =
        grids_.object_id->worldToIndex(vdb_vector(at - (depth * h_) * normal));
    const int id = int(grids_.object_id->tree().getValue(openvdb::Coord::round(index)));
    if (id != 0) return id;
  }
  return 1;
}

Vec3 Shader::body_colour_at(Vec3 at, Vec3 normal) {
  const Vec3 colour = body_colour(owner(at, normal));
  if (grids_.rest == nullptr || !(grids_.checker > 0)) return colour;
  const openvdb::Vec3d index = grids_.rest->worldToIndex(vdb_vector(at - 0.25 * h_ * normal));
  const openvdb::Vec3d X = openvdb::tools::BoxSampler::sample(grids_.rest->tree(), index);
  return in_dark_field(X, grids_.checker) ? 0.62 * colour : mix(colour, {1, 1, 1}, 0.12);
}

Vec3 Shader::shade(Vec3 at, Vec3 n, Vec3 ray, Vec3 colour) {
  double sun = std::max(0.0, dot(n, to_light));
  if (sun > 0) {
    const Vec3 start = at + 1.5 * h_ * n;
    if ((surface_ && surface_->intersectsWS({vdb_vector(start), vdb_vector(to_light)})) ||
        meets_solid(grids_.obstacles, start, to_light))
      sun = 0;
  }
  // Little of the sky reaches a gap: where there, the surface is nearer than the way gone outwards.
  const double open = std::clamp(open_distance(at + 2.0 * h_ * n) / (2.0 * h_), 0.25, 1.0);
  const Vec3 sky = (open * (0.34 + 0.16 * n.z)) * Vec3{0.92, 0.97, 1.08};
  const Vec3 light = sky + (0.72 * sun) * Vec3{1.05, 1.0, 0.92};
  const Vec3 halfway = normalized(to_light - ray);
  const double gloss = sun > 0 ? 0.12 * std::pow(std::max(0.0, dot(n, halfway)), 40) : 0;
  return times(colour, light) + Vec3{gloss, gloss, gloss};
}

Vec3 Shader::shade_body(Vec3 at, Vec3 ray) {
  const Vec3 n = normal(at);
  return shade(at, n, ray, body_colour_at(at, n));
}

/// @param behind  what would be seen without obstacles
Vec3 Shader::shade_obstacle(const ObstacleHit& hit, const PreviewCamera& camera, Vec3 ray,
                            Vec3 behind) {
  static const Vec3 grey = srgb(196, 199, 204);
  const Vec3 at = camera.eye + hit.distance * ray;
  const Vec3 n = shape_normal(*hit.obstacle, at, 0.1 * h_);
  const Vec3 light = shade(at, n, ray, grey);
  if (hit.obstacle->shape.kind != ShapeKind::plane) return light;
  // A plane has no end: far from what the picture is about it fades into the background.
  const Vec3 centre = 0.5 * (grids_.view.low + grids_.view.high);
  const double far = norm(at - centre) / norm(grids_.view.high - centre);
  return mix(light, behind, std::clamp((far - 1.5) / 2.5, 0.0, 1.0));
}

Vec3 Shader::colour(const PreviewCamera& camera, double x, double y) {
  const Vec3 ray = normalized(camera.direction(x, y)), sky = background(y / camera.height);
  const ObstacleHit obstacle = first_obstacle(grids_.obstacles, camera.eye, ray);
  openvdb::Vec3d hit;
  if (surface_ && surface_->intersectsWS({vdb_vector(camera.eye), vdb_vector(ray)}, hit)) {
    const Vec3 at{hit.x(), hit.y(), hit.z()};
    const Vec3 body = shade_body(at, ray);
    if (!(obstacle.distance < norm(at - camera.eye))) return body;
    if (obstacle.obstacle->shape.kind == ShapeKind::plane)
      return shade_obstacle(obstacle, camera, ray, sky);
    constexpr double see_through = 0.45;  // what presses on a body must not hide it
    return mix(shade_obstacle(obstacle, camera, ray, sky), body, see_through);
  }
  return obstacle ? shade_obstacle(obstacle, camera, ray, sky) : sky;
}

}  // namespace eulersolid
