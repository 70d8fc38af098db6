#pragma once

#include <utility>
#include <vector>

#include "surface/constants.h"
#include "surface/point_cubes.h"

namespace eulersolid {

/// The points of a body's surface, where they were at rest and where they are. They are advected
/// one by one, and bear witness to where the body's material is: its map, which is extrapolated
/// around it, may turn back there and pass through the shape once more.
struct AdvectedSurface {
  PointCubes at_rest;          ///< the cubes that the points were in
  Span<const Vec3> rest, now;  ///< [m]

  /// The point that was nearest to X; -1 where none was nearer than `seen_cubes` cubes.
  ES_HD int nearest(Vec3 X) const {
    const Int3 cube = at_rest.cube_of(X);
    const double range = seen_cubes * at_rest.edge;
    int best = -1;
    double least = range * range;
    for (int ring = 0; ring <= seen_cubes; ++ring) {
      const double seen = (ring - 1) * at_rest.edge;  // no point of this ring is nearer
      if (ring > 1 && least <= seen * seen) break;
      at_rest.visit_ring(cube, ring, [&](int p) {
        const Vec3 way = X - rest[p];
        const double square = dot(way, way);
        if (square < least) least = square, best = p;
      });
    }
    return best;
  }

  /// Can the material X be at x, as the nearest point of the surface has it? In the midst of a body
  /// none says anything.
  /// @param h  cell size [m]
  ES_HD bool may_hold(Vec3 X, Vec3 x, double h) const {
    const int p = nearest(X);
    if (p < 0) return true;
    return norm(x - now[p]) <= witnessed_stretch * norm(X - rest[p]) + witnessed_within * h;
  }
};

/// The points of a surface at rest on the host.
struct RestSurface {
  std::vector<Vec3> at;  ///< [m]
  HostPointCubes cubes;

  RestSurface(std::vector<Vec3> points, double h)
      : at(std::move(points)), cubes(at, cube_edge * h) {}
  AdvectedSurface advected(const std::vector<Vec3>& now) const {
    return {cubes.view(), {at.data(), Index(at.size())}, {now.data(), Index(now.size())}};
  }
};

}  // namespace eulersolid
