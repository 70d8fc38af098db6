#pragma once

#include <map>
#include <string>

#include "io/geometry/source_mesh.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// The meshes that bodies were read from, by the bodies' names, as they lie in the scene at rest
/// [m]; none where the scene asks for no surface.
std::map<std::string, SourceMesh> source_meshes(const Scene& scene);

}  // namespace eulersolid
