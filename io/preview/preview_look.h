#pragma once

#include <optional>

#include "io/preview/draw/preview_camera.h"
#include "io/preview/draw/preview_mesh.h"
#include "io/preview/surface_values.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// What the `[preview]` of a scene comes to.
struct PreviewLook {
  std::optional<Vec3> look_at, from;  ///< [m]
  double turns = 0;                   ///< of the camera in the whole run
  double duration = 0;                ///< of the run [s]
  int follow = 0;                     ///< number of a body; 0: none
  Bounds followed = {};               ///< where it starts
  SurfaceField field = {};
  std::optional<ValueRange> range = {};  ///< of the field; else that of a frame
  bool stamp = true;
  double fps = Scene::Output{}.fps;  ///< of the frames, whose times the stamp tells apart
};

/// @param preview  that holds instead of the scene's
PreviewLook preview_look(const Scene& scene, const Scene::Preview& preview);

/// The same of frames without a scene.
/// @throws InputError where something is wanted that only the scene tells
PreviewLook preview_look(const Scene::Preview& preview);

/// The camera of a frame.
/// @param view  what all frames of the sequence show
PreviewCamera camera_of(const PreviewLook& look, const Bounds& view, const PreviewMesh& bodies,
                        double time, int width, int height);

/// `t = 0.25 s`, with as many digits as frames need.
std::string stamp_text(const PreviewLook& look, double time);

}  // namespace eulersolid
