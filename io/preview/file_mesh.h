#pragma once

/// For the .cpp files of io/ that need OpenVDB.

#include <openvdb/openvdb.h>

#include "io/preview/draw/preview_mesh.h"

namespace eulersolid {

/// What a VDB file has for pictures. Only `surface` must be there.
struct PreviewGrids {
  openvdb::FloatGrid::ConstPtr surface, object_id;
  openvdb::Vec3SGrid::ConstPtr rest, velocity;
  openvdb::FloatGrid::ConstPtr contact_pressure = nullptr;
};

/// The surface of a file's bodies by its level set alone, each triangle with the number of its
/// body. Coordinates at rest are not mixed between bodies. Edges are cut off by part of a voxel.
PreviewMesh file_mesh(const PreviewGrids& grids);

}  // namespace eulersolid
