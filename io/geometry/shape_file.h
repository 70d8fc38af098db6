#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/child_work.h"
#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// What is particular to a kind of file.
struct ShapeFileRules {
  std::optional<ChildLimits> limits = {};  ///< those of limits_of_file() where there are none
  bool may_be_folder = false;
};

/// Read a surface in a process of its own; what is common to all files that hold one.
/// @param read     in the child; may add lines to what is to be said of the file
/// @param remarks  grows by these, where it is not null
/// @throws InputError where there is no such file, it is none, empty or larger than any surface, as
/// `read` has it, and where a point is not finite or there is no triangle
TriangleMesh read_shape_file(
    const std::string& path,
    const std::function<TriangleMesh(std::vector<std::string>& remarks)>& read,
    std::vector<std::string>* remarks, const ShapeFileRules& rules = {});

}  // namespace eulersolid
