#pragma once

#include "io/geometry/source_mesh.h"
#include "io/mesh/surface_mesh.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// The surface of a shape that has an end, in its own frame, as a closed mesh of positions,
/// triangles and normals. However flat it is, it has 40 cells along each side of its box, 80 where
/// it is sampled.
SurfaceMesh shape_mesh(const Shape& shape);

/// The same where the shape has been placed.
SurfaceMesh placed_mesh(const PlacedShape& placed);

/// The same as a mesh that a body carries.
SourceMesh carried_source(const PlacedShape& placed);

/// Put a surface where a frame is, from coordinates in it.
void move(SurfaceMesh& mesh, const Pose& pose);

}  // namespace eulersolid
