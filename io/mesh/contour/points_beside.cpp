#include "io/mesh/contour/points_beside.h"

#include <cmath>

namespace eulersolid {

namespace {

/// A unit vector across another one.
Vec3 across(Vec3 n) {
  return normalized(std::fabs(n.x) < 0.6 ? cross(n, {1, 0, 0}) : cross(n, {0, 1, 0}));
}

/// Is the normal the same above and below the surface? Above an edge it turns, below it jumps.
bool is_on_one_side(const SurfacePoint& p, double depth, const LevelField& field) {
  constexpr double same = 0.999;
  return dot(p.normal, field.normal(p.at - depth * p.normal)) > same &&
         dot(p.normal, field.normal(p.at + depth * p.normal)) > same;
}

}  // namespace

std::vector<SurfacePoint> points_beside(const SurfacePoint& point, double distance,
                                        const LevelField& field) {
  constexpr int around = 6;      // two for each side of a corner that three have in equal parts
  constexpr double phase = 0.3;  // none in the planes between them
  std::vector<SurfacePoint> points;
  const Vec3 a = across(point.normal), b = cross(point.normal, a);
  for (const double height : {-0.5, 0.5})  // an edge's sides are seen from the solid, or the air
    for (int n = 0; n < around; ++n) {
      const double angle = phase + n * (2 * 3.14159265358979323846 / around);
      Vec3 at =
          point.at + distance * (std::cos(angle) * a + std::sin(angle) * b + height * point.normal);
      for (int step = 0; step < 2; ++step) at = at - field.level(at) * field.normal(at);
      const SurfacePoint beside{at, field.normal(at)};
      if (norm(at - point.at) < 4 * distance && is_on_one_side(beside, 0.2 * distance, field))
        points.push_back(beside);
    }
  if (points.empty()) points.push_back(point);
  return points;
}

std::vector<SurfacePoint> points_towards(Vec3 place, const std::vector<SurfacePoint>& points,
                                         const LevelField& field) {
  constexpr double part = 0.9;  // of the way: behind the place may be another side
  std::vector<SurfacePoint> nearer;
  for (const SurfacePoint& point : points) {
    const Vec3 way = place - point.at;
    const Vec3 at = point.at + part * (way - dot(point.normal, way) * point.normal);
    const LevelPoint there = field.at(at);
    nearer.push_back({at + there.way_to_surface(), there.normal()});
  }
  return nearer;
}

}  // namespace eulersolid
