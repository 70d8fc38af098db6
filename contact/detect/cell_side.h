#pragma once

#include "contact/constants.h"
#include "grid/body_view.h"
#include "grid/trilinear.h"
#include "shapes/faces.h"
#include "shapes/obstacle.h"

namespace eulersolid {

/// One side of a pair, at the corners of a cell.
struct CellSide {
  double phi[8];     ///< signed distance to the surface [m], then to one face of it, extended
  double beyond[8];  ///< how far beyond the borders of that face, negative within [m]
  Vec3 X[8];         ///< positions at rest [m]; of an obstacle, positions
};

/// @return false where the body is not known at every corner
ES_HD inline bool load_side(const BodyView& body, const GridSpec& grid, Int3 cell, CellSide& side) {
  if (!body.window.contains_cell(cell)) return false;
  for (int n = 0; n < 8; ++n) {
    const Int3 corner = cell + trilinear::corner(n);
    const Index node = body.window.index(corner);
    if (body.layers[node] > known_layers) return false;
    side.phi[n] = body.phi[node];
    side.beyond[n] = -1;
    side.X[n] = grid.position(corner) - body.u[node];
  }
  return true;
}

ES_HD inline void load_side(const ObstacleState& obstacle, const GridSpec& grid, Int3 cell,
                            CellSide& side) {
  for (int n = 0; n < 8; ++n) {
    side.X[n] = grid.position(cell + trilinear::corner(n));
    side.phi[n] = signed_distance(obstacle, side.X[n]);
    side.beyond[n] = -1;
  }
}

/// The face that looks along `outward`, the highest at xi where several do; -1 where two are
/// equally high, as on the bisector of an edge.
/// @param outward  unit, in space
ES_HD inline int face_towards(const PlacedShape& shape, const CellSide& side, Vec3 xi,
                              Vec3 outward) {
  double S[8];
  trilinear::shape(xi, S);
  Vec3 X, along;  // the direction as the map of the cell takes it to the body at rest
  for (int n = 0; n < 8; ++n) {
    const Int3 at = trilinear::corner(n);
    X += S[n] * side.X[n];
    along += dot(outward, Vec3{at.x - 0.5, at.y - 0.5, at.z - 0.5}) * side.X[n];
  }
  const Vec3 p = to_local(shape.pose, X);
  along = normalized(transpose(shape.pose.rotation) * along);
  const double tie = axis_tie * norm(side.X[7] - side.X[0]);
  int face = -1;
  double highest = -INFINITY, next = -INFINITY;
  for (int f = 0; f < face_count(shape.shape); ++f) {
    const FaceView view = face_from(shape.shape, f, p);
    if (dot(view.normal, along) < least_facing) continue;
    next = larger(next, smaller(view.height, highest));
    if (view.height > highest) face = f, highest = view.height;
  }
  return next < highest - tie ? face : -1;
}

/// Makes distances to the surface of a shape with edges distances to the face that looks along
/// `outward` from xi: what is interpolated from the former is wrong in cells that an edge passes,
/// for nodes beyond it hold their distances from the edge, and those inside may be nearer to
/// another face. What the guard of the level set has added to them stays.
/// @return whether that changes anything in this cell
ES_HD inline bool see_face(const PlacedShape& shape, Vec3 xi, Vec3 outward, CellSide& side) {
  if (face_count(shape.shape) == 1) return false;
  const int face = face_towards(shape, side, xi, outward);
  if (face < 0) return false;
  bool changed = false;
  for (int n = 0; n < 8; ++n) {
    const FaceView view = face_from(shape.shape, face, to_local(shape.pose, side.X[n]));
    const double more = view.height - signed_distance(shape, side.X[n]);
    side.phi[n] += more;
    side.beyond[n] = view.beyond;
    changed = changed || more != 0 || !(view.beyond < 0);
  }
  return changed;
}

}  // namespace eulersolid
