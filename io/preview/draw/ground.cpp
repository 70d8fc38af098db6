#include "io/preview/draw/ground.h"

#include <algorithm>

namespace eulersolid {

namespace {

constexpr double level = 0.9999;  // z of a normal that counts as upright

}  // namespace

double soft_wave(double x, double width) {
  if (width >= 1) return 0;
  const double phase = x - 2 * std::floor(0.5 * x);              // in [0, 2)
  const double to_edge = std::min(phase, std::fabs(1 - phase));  // of the nearest edge
  const double distance = std::min(to_edge, std::fabs(2 - phase));
  const double sign = phase < 1 ? 1 : -1;
  return sign * std::min(1.0, distance / (0.5 * width + 1e-12)) * (1 - width);
}

Ground::Ground(const std::vector<PlacedShape>& obstacles, const Bounds& view)
    : centre_(0.5 * (view.low + view.high)),
      radius_(0.5 * norm(view.high - view.low)),
      tile_(radius_ / 4) {
  for (const PlacedShape& obstacle : obstacles)
    if (obstacle.shape.kind == ShapeKind::plane)
      add(obstacle.pose.position, obstacle.pose.rotation * obstacle.shape.normal, false);
  const bool has_level = std::any_of(planes_.begin(), planes_.end(),
                                     [](const GroundPlane& p) { return p.normal.z > level; });
  is_level_ = planes_.empty() || has_level;
  if (!is_level_) add({centre_.x, centre_.y, view.low.z - 0.15 * radius_}, {0, 0, 1}, true);
}

void Ground::add(Vec3 point, Vec3 normal, bool is_reference) {
  const Vec3 axis = std::fabs(normal.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  GroundPlane plane{point, normal, normalized(cross(axis, normal)), {}, is_reference};
  plane.across = cross(normal, plane.along);
  planes_.push_back(plane);
}

GroundHit Ground::first_hit(Vec3 eye, Vec3 direction) const {
  GroundHit first;
  for (const GroundPlane& plane : planes_) {
    const double height = dot(eye - plane.point, plane.normal);
    const double descent = -dot(direction, plane.normal);
    if (!(height > 0 && descent > 0) || height / descent >= first.distance) continue;
    const Vec3 at = eye + (height / descent) * direction;
    if (fading(plane, at) < 1) first = {height / descent, &plane};
  }
  return first;
}

double Ground::tiles(const GroundPlane& plane, Vec3 at, double footprint) const {
  const Vec3 way = at - plane.point;
  const double width = footprint / tile_;
  return soft_wave(dot(way, plane.along) / tile_, width) *
         soft_wave(dot(way, plane.across) / tile_, width);
}

double Ground::fading(const GroundPlane& plane, Vec3 at) const {
  const Vec3 way = at - centre_;
  const Vec3 aside = way - dot(way, plane.normal) * plane.normal;
  const double far = norm(aside) / radius_;
  // Level ground reaches to the horizon; what slopes ends, so that it is seen to.
  const bool ends = !is_level_ && !plane.is_reference;
  return ends ? std::clamp((far - 1.2) / 0.02, 0.0, 1.0) : std::clamp((far - 2) / 10, 0.0, 1.0);
}

}  // namespace eulersolid
