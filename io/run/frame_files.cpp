#include "io/run/frame_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "io/mesh/body_mesh.h"
#include "io/mesh/carried_files.h"
#include "io/mesh/image_file.h"
#include "io/mesh/mesh_files.h"
#include "io/preview/preview.h"
#include "io/run/frame_names.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What was sampled for surfaces only is not for the volumes.
void leave_out(FrameSample& sample, const std::vector<std::string>& extra) {
  for (BodySample& body : sample.bodies)
    if (!contains(extra, "stress_vm")) body.stress_vm.clear();
}

}  // namespace

FrameFiles::FrameFiles(fs::path dir, const RunFolderOptions& options, FilePut put)
    : dir_(std::move(dir)),
      options_(options),
      put_(std::move(put)),
      first_unlisted_(options.start_frame) {}

/// That of one at rest is written once.
bool FrameFiles::has_surface_file(const ObstacleSpec& obstacle, int frame) const {
  return is_solid(obstacle) && (obstacle.moves() || frame == options_.start_frame);
}

const ObstacleMeshes& FrameFiles::obstacles() {
  if (!obstacles_) obstacles_.emplace(options_.obstacles);
  return *obstacles_;
}

std::vector<fs::path> FrameFiles::names(const FrameMaps& frame) const {
  const auto file = [&](const std::string& extension) {
    return numbered(options_.name, frame.frame, extension);
  };
  std::vector<fs::path> names{fs::path("vdb") / file(".vdb")};
  for (const BodyMap& body : frame.bodies) {
    if (options_.per_body) names.push_back(volume_name(body.name, options_.name, frame.frame));
    for (const std::string& kind : options_.surface) {
      names.push_back(mesh_name(surface_folder(body.name), options_.name, frame.frame, kind));
      if (options_.sources.contains(body.name) && has_texture_places(kind))
        names.push_back(mesh_name(original_folder(body.name), options_.name, frame.frame, kind));
    }
  }
  for (const ObstacleSpec& obstacle : options_.obstacles)
    for (const std::string& kind : options_.surface)
      if (has_surface_file(obstacle, frame.frame))
        names.push_back(mesh_name(surface_folder(obstacle.name), options_.name, frame.frame, kind));
  if (contains(options_.surface, "vtp"))
    names.push_back(fs::path("surface") / (options_.name + ".pvd"));
  if (options_.vti) {
    names.push_back(fs::path("vti") / file(".vti"));
    names.push_back(fs::path("vti") / (options_.name + ".pvd"));
  }
  if (options_.preview) names.push_back(fs::path("preview") / file(".png"));
  return names;
}

void FrameFiles::write(const FrameMaps& maps) {
  const double voxel = options_.voxel_size > 0 ? options_.voxel_size : 0.5 * maps.h;
  try {
    write(maps, voxel);
  } catch (const std::bad_alloc&) {
    throw DeviceError(fmt::format(
        "while putting together frame {} with voxels of {} m: there is not enough memory; take a "
        "larger output.voxel_size{}",
        maps.frame, voxel, options_.vti ? ", or output.vti = false" : ""));
  }
}

void FrameFiles::write(const FrameMaps& maps, double voxel) {
  const auto attempt_part = [&](std::string_view part, const std::function<void()>& make) {
    attempt(maps.frame, part, make);
  };
  const bool has_surfaces = !options_.surface.empty();
  attempt_part("what is sampled", [&] {
    FrameSample sample = sample_frame(maps, voxel);
    leave_out(sample, options_.extra);
    attempt_part("vdb", [&] { write_volumes(sample); });
    if (options_.vti) attempt_part("vti", [&] { write_image(sample); });
    if (has_surfaces) attempt_part("surface", [&] { write_surfaces(frame_meshes(maps, sample)); });
  });
  if (has_surfaces) attempt_part("original surface", [&] { write_sources(maps); });
  if (options_.preview)
    attempt_part("preview", [&] { write_picture(frame_meshes(maps, sample_frame(maps, maps.h))); });
  write_series(maps);
}

void FrameFiles::attempt(int frame, std::string_view part, const std::function<void()>& make) {
  try {
    make();
  } catch (const std::system_error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const DeviceError&) {
    throw;
  } catch (const std::exception& fault) {
    missing_.push_back(fmt::format("frame {}: {} is not written, it cannot be made: {}", frame,
                                   part, fault.what()));
  }
}

