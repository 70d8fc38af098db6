#pragma once

#include <vector>

#include "io/mesh/contour/level_field.h"
#include "io/mesh/surface_mesh.h"
#include "kernels/math/cells.h"

namespace eulersolid {

/// Samples of a level set on a box of points: point (i, j, k) lies at origin + step (i, j, k), x
/// fastest. What is not in the box is outside.
struct LevelSamples {
  Vec3 origin;  ///< of point (0, 0, 0) [m]
  double step = 0;
  Cells points;
  const std::vector<float>* level = nullptr;  ///< negative inside
};

/// The surface of a level set as triangles: dual contouring, which has a vertex for each patch of
/// the surface in a cell of the samples, at the corner or on the edge of the shape if there is one
/// (io/mesh/contour/feature_point.h), so that neither is cut off. Only positions, triangles and
/// normals are filled in.
///
/// Closed, whatever the samples are: each edge of a triangle belongs to one other triangle, in the
/// opposite sense. Where two cells of samples have two patches in common, which would give four
/// triangles one edge, that gets a vertex of its own.
SurfaceMesh dual_contour(const LevelSamples& samples, const LevelField& field);

}  // namespace eulersolid
