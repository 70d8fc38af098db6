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
};

/// @return false where the body is not known at every corner
ES_HD inline bool load_side(const BodyView& body, Int3 cell, CellSide& side) {
  if (!body.window.contains_cell(cell)) return false;
  for (int n = 0; n < 8; ++n) {
    const Index node = body.window.index(cell + trilinear::corner(n));
    if (body.layers[node] > known_layers) return false;
    side.phi[n] = body.phi[node];
    side.beyond[n] = -1;
  }
  return true;
}

ES_HD inline void load_side(const ObstacleState& obstacle, const GridSpec& grid, Int3 cell,
                            CellSide& side) {
  for (int n = 0; n < 8; ++n) {
    side.phi[n] = signed_distance(obstacle, grid.position(cell + trilinear::corner(n)));
    side.beyond[n] = -1;
  }
}

/// How far values at the corners are from those of a linear function, at most.
ES_HD inline double bend_of(const double* value) {
  double mean = 0, most = 0;
  Vec3 slope;
  for (int n = 0; n < 8; ++n) {
    const Int3 at = trilinear::corner(n);
    mean += 0.125 * value[n];
    slope += 0.5 * value[n] * Vec3{at.x - 0.5, at.y - 0.5, at.z - 0.5};
  }
  for (int n = 0; n < 8; ++n) {
    const Int3 at = trilinear::corner(n);
    const double linear = mean + dot(slope, Vec3{at.x - 0.5, at.y - 0.5, at.z - 0.5});
    most = larger(most, std::fabs(value[n] - linear));
  }
  return most;
}

/// A shape and the positions at rest of a cell's corners; an obstacle's are those in space.
struct CellShape {
  const PlacedShape* shape;
  Vec3 X[8];  ///< [m]
};

ES_HD inline CellShape shape_in(const BodyView& body, const GridSpec& grid, Int3 cell) {
  CellShape at{&body.shape, {}};
  for (int n = 0; n < 8; ++n) {
    const Int3 corner = cell + trilinear::corner(n);
    at.X[n] = grid.position(corner) - body.u[body.window.index(corner)];
  }
  return at;
}

ES_HD inline CellShape shape_in(const ObstacleState& obstacle, const GridSpec& grid, Int3 cell) {
  CellShape at{&obstacle, {}};
  for (int n = 0; n < 8; ++n) at.X[n] = grid.position(cell + trilinear::corner(n));
  return at;
}

ES_HD inline bool has_edges(const PlacedShape& placed) { return face_count(placed.shape) > 1; }

/// Position at rest of a point of the cell, in the shape's own frame.
ES_HD inline Vec3 local_point(const CellShape& at, Vec3 xi) {
  double S[8];
  trilinear::shape(xi, S);
  Vec3 X;
  for (int n = 0; n < 8; ++n) X += S[n] * at.X[n];
  return to_local(at.shape->pose, X);
}

/// How far the distance in the middle of the cell is from the mean of those at its corners: what an
/// edge bends that lies along an axis of the grid, of which the corners alone see nothing.
ES_HD inline double middle_bend(const CellShape& at) {
  double mean = 0;
  for (int n = 0; n < 8; ++n)
    mean += 0.125 * signed_distance(at.shape->shape, to_local(at.shape->pose, at.X[n]));
  return std::fabs(signed_distance(at.shape->shape, local_point(at, {0.5, 0.5, 0.5})) - mean);
}

/// The face that looks along `outward` from xi; -1 where none does, as where an edge points there.
/// A face that is smaller than cells, such as the end of a cone with a point, is none.
/// @param outward  unit, in space
ES_HD inline int face_towards(const CellShape& at, Vec3 xi, Vec3 outward, double h) {
  Vec3 along;  // the direction as the map of the cell takes it to the body at rest
  for (int n = 0; n < 8; ++n) {
    const Int3 corner = trilinear::corner(n);
    along += dot(outward, Vec3{corner.x - 0.5, corner.y - 0.5, corner.z - 0.5}) * at.X[n];
  }
  const Shape& shape = at.shape->shape;
  const Vec3 p = local_point(at, xi);
  along = normalized(transpose(at.shape->pose.rotation) * along);
  for (int f = 0; f < face_count(shape); ++f)
    if (!(face_reach(shape, f, p) < least_face * h) &&
        dot(face_from(shape, f, p).normal, along) > least_facing)
      return f;
  return -1;
}

/// A point at rest, as a face sees it.
struct SeenFromFace {
  double more;    ///< its height over the face, beyond its signed distance [m]
  double beyond;  ///< how far beyond the face's borders it is, negative within [m]
};

ES_HD inline SeenFromFace seen_from_face(const PlacedShape& placed, int face, Vec3 X) {
  const Vec3 p = to_local(placed.pose, X);
  const FaceView view = face_from(placed.shape, face, p);
  return {view.height - signed_distance(placed.shape, p), view.beyond};
}

/// Makes distances to the surface of a shape with edges distances to one of its faces: what is
/// interpolated from the former is wrong in cells that an edge passes, for nodes beyond it hold
/// their distances from the edge, and those inside may be nearer to another face. What the guard of
/// the level set has added to them stays.
/// @return whether that changes anything in this cell
ES_HD inline bool see_face(const CellShape& at, int face, CellSide& side) {
  bool changed = false;
  for (int n = 0; n < 8; ++n) {
    const SeenFromFace seen = seen_from_face(*at.shape, face, at.X[n]);
    side.phi[n] += seen.more;
    side.beyond[n] = seen.beyond;
    changed = changed || seen.more != 0 || !(seen.beyond < 0);
  }
  return changed;
}

}  // namespace eulersolid