void FrameFiles::write_volumes(const FrameSample& frame) const {
  const VdbOptions options{.scene = options_.name,
                           .fps = options_.fps,
                           .velocity_name = options_.velocity_name,
                           .half = options_.half,
                           .rest_by_body = contains(options_.extra, "rest_by_body")};
  const std::string name = numbered(options_.name, frame.frame, ".vdb");
  put_(fs::path("vdb") / name, vdb_bytes(frame, options));
  for (std::size_t body = 0; options_.per_body && body < frame.bodies.size(); ++body) {
    VdbOptions its_options = options;
    its_options.first_id = int(body) + 1;
    its_options.rest_by_body = false;  // `rest` is
    const FrameSample alone{frame.frame, frame.time, frame.origin, frame.h, {frame.bodies[body]}};
    put_(volume_name(frame.bodies[body].name, options_.name, frame.frame),
         vdb_bytes(alone, its_options));
  }
}

void FrameFiles::write_image(const FrameSample& frame) const {
  VdbOptions options;
  options.velocity_name = options_.velocity_name;
  options.rest_by_body = contains(options_.extra, "rest_by_body");
  const DenseImage image = dense_image(frame, options, options_.domain.low, options_.domain.high);
  put_(fs::path("vti") / numbered(options_.name, frame.frame, ".vti"), vti_bytes(image, frame));
}

void FrameFiles::write_surfaces(const FrameMeshes& meshes) {
  for (const SurfaceMesh& mesh : meshes.bodies) write_surface(mesh, meshes.frame, meshes.time);
  std::vector<std::string> written;
  for (const ObstacleSpec& obstacle : options_.obstacles)
    if (has_surface_file(obstacle, meshes.frame)) written.push_back(obstacle.name);
  if (written.empty()) return;
  for (const SurfaceMesh& mesh : obstacles().at(meshes.time))
    if (contains(written, mesh.name)) write_surface(mesh, meshes.frame, meshes.time);
}

void FrameFiles::write_surface(const SurfaceMesh& mesh, int frame, double time) const {
  for (const std::string& kind : options_.surface)
    put_(mesh_name(surface_folder(mesh.name), options_.name, frame, kind),
         surface_file(kind, mesh, time, options_.fps));
}

void FrameFiles::write_sources(const FrameMaps& maps) {
  for (const BodyMap& body : maps.bodies) {
    const auto source = options_.sources.find(body.name);
    if (source == options_.sources.end()) continue;
    const CarriedMesh mesh = carried(source->second, body, maps);
    if (mesh.lost > 0)
      remarks_.push_back(
          fmt::format("frame {}: {} of {} points of the mesh of \"{}\" have no place in its map, "
                      "where cells are "
                      "tangled; they moved as the nearest node did",
                      maps.frame, mesh.lost, mesh.positions.size(), body.name));
    for (const std::string& kind : options_.surface)
      if (has_texture_places(kind))
        put_(mesh_name(original_folder(body.name), options_.name, maps.frame, kind),
             carried_file(kind, mesh, source->second, maps.time, options_.fps));
  }
}

std::vector<std::string> FrameFiles::take_remarks() { return std::exchange(remarks_, {}); }
std::vector<std::string> FrameFiles::take_missing() { return std::exchange(missing_, {}); }

/// ParaView's lists of the frames so far, also of those that were written before a run went on.
void FrameFiles::write_series(const FrameMaps& frame) {
  for (; first_unlisted_ <= frame.frame; ++first_unlisted_)
    add_to_series(first_unlisted_, frame.bodies);
  const std::string file = options_.name + ".pvd";
  if (contains(options_.surface, "vtp")) put_(fs::path("surface") / file, pvd_text(surfaces_));
  if (options_.vti) put_(fs::path("vti") / file, pvd_text(images_));
}

void FrameFiles::add_to_series(int frame, const std::vector<BodyMap>& bodies) {
  const double time = (frame - options_.start_frame) / options_.fps;
  int part = 0;
  const auto add_if_there = [&](std::vector<SeriesEntry>& series, const char* folder,
                                const std::string& name, const std::string& file) {
    if (fs::exists(dir_ / folder / file)) series.push_back({time, part, name, file});
  };
  add_if_there(images_, "vti", "", numbered(options_.name, frame, ".vti"));
  for (const BodyMap& body : bodies) {
    add_if_there(surfaces_, "surface", body.name, body.name + "/" + numbered(options_.name, frame, ".vtp"));
    ++part;
  }
  for (const ObstacleSpec& obstacle : options_.obstacles) {
    const int its_frame = obstacle.moves() ? frame : options_.start_frame;
    add_if_there(surfaces_, "surface", obstacle.name,
                 obstacle.name + "/" + numbered(options_.name, its_frame, ".vtp"));
    ++part;
  }
}

void FrameFiles::write_picture(const FrameMeshes& meshes) {
  if (!options_.view) options_.view = surface_bounds(meshes);
  const PreviewOptions picture{.width = 640,
                               .height = 480,
                               .view = options_.view,
                               .solids = obstacles().at(meshes.time),
                               .planes = planes_of(options_.obstacles, meshes.time)};
  put_(fs::path("preview") / numbered(options_.name, meshes.frame, ".png"),
       preview_png(meshes, picture));
}

}  // namespace eulersolid
