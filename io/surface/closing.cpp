#include "io/surface/closing.h"

#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "io/surface/deformed_shape.h"
#include "io/surface/inverse_map.h"
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

/// Numbers of points by the cubes that they are in.
class Cubes {
 public:
  Cubes(const std::vector<SurfacePoint>& points, double edge) : edge_(edge) {
    for (std::size_t p = 0; p < points.size(); ++p) cubes_[cube_of(points[p].at)].push_back(p);
  }
  template <class Visit>
  void near(Vec3 x, Visit visit) const {
    const auto [i, j, k] = cube_of(x);
    for (int n = 0; n < 27; ++n) {
      const auto cube = cubes_.find({i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1});
      if (cube == cubes_.end()) continue;
      for (const std::size_t p : cube->second) visit(p);
    }
  }

 private:
  using Cube = std::tuple<int, int, int>;
  Cube cube_of(Vec3 x) const {
    return {int(std::floor(x.x / edge_)), int(std::floor(x.y / edge_)),
            int(std::floor(x.z / edge_))};
  }
  double edge_;
  std::map<Cube, std::vector<std::size_t>> cubes_;
};

}  // namespace

std::optional<Closing> narrowest_closing(const FrameMaps& maps, double widest) {
  std::optional<Closing> narrowest;
  for (const BodyMap& body : maps.bodies) {
    const std::vector<SurfacePoint> points = surface_of(body, maps.origin, maps.h);
    const Cubes cubes(points, std::hypot(widest, maps.h));
    for (const SurfacePoint& point : points)
      cubes.near(point.at, [&](std::size_t p) {
        const double gap = gap_between(point, points[p], widest, maps.h);
        if (gap < (narrowest ? narrowest->gap : widest))
          narrowest = {body.name, gap, point.at, point.rest};
      });
  }
  return narrowest;
}

}  // namespace eulersolid
