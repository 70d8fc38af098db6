#include "io/preview/preview.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/child_work.h"
#include "io/constants.h"
#include "io/mesh/body_mesh.h"
#include "io/output_file.h"
#include "io/preview/file_maps.h"
#include "io/preview/file_mesh.h"
#include "io/preview/obstacle_meshes.h"
#include "io/preview/painter.h"
#include "io/preview/preview_camera.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb_grids.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

PreviewGrids preview_grids(const openvdb::GridPtrVec& grids) {
  return {find_grid<openvdb::FloatGrid>(grids, "surface"),
          find_grid<openvdb::FloatGrid>(grids, "object_id_extended"),
          find_grid<openvdb::Vec3SGrid>(grids, "rest")};
}

/// Where the surface is: the box of the narrow band, less the part of it outside.
std::optional<Bounds> surface_bounds(const openvdb::FloatGrid& surface) {
  const openvdb::CoordBBox box = surface.evalActiveVoxelBoundingBox();
  if (box.empty()) return std::nullopt;
  const openvdb::Vec3d low = surface.indexToWorld(box.min()),
                       high = surface.indexToWorld(box.max());
  const double band = std::min(double(surface.background()), 0.4 * (high - low).length());
  const Vec3 inset = band * Vec3{1, 1, 1};
  return Bounds{Vec3{low.x(), low.y(), low.z()} + inset,
                Vec3{high.x(), high.y(), high.z()} - inset};
}

void include(std::optional<Bounds>& all, const std::optional<Bounds>& other) {
  if (!other) return;
  if (!all) all = empty_bounds();
  add(*all, *other);
}

/// The bytes of a picture.
std::string render(PreviewMesh bodies, const PreviewOptions& options) {
  constexpr double checkers_across = 16;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  std::size_t(threads()));
  PreviewScene scene;
  scene.view = options.view.value_or(Bounds{{-1, -1, -1}, {1, 1, 1}});
  const Vec3 extent = scene.view.high - scene.view.low;
  scene.bodies = std::move(bodies);
  scene.solids = preview_mesh(options.solids), scene.planes = options.planes;
  scene.checker = std::max({extent.x, extent.y, extent.z}) / checkers_across;
  return png_of(paint(scene, camera_that_sees(scene.view, options.width, options.height)));
}

/// @param time  receives the frame's, where the file tells it [s]; may be null
PreviewGrids read_preview_grids(const fs::path& vdb, const std::vector<std::string>& names,
                                double* time = nullptr) {
  openvdb::MetaMap metadata;
  const PreviewGrids grids = preview_grids(read_grids(vdb, &metadata, names));
  if (const auto its = metadata.getMetadata<openvdb::DoubleMetadata>("time"); its && time)
    *time = its->value();
  if (grids.surface == nullptr || grids.surface->getGridClass() != openvdb::GRID_LEVEL_SET)
    throw InputError(vdb.string() + " has no level set called `surface` to draw");
  const double h = grids.surface->voxelSize().x();
  if (!grids.surface->hasUniformVoxels() || !(h > smallest_positive && h < largest_number))
    throw InputError(vdb.string() + " cannot be drawn: its `surface` has no cubic cells");
  return grids;
}

/// Read and work in a process of its own: a crafted file corrupts the memory of OpenVDB.
template <class Work>
std::string read_apart(const fs::path& vdb, Work work) {
  constexpr double seconds = 60;  // of all processors: a picture takes a second or two
  return work_in_child(
      vdb.string(),
      [&]() -> std::string {
        try {
          return work();
        } catch (const openvdb::Exception&) {
          throw InputError(vdb.string() + " cannot be drawn; is it damaged?");
        }
      },
      limits_of_file(vdb.string(), seconds));
}

std::optional<Bounds> surface_bounds(const fs::path& vdb) {
  static_assert(std::is_trivially_copyable_v<Bounds>);
  const std::string bytes = read_apart(vdb, [&] {
    const std::optional<Bounds> bounds =
        surface_bounds(*read_preview_grids(vdb, {"surface"}).surface);
    return bounds ? std::string(reinterpret_cast<const char*>(&*bounds), sizeof *bounds) : "";
  });
  if (bytes.size() != sizeof(Bounds)) return std::nullopt;
  Bounds bounds{};
  std::memcpy(&bounds, bytes.data(), sizeof bounds);
  return bounds;
}

/// What the scene of a run says that its files do not.
struct RunScene {
  std::optional<Scene> scene;  ///< keeps the samples that shapes view
  std::vector<PlacedShape> shapes;
  std::optional<ObstacleMeshes> obstacles;
};

