#include "io/preview/preview.h"

#include <fmt/format.h>
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
#include "io/preview/draw/labels.h"
#include "io/preview/draw/painter.h"
#include "io/preview/file_maps.h"
#include "io/preview/file_mesh.h"
#include "io/preview/obstacle_meshes.h"
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

PreviewGrids preview_grids(const openvdb::GridPtrVec& grids, const std::string& values) {
  return {find_grid<openvdb::FloatGrid>(grids, "surface"),
          find_grid<openvdb::FloatGrid>(grids, "object_id_extended"),
          find_grid<openvdb::Vec3SGrid>(grids, "rest"),
          find_grid<openvdb::Vec3SGrid>(grids, values),
          find_grid<openvdb::FloatGrid>(grids, values)};
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

/// Where bodies are; of none any place.
Bounds box_around(const PreviewMesh& bodies) {
  if (bodies.positions.empty()) return {{-1, -1, -1}, {1, 1, 1}};
  Bounds box = empty_bounds();
  for (const Vec3& at : bodies.positions) add(box, Bounds{at, at});
  return box;
}

/// The bytes of a picture.
std::string render(PreviewMesh bodies, double time, const PreviewOptions& options) {
  constexpr double checkers_across = 16;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  std::size_t(threads()));
  PreviewScene scene;
  scene.view = options.view ? *options.view : box_around(bodies);
  const Vec3 extent = scene.view.high - scene.view.low;
  if (!bodies.values.empty()) {
    const SurfaceField& field = options.look.field;
    scene.scale =
        scale_of(field, options.look.range ? *options.look.range : range_of(field, bodies.values));
  }
  const PreviewCamera camera =
      camera_of(options.look, scene.view, bodies, time, options.width, options.height);
  scene.bodies = std::move(bodies);
  scene.solids = preview_mesh(options.solids), scene.planes = options.planes;
  scene.checker = std::max({extent.x, extent.y, extent.z}) / checkers_across;
  Picture picture = paint(scene, camera);
  if (!scene.bodies.values.empty()) draw_legend(picture, scene.scale);
  if (options.look.stamp) draw_stamp(picture, stamp_text(options.look, time));
  return png_of(picture);
}

/// The surfaces of a frame with the values that colours are to show.
PreviewMesh surfaces_of(const FrameMaps& maps, double triangle_size, const SurfaceField& field) {
  const FrameMeshes meshes = frame_meshes(maps, sample_frame(maps, triangle_size));
  PreviewMesh mesh = preview_mesh(meshes.bodies);
  if (!field.is_body()) mesh.values = surface_values(field, maps, meshes.bodies);
  return mesh;
}

