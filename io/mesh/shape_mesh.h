#pragma once

#include "io/geometry/source_mesh.h"
#include "io/mesh/surface_mesh.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// How many cells a shape that has an end gets along each side of its box: 40, however flat it is,
/// and 80 where it is sampled.
Int3 cells_of(const Shape& shape);

/// Cells of about a size, but at least 8 and at most 160 along each side.
Int3 cells_of(const Shape& shape, double size);

/// The surface of a shape that has an end, in its own frame, as a closed mesh of positions,
/// triangles and normals.
/// @param cells  along each side of its box
SurfaceMesh shape_mesh(const Shape& shape, Int3 cells);
inline SurfaceMesh shape_mesh(const Shape& shape) { return shape_mesh(shape, cells_of(shape)); }

/// The same where the shape has been placed.
SurfaceMesh placed_mesh(const PlacedShape& placed, Int3 cells);
inline SurfaceMesh placed_mesh(const PlacedShape& placed) {
  return placed_mesh(placed, cells_of(placed.shape));
}

/// The same as a mesh that is embedded in a body, of cells of about a size.
SourceMesh embedded_source(const PlacedShape& placed, double size);

/// Put a surface where a frame is, from coordinates in it.
void move(SurfaceMesh& mesh, const Pose& pose);

}  // namespace eulersolid
