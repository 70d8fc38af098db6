#pragma once

/// Draws VDB surfaces. For the .cpp files of io/ that need OpenVDB.

#include <openvdb/openvdb.h>

#include <vector>

#include "io/preview/png.h"
#include "io/preview/preview_camera.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// What is drawn. Only `surface` must be there.
struct PreviewGrids {
  openvdb::FloatGrid::ConstPtr surface, object_id;
  openvdb::Vec3SGrid::ConstPtr rest;
  std::vector<PlacedShape> obstacles;
  Bounds view;         ///< what the picture is about; planes fade away from it
  double checker = 0;  ///< width of the pattern's fields in the undeformed material [m]
};

/// Draw with every thread of the machine. Pixels that differ from a neighbour get 2 x 2 rays.
Picture draw(const PreviewGrids& grids, const PreviewCamera& camera);

}  // namespace eulersolid
