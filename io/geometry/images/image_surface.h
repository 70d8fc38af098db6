#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/geometry/images/image_volume.h"
#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// Which voxels of an image are solid.
struct ImageLevel {
  double threshold = 0;              ///< those with values above it ...
  std::optional<double> label = {};  ///< ... or, where there is one, those with this value
};

/// The surface of the solid in an image [mm]: where values, linear between the middles of voxels,
/// are the threshold, or half-way between voxels that have the label and others. It is closed
/// within a voxel outside the image where that cuts the solid.
/// @param name     of the image, for messages
/// @param remarks  if given, grows by where the image cuts the solid
/// @throws InputError where a voxel is not finite, and where all voxels are solid, or none
TriangleMesh image_surface(const ImageVolume& image, const ImageLevel& level,
                           const std::string& name, std::vector<std::string>* remarks = nullptr);

/// The same of the image in a file or a folder, read as read_mesh() reads: by a process of its own.
/// @throws InputError likewise, and as load_image() does
TriangleMesh read_image_surface(const std::string& path, const std::string& series,
                                const ImageLevel& level,
                                std::vector<std::string>* remarks = nullptr);

}  // namespace eulersolid