/// @param values  name of the grid that colours show; empty where none is needed
/// @param time    receives the frame's, where the file tells it [s]
PreviewGrids read_preview_grids(const fs::path& vdb, std::vector<std::string> names,
                                const std::string& values, double& time) {
  openvdb::MetaMap metadata;
  if (!values.empty()) names.push_back(values);
  const PreviewGrids grids = preview_grids(read_grids(vdb, &metadata, names), values);
  if (const auto its = metadata.getMetadata<openvdb::DoubleMetadata>("time")) time = its->value();
  if (grids.surface == nullptr || grids.surface->getGridClass() != openvdb::GRID_LEVEL_SET)
    throw InputError(vdb.string() + " has no level set called `surface` to draw");
  const double h = grids.surface->voxelSize().x();
  if (!grids.surface->hasUniformVoxels() || !(h > smallest_positive && h < largest_number))
    throw InputError(vdb.string() + " cannot be drawn: its `surface` has no cubic cells");
  if (!values.empty() && !grids.velocity && !grids.contact_pressure)
    throw InputError(fmt::format(
        "{} has no grid `{}`, whose values are to be drawn; output.extra says which a run writes",
        vdb.string(), values));
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

/// A plain value that is found out about a file in a process of its own.
template <class Value, class Work>
std::optional<Value> found_apart(const fs::path& vdb, Work work) {
  static_assert(std::is_trivially_copyable_v<Value>);
  const std::string bytes = read_apart(vdb, [&] {
    const std::optional<Value> value = work();
    return value ? std::string(reinterpret_cast<const char*>(&*value), sizeof *value) : "";
  });
  if (bytes.size() != sizeof(Value)) return std::nullopt;
  Value value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::optional<Bounds> surface_bounds(const fs::path& vdb) {
  return found_apart<Bounds>(vdb, [&] {
    double time = 0;
    return surface_bounds(*read_preview_grids(vdb, {"surface"}, "", time).surface);
  });
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

/// Takes a frame's surfaces from its file. Of one alone, in the process that has read it.
/// @param time  receives the frame's [s]
PreviewMesh bodies_of(const fs::path& vdb, const RunScene& run, const SurfaceField& field,
                      PreviewGrids& grids, double& time) {
  const std::string values = field.name == "speed" ? run.scene->output.velocity_name
                             : field.is_contact()  ? field.name
                                                   : "";
  grids = read_preview_grids(vdb, {"surface", "object_id_extended", "rest"}, values, time);
  const FrameMaps maps = file_maps(grids, run.shapes);
  constexpr double voxels = 2;  // of a triangle: edges are as sharp, and there are fewer
  if (!maps.bodies.empty()) return surfaces_of(maps, voxels * maps.h, field);
  if (!field.is_body())
    throw InputError(fmt::format(
        "{} has no grids `rest` and `object_id_extended`, without which colours show bodies alone",
        vdb.string()));
  return file_mesh(grids);
}

/// The values of a field in all frames.
ValueRange range_of(const std::vector<fs::path>& frames, const RunScene& run,
                    const SurfaceField& field) {
  ValueRange all = no_values;
  for (const fs::path& frame : frames) {
    const auto its = found_apart<ValueRange>(frame, [&]() -> std::optional<ValueRange> {
      PreviewGrids grids;
      double time = 0;
      return range_of(field, bodies_of(frame, run, field, grids, time).values);
    });
    if (its) all = {std::min(all.low, its->low), std::max(all.high, its->high)};
  }
  return all;
}

/// What a run's scene and the command line say of its pictures.
PreviewLook look_of(const fs::path& run, const RunScene& known,
                    const std::vector<SceneOverride>& changes) {
  if (!known.scene) return preview_look(read_preview("", changes));
  return preview_look(*known.scene, read_preview(run / "scene.toml", changes));
}

/// Obstacles are drawn where they are at the time of the frame.
std::string drawn(const fs::path& vdb, PreviewOptions options, const RunScene& run) {
  return read_apart(vdb, [&] {
    double time = 0;
    PreviewGrids grids;
    PreviewMesh bodies = bodies_of(vdb, run, options.look.field, grids, time);
    if (run.scene) {
      options.solids = run.obstacles->at(time);
      options.planes = planes_of(run.scene->obstacles, time);
    }
    if (!options.view) options.view = surface_bounds(*grids.surface);
    return render(std::move(bodies), time, options);
  });
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

std::string preview_png(const FrameMaps& frame, const PreviewOptions& options) {
  return render(surfaces_of(frame, frame.h, options.look.field), frame.time, options);
}

void render_preview(const FrameMeshes& meshes, const fs::path& png, const PreviewOptions& options) {
  write_whole_file(png, render(preview_mesh(meshes.bodies), meshes.time, options));
}

void preview_file(const fs::path& vdb, const fs::path& png, const PreviewOptions& options,
                  std::vector<std::string>* warnings) {
  const fs::path folder = fs::absolute(vdb).parent_path(), run = folder.parent_path();
  const RunScene scene = folder.filename() == "vdb" ? scene_of(run, warnings) : RunScene{};
  PreviewOptions its = options;
  its.look = look_of(run, scene, options.changes);
  write_whole_file(png, drawn(vdb, its, scene));
}

std::vector<fs::path> preview_folder(const fs::path& dir, const PreviewOptions& options,
                                     const PreviewProgress& progress, const PicturePut& put,
                                     std::vector<std::string>* warnings) {
  fs::path run = dir;
  std::vector<fs::path> frames = frames_in(dir / "vdb");
  if (frames.empty()) {
    frames = frames_in(dir);
    if (dir.filename() == "vdb") run = dir.parent_path();
  }
  if (frames.empty())
    throw InputError(dir.string() + " holds no frames (no .vdb files in it or in its vdb/)");
  const RunScene scene = scene_of(run, warnings);
  PreviewOptions all = options;
  all.look = look_of(run, scene, options.changes);
  if (!all.look.field.is_body() && !all.look.range)
    all.look.range = range_of(frames, scene, all.look.field);
  if (!all.view)
    for (const fs::path& frame : frames) include(all.view, surface_bounds(frame));
  std::vector<fs::path> pictures;
  if (!put) make_own_folder(run / "preview");
  for (const fs::path& frame : frames) {
    if (progress) progress(int(pictures.size()) + 1, int(frames.size()));
    pictures.push_back(run / "preview" / frame.filename().replace_extension(".png"));
    const std::string picture = drawn(frame, all, scene);
    if (put)
      put(pictures.back(), picture);
    else
      write_whole_file(pictures.back(), picture);
  }
  return pictures;
}

}  // namespace eulersolid
