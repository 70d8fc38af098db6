#pragma once

#include <vector>

#include "io/preview/draw/colour_scale.h"
#include "io/preview/draw/png.h"
#include "io/preview/draw/preview_camera.h"
#include "io/preview/draw/preview_mesh.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// What is drawn.
struct PreviewScene {
  PreviewMesh bodies, solids;       ///< solids: obstacles that have an end
  std::vector<PlacedShape> planes;  ///< the others
  Bounds view;                      ///< what the picture is about; planes end beyond it
  ColourScale scale;                ///< of the bodies' values, where they have any
  double checker = 0;  ///< width of the pattern's fields, in the undeformed material [m]
};

/// Draw the scene: bodies in their colours or those of their values, with a pattern that moves with
/// the material, obstacles in grey, planes as tiles, with shadows; four samples to a pixel, on
/// every thread that TBB may use. Obstacles that hide bodies are seen through, the more the more
/// they hide.
/// Where none of them is in view, or the camera is inside one, the picture says so.
Picture paint(const PreviewScene& scene, const PreviewCamera& camera);

}  // namespace eulersolid
