#pragma once

#include "contact/constants.h"
#include "contact/detect/scene_tables.h"
#include "grid/trilinear.h"

ES_BEGIN

/// What points of surfaces see of other surfaces.

/// May there be solid of the body in the cell around x? Far from its nodes the map is extrapolated,
/// and may pass through the shape once more.
ES_HD inline bool holds_mass(const BodyView& body, const GridSpec& grid, Vec3 x) {
  if (body.rigid.is_rigid()) return true;
  const Int3 cell = cell_at(grid, x);
  if (!body.node_box.contains_cell(cell)) return false;
  for (int n = 0; n < 8; ++n)
    if (body.dof[body.node_box.index(cell + trilinear::corner(n))] >= 0) return true;
  return false;
}

/// A body's surface as seen from x; unknown far from it, and where only a fold of the map is there.
ES_HD inline SurfaceView view_of(const BodyView& body, const GridSpec& grid, Vec3 x) {
  const SmoothMap map = smooth_map(body, grid);
  if (!map.may_know(x)) return {};  // as of most points, before anything larger is begun
  SurfaceView view = view_from(map, body.shape, x, surface_below * grid.h, farthest_view * grid.h);
  if (view.known && view.distance < 0 && (view.folded || !holds_mass(body, grid, x)))
    view.known = false;
  return view;
}

/// A point of a pair's body, or, after those, of its partner, and the surface that it sees.
struct Sight {
  bool of_body = false;
  Index own = 0;  ///< its number among the points of its surface
  Vec3 x;
  SurfaceView other;

  /// @param reach  largest_gap h [m]
  ES_HD bool near(double reach) const { return other.known && other.distance < reach; }
};

/// The surface that points of a pair's body see at x, or those of its partner. Places are where the
/// body is, of the partner's copy that is there.
ES_HD inline SurfaceView seen_from(const SceneView& scene, const ContactPair& pair, bool of_body,
                                   Vec3 x) {
  const GridSpec& grid = scene.grid;
  if (of_body) x -= pair.offset;
  if (of_body && pair.with_obstacle)
    return view_from(scene.obstacles[pair.partner], x, surface_below * grid.h, grid.h);
  return view_of(scene.bodies[of_body ? pair.partner : pair.body], grid, x);
}

/// Likewise their own surface. @pre that of a body
ES_HD inline SurfaceView own_view(const SceneView& scene, const ContactPair& pair, bool of_body,
                                  Vec3 x) {
  if (!of_body) x -= pair.offset;
  return view_of(scene.bodies[of_body ? pair.body : pair.partner], scene.grid, x);
}

/// What a point sees, but for `other`.
ES_HD inline Sight place_of_sight(const SceneView& scene, int pair_index, Index point) {
  const ContactPair& pair = scene.pairs[pair_index];
  const BodyView& body = scene.bodies[pair.body];
  Sight sight;
  sight.of_body = point < body.points.size;
  sight.own = sight.of_body ? point : point - body.points.size;
  if (sight.of_body) {
    sight.x = body.points[sight.own];
  } else {
    sight.x = pair.with_obstacle ? to_world(scene.obstacles[pair.partner].pose,
                                            scene.obstacle_points[pair.partner].at[sight.own])
                                 : scene.bodies[pair.partner].points[sight.own];
    sight.x += pair.offset;
  }
  return sight;
}

ES_HD inline Sight sight_of(const SceneView& scene, int pair, Index point) {
  Sight sight = place_of_sight(scene, pair, point);
  sight.other = seen_from(scene, scene.pairs[pair], sight.of_body, sight.x);
  return sight;
}

ES_END
