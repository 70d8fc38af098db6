#pragma once

#include <functional>
#include <string>

#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// Read a surface in a process of its own; what is common to all files that hold one.
/// @param read  in the child
/// @throws InputError where there is no such file, it is none, empty or larger than any surface, as
/// `read` has it, and where a point is not finite or there is no triangle
TriangleMesh read_shape_file(const std::string& path, const std::function<TriangleMesh()>& read);

}  // namespace eulersolid
