#pragma once

#include <openvdb/openvdb.h>

#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// The surface where the values of a grid are `level`, at the places that its transform gives, in
/// one thread. Empty where no value is on the other side of the level than the others.
TriangleMesh grid_surface(const openvdb::FloatGrid& grid, double level);

}  // namespace eulersolid
