#include "io/run/folder_options.h"

#include <algorithm>

#include "io/mesh/mesh_files.h"
#include "io/preview/preview_look.h"
#include "io/preview/preview_view.h"
#include "io/scene/solids/source_meshes.h"

namespace eulersolid {

RunFolderOptions folder_options(const Scene& scene) {
  RunFolderOptions options;
  options.name = scene.output.name;
  options.start_frame = scene.output.start_frame;
  options.fps = scene.output.fps;
  options.velocity_name = scene.output.velocity_name;
  options.voxel_size = voxel_size(scene);
  options.half = scene.output.half;
  options.per_body = scene.output.per_body;
  options.extra = scene.output.extra;
  const std::vector<std::string>& surface = scene.output.surface;
  options.surface = frame_kinds(surface);
  options.archives = std::ranges::find(surface, "abc") != surface.end();
  options.sources = source_meshes(scene);
  options.rest_mesh = scene.output.rest_mesh;
  options.vti = scene.output.vti;
  options.domain = {scene.grid.origin, scene.grid.origin + scene.grid.size};
  options.joints = !scene.joints.empty();
  options.regions =
      std::ranges::any_of(scene.bodies, [](const BodySpec& body) { return !body.regions.empty(); });
  options.preview = scene.output.preview;
  options.view = expected_view(scene);
  options.look = preview_look(scene, scene.preview);
  options.obstacles = scene.obstacles;
  return options;
}

}  // namespace eulersolid
