#include "io/surface/closing.h"

#include <cmath>
#include <vector>

#include "io/surface/deformed_shape.h"
#include "io/surface/inverse_map.h"
#include "surface/point_cubes.h"
#include "surface/rest_points.h"

namespace eulersolid {

namespace {

/// Cosine between normals that face each other, at most.
constexpr double facing = -0.5;
/// What is left of a gap that closes, at most.
constexpr double left_of_gap = 0.7;

struct SurfacePoint {
  Vec3 rest, at;  ///< [m]
  Vec3 rest_normal, normal;
};

/// Where a body's surface is, where its map says that.
std::vector<SurfacePoint> surface_of(const BodyMap& body, Vec3 origin, double h) {
  const DeformedShape shape(body, origin, h);
  const InverseMap inverse(shape);
  std::vector<SurfacePoint> points;
  for (const RestPoint& point : rest_points(body.shape.shape, h)) {
    const Vec3 rest = to_world(body.shape.pose, point.at);
    const Vec3 N = normalized(body.shape.pose.rotation * point.area);
    const std::optional<Vec3> at = inverse.place_of(rest);
    if (at) points.push_back({rest, *at, N, shape.normal(*at)});
  }
  return points;
}

/// The gap from one point to another that it faces [m]; infinite where it does not.
/// @param h  how far aside the other may be, and how far behind [m]
double gap_between(const SurfacePoint& a, const SurfacePoint& b, double widest, double h) {
  const Vec3 way = b.at - a.at, rest_way = b.rest - a.rest;
  const double gap = dot(way, a.normal);
  const bool faces = dot(a.normal, b.normal) < facing && norm(way - gap * a.normal) < h;
  const double rest_gap = dot(rest_way, a.rest_normal);
  const bool faced_at_rest = rest_gap > 0 && dot(rest_way, b.rest_normal) < 0;
  const bool closes = faced_at_rest ? gap < left_of_gap * rest_gap : gap > 0;
  const bool other = closes && norm(rest_way) > (faced_at_rest ? widest : 2 * widest);
  return faces && other && -h < gap && gap < widest ? gap : INFINITY;
}

HostPointCubes cubes_of(const std::vector<SurfacePoint>& points, double edge) {
  std::vector<Vec3> at;
  for (const SurfacePoint& point : points) at.push_back(point.at);
  return {at, edge};
}

}  // namespace

std::optional<Closing> narrowest_closing(const FrameMaps& maps, double widest) {
  std::optional<Closing> narrowest;
  for (const BodyMap& body : maps.bodies) {
    const std::vector<SurfacePoint> points = surface_of(body, maps.origin, maps.h);
    const HostPointCubes cubes = cubes_of(points, std::hypot(widest, maps.h));
    for (const SurfacePoint& point : points) {
      const auto compare = [&](int p) {
        const double gap = gap_between(point, points[std::size_t(p)], widest, maps.h);
        if (gap < (narrowest ? narrowest->gap : widest))
          narrowest = {body.name, gap, point.at, point.rest};
      };
      const Int3 cube = cubes.view().cube_of(point.at);
      for (const int ring : {0, 1}) cubes.view().visit_ring(cube, ring, compare);
    }
  }
  return narrowest;
}

}  // namespace eulersolid