/// A mesh that has moved since the run is no reason to draw none of its frames.
RunScene scene_of(const fs::path& run, std::vector<std::string>* warnings) {
  RunScene known;
  if (!fs::exists(run / "scene.toml")) return known;
  try {
    known.scene = read_scene(run / "scene.toml");
  } catch (const InputError& error) {
    if (warnings)
      warnings->push_back(std::string(error.what()) +
                          "; the frames are drawn alone, without obstacles, their edges rounder");
    return known;
  }
  for (const BodySpec& body : known.scene->bodies) known.shapes.push_back(placed(body));
  known.obstacles.emplace(known.scene->obstacles);
  return known;
}

PreviewMesh bodies_of(const PreviewGrids& grids, const std::vector<PlacedShape>& shapes) {
  const FrameMaps maps = file_maps(grids, shapes);
  if (maps.bodies.empty()) return file_mesh(grids);
  constexpr double voxels = 2;  // of a triangle: edges are as sharp, and there are fewer
  return preview_mesh(frame_meshes(maps, sample_frame(maps, voxels * maps.h)).bodies);
}

/// Obstacles are drawn where they are at the time of the frame.
void draw_file(const fs::path& vdb, const fs::path& png, PreviewOptions options,
               const RunScene& run) {
  const std::string picture = read_apart(vdb, [&] {
    double time = 0;
    const PreviewGrids grids =
        read_preview_grids(vdb, {"surface", "object_id_extended", "rest"}, &time);
    if (run.scene) {
      options.solids = run.obstacles->at(time);
      options.planes = planes_of(run.scene->obstacles, time);
    }
    if (!options.view) options.view = surface_bounds(*grids.surface);
    return render(bodies_of(grids, run.shapes), options);
  });
  write_whole_file(png, picture);
}

std::vector<fs::path> frames_in(const fs::path& dir) {
  std::vector<fs::path> frames;
  if (fs::is_directory(dir))
    for (const fs::directory_entry& entry : fs::directory_iterator(dir))
      if (entry.path().extension() == ".vdb") frames.push_back(entry.path());
  std::sort(frames.begin(), frames.end());
  return frames;
}

}  // namespace

std::vector<PlacedShape> planes_of(const std::vector<ObstacleSpec>& obstacles, double time) {
  std::vector<PlacedShape> planes;
  for (const ObstacleSpec& obstacle : obstacles) {
    const PlacedShape shape = placed(obstacle, time);
    if (shape.shape.kind == ShapeKind::plane) planes.push_back(shape);
  }
  return planes;
}

std::optional<Bounds> surface_bounds(const FrameMeshes& meshes) {
  std::optional<Bounds> all;
  for (const SurfaceMesh& mesh : meshes.bodies)
    for (const Vec3& at : mesh.positions) include(all, Bounds{at, at});
  return all;
}

std::string preview_png(const FrameMeshes& meshes, const PreviewOptions& options) {
  PreviewOptions its = options;
  if (!its.view) its.view = surface_bounds(meshes);
  return render(preview_mesh(meshes.bodies), its);
}

void render_preview(const FrameMeshes& meshes, const fs::path& png, const PreviewOptions& options) {
  write_whole_file(png, preview_png(meshes, options));
}

void preview_file(const fs::path& vdb, const fs::path& png, const PreviewOptions& options,
                  std::vector<std::string>* warnings) {
  const fs::path folder = fs::absolute(vdb).parent_path();
  draw_file(vdb, png, options,
            folder.filename() == "vdb" ? scene_of(folder.parent_path(), warnings) : RunScene{});
}

std::vector<fs::path> preview_folder(const fs::path& dir, const PreviewOptions& options,
                                     const PreviewProgress& progress,
                                     std::vector<std::string>* warnings) {
  fs::path run = dir;
  std::vector<fs::path> frames = frames_in(dir / "vdb");
  if (frames.empty()) {
    frames = frames_in(dir);
    if (dir.filename() == "vdb") run = dir.parent_path();
  }
  if (frames.empty())
    throw InputError(dir.string() + " holds no frames (no .vdb files in it or in its vdb/)");
  PreviewOptions all = options;
  if (!all.view)
    for (const fs::path& frame : frames) include(all.view, surface_bounds(frame));
  std::vector<fs::path> pictures;
  const RunScene scene = scene_of(run, warnings);
  make_own_folder(run / "preview");
  for (const fs::path& frame : frames) {
    if (progress) progress(int(pictures.size()) + 1, int(frames.size()));
    pictures.push_back(run / "preview" / frame.filename().replace_extension(".png"));
    draw_file(frame, pictures.back(), all, scene);
  }
  return pictures;
}

}  // namespace eulersolid
