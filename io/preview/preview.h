#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/preview/preview_look.h"
#include "io/scene/scene.h"
#include "io/scene/scene_overrides.h"
#include "io/surface/frame_maps.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

struct PreviewOptions {
  int width = 960, height = 720;         ///< [pixels], each from 16 to 8192
  std::optional<Bounds> view = {};       ///< what the picture frames; else where the bodies are
  std::vector<SurfaceMesh> solids = {};  ///< obstacles that have an end, drawn too
  std::vector<PlacedShape> planes = {};  ///< the others
  PreviewLook look = {};                 ///< of run folders and files what their scene says
  /// To the keys of `[preview]` of a run's scene.
  std::vector<SceneOverride> changes = {};
};

/// Those of the obstacles that are planes, where they are at a time [s].
std::vector<PlacedShape> planes_of(const std::vector<ObstacleSpec>& obstacles, double time);

/// Writes a picture of a sequence. @param png  in the folder of the run
using PicturePut = std::function<void(const std::filesystem::path& png, const std::string& bytes)>;

/// Told before each picture of a sequence.
using PreviewProgress = std::function<void(int number, int count)>;

/// Draw a frame as a PNG picture: the bodies' surfaces, one colour for each, with a checker pattern
/// that moves with the material, and the obstacles in grey, seen from above the front, or as the
/// options look at them. Needs no display.
/// @return the bytes of the picture
/// @throws InputError where the camera has no direction
std::string preview_png(const FrameMaps& frame, const PreviewOptions& options = {});

/// The same of surfaces, in the colours of the bodies, into a file.
/// @throws std::system_error when the picture cannot be written
void render_preview(const FrameMeshes& meshes, const std::filesystem::path& png,
                    const PreviewOptions& options = {});

/// The same of a VDB file with a grid `surface`; with the scene of the run that it lies in, if
/// any.
/// @param warnings  gets a line where that scene cannot be read, as when a mesh of it has moved
/// @throws InputError when it is no such file
void preview_file(const std::filesystem::path& vdb, const std::filesystem::path& png,
                  const PreviewOptions& options = {}, std::vector<std::string>* warnings = nullptr);

/// Draw every frame of a run as DIR/preview/NAME_0001.png, seen by one camera that has the whole
/// sequence in view, or as DIR/scene.toml has it, with the obstacles of that where it exists, and
/// one range of values for the colours.
/// @param dir       a run folder, or its vdb/
/// @param put       writes the pictures, into folders that it makes; each into its file when left
///                  out
/// @param warnings  as above
/// @return the pictures
/// @throws InputError when there are no frames, or they do not have what is to be drawn
std::vector<std::filesystem::path> preview_folder(const std::filesystem::path& dir,
                                                  const PreviewOptions& options = {},
                                                  const PreviewProgress& progress = {},
                                                  const PicturePut& put = {},
                                                  std::vector<std::string>* warnings = nullptr);

}  // namespace eulersolid
