#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/detect/sight.h"

ES_BEGIN

/// Where rigid surfaces touch: at single points, edges and faces.

/// Takes a smooth point of a rigid surface to where its surroundings, as far as to the next points,
/// come closest to the surface that it sees. Where nothing gives surfaces touch nowhere else:
/// points beside would bear what rolls as the corners of a polyhedron do, and as far ahead of where
/// it touches as it comes in a step. Faces that lie on each other touch as they are.
/// @param area  of the point, turned with the surface
/// @return whether it is there that they come closest, not farther away
ES_HD inline bool descend(const SceneView& scene, const ContactPair& pair, Sight& sight,
                          Vec3& area) {
  const SurfaceView here = own_view(scene, pair, sight.of_body, sight.x);
  if (!here.known) return true;
  const Vec3 normal = here.normal, start = sight.x;
  const Vec3 rise = sight.other.normal - dot(sight.other.normal, normal) * normal;
  const double slope = norm(rise);
  if (!(slope > flat_slope)) return true;
  const Vec3 down = (-1 / slope) * rise;
  double way = point_spacing * scene.grid.h;
  bool closest = false;
  for (int round = 0; round < 3; ++round) {
    const SurfaceView own = own_view(scene, pair, sight.of_body, start + way * down);
    if (!own.known) return closest;
    const Vec3 x = start + way * down - own.distance * own.normal;
    const SurfaceView other = seen_from(scene, pair, sight.of_body, x);
    if (!other.known) return closest;
    const bool both_flat = norm(own.normal - normal) < flat_turn &&
                           norm(other.normal - sight.other.normal) < flat_turn;
    if (round == 0 && both_flat) return true;  // faces touch as they are
    const Vec3 along = normalized(down - dot(down, own.normal) * own.normal);
    const double slope_there = dot(other.normal, along);
    sight.x = x, sight.other = other;
    area = norm(area) * own.normal;
    if (!(slope_there > flat_slope)) return closest;
    closest = true;
    way *= slope / (slope + slope_there);
  }
  return closest;
}

/// Is a point on an edge of a rigid surface one of a curved edge, whose way down to the surface
/// that it sees, as flat as that is there, bends up? Smooth points beside it go down that way
/// (descend), and it must not bear what rolls as a corner does; a straight edge has its own ends.
ES_HD inline bool is_on_a_bend(const SceneView& scene, const ContactPair& pair,
                               const Sight& sight) {
  const Vec3 first = first_tangent(sight.other.normal), second = cross(sight.other.normal, first);
  const double way = point_spacing * scene.grid.h;
  const auto height_at = [&](Vec3 x) {
    const SurfaceView own = own_view(scene, pair, sight.of_body, x);
    return own.known ? dot(sight.other.normal, x - own.distance * own.normal - sight.x) : 1e300;
  };
  double lowest = 0;
  Vec3 down;
  for (int b = -1; b <= 1; ++b)
    for (int a = -1; a <= 1; ++a) {
      if (a == 0 && b == 0) continue;
      const Vec3 along = normalized(a * first + b * second);
      const double height = height_at(sight.x + way * along);
      if (height < lowest) lowest = height, down = along;
    }
  if (!(-lowest > bend_slope * way)) return false;
  const double halfway = height_at(sight.x + 0.5 * way * down);
  return lowest - 2 * halfway > min_bend * -lowest;
}

ES_END
