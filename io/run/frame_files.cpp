#include "io/run/frame_files.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "io/mesh/body_mesh.h"
#include "io/mesh/carried_files.h"
#include "io/mesh/image_file.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/vtk_file.h"
#include "io/output_file.h"
#include "io/preview/preview.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/threads.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

std::string numbered(const std::string& name, int frame, const std::string& extension) {
  return fmt::format("{}_{:04}{}", name, frame, extension);
}

/// Of the thread that writes frames, in the steps of nice(2): more, and on a busy machine the run
/// waits for it.
constexpr int behind_the_run = 5;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Of the meshes that a body was read from.
fs::path source_folder(const std::string& body) { return fs::path("surface") / body / "original"; }

/// What was sampled for surfaces only is not for the volumes.
void leave_out(FrameSample& sample, const std::vector<std::string>& extra) {
  for (BodySample& body : sample.bodies)
    if (!contains(extra, "stress_vm")) body.stress_vm.clear();
}

}  // namespace

FrameFiles::FrameFiles(fs::path dir, const RunFolderOptions& options)
    : dir_(std::move(dir)), options_(options) {}

std::vector<fs::path> FrameFiles::names(const FrameMaps& frame) const {
  const auto file = [&](const std::string& extension) {
    return numbered(options_.name, frame.frame, extension);
  };
  std::vector<fs::path> names{fs::path("vdb") / file(".vdb")};
  for (const BodyMap& body : frame.bodies) {
    if (options_.per_body) names.push_back(fs::path("bodies") / body.name / file(".vdb"));
    for (const std::string& kind : options_.surface) {
      names.push_back(fs::path("surface") / body.name / file(surface_extension(kind)));
      if (options_.sources.contains(body.name) && has_texture_places(kind))
        names.push_back(source_folder(body.name) / file(surface_extension(kind)));
    }
  }
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
  // The run goes on meanwhile: it has the processors first.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  std::size_t(std::max(1, threads() / 2)));
  ::setpriority(PRIO_PROCESS, id_t(::gettid()), behind_the_run);
  const double voxel = options_.voxel_size > 0 ? options_.voxel_size : 0.5 * maps.h;
  FrameSample sample = sample_frame(maps, voxel);
  leave_out(sample, options_.extra);
  write_volumes(sample);
  if (options_.vti) write_image(sample);
  if (!options_.surface.empty()) write_surfaces(frame_meshes(maps, sample)), write_sources(maps);
  if (options_.preview) write_picture(frame_meshes(maps, sample_frame(maps, maps.h)));
  std::vector<std::string> bodies;
  for (const BodyMap& body : maps.bodies) bodies.push_back(body.name);
  write_series(maps.frame, bodies);
}

void FrameFiles::write_volumes(const FrameSample& frame) const {
  const VdbOptions options{.scene = options_.scene,
                           .fps = options_.fps,
                           .velocity_name = options_.velocity_name,
                           .half = options_.half,
                           .rest_by_body = contains(options_.extra, "rest_by_body")};
  const std::string name = numbered(options_.name, frame.frame, ".vdb");
  make_own_folder(dir_ / "vdb");
  write_vdb(dir_ / "vdb" / name, frame, options);
  for (std::size_t body = 0; options_.per_body && body < frame.bodies.size(); ++body) {
    const fs::path its_dir = dir_ / "bodies" / frame.bodies[body].name;
    make_own_folder(dir_ / "bodies");
    make_own_folder(its_dir);
    VdbOptions its_options = options;
    its_options.first_id = int(body) + 1;
    its_options.rest_by_body = false;  // `rest` is
    const FrameSample alone{frame.frame, frame.time, frame.origin, frame.h, {frame.bodies[body]}};
    write_vdb(its_dir / name, alone, its_options);
  }
}

void FrameFiles::write_image(const FrameSample& frame) const {
  make_own_folder(dir_ / "vti");
  VdbOptions options;
  options.velocity_name = options_.velocity_name;
  const DenseImage image = dense_image(frame, options, options_.domain.low, options_.domain.high);
  write_whole_file(dir_ / "vti" / numbered(options_.name, frame.frame, ".vti"),
                   vti_bytes(image, frame));
}

void FrameFiles::write_surfaces(const FrameMeshes& meshes) const {
  make_own_folder(dir_ / "surface");
  for (const SurfaceMesh& mesh : meshes.bodies) {
    make_own_folder(dir_ / "surface" / mesh.name);
    for (const std::string& kind : options_.surface)
      write_whole_file(dir_ / "surface" / mesh.name /
                           numbered(options_.name, meshes.frame, surface_extension(kind)),
                       surface_file(kind, mesh, meshes.time, options_.fps));
  }
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
    make_own_folder(dir_ / "surface" / body.name);
    make_own_folder(dir_ / source_folder(body.name));
    for (const std::string& kind : options_.surface)
      if (has_texture_places(kind))
        write_whole_file(dir_ / source_folder(body.name) /
                             numbered(options_.name, maps.frame, surface_extension(kind)),
                         carried_file(kind, mesh, source->second, maps.time, options_.fps));
  }
}

std::vector<std::string> FrameFiles::take_remarks() { return std::exchange(remarks_, {}); }

/// ParaView's lists of the frames so far, also of those that were written before a run went on.
void FrameFiles::write_series(int frame, const std::vector<std::string>& bodies) const {
  std::vector<SeriesEntry> surfaces, images;
  const auto add_if_there = [&](std::vector<SeriesEntry>& series, const char* folder,
                                const SeriesEntry& entry) {
    if (fs::exists(dir_ / folder / entry.file)) series.push_back(entry);
  };
  for (int k = options_.start_frame; k <= frame; ++k) {
    const double time = (k - options_.start_frame) / options_.fps;
    for (std::size_t body = 0; body < bodies.size(); ++body)
      add_if_there(surfaces, "surface",
                   {time, int(body), bodies[body] + "/" + numbered(options_.name, k, ".vtp")});
    add_if_there(images, "vti", {time, 0, numbered(options_.name, k, ".vti")});
  }
  const std::string file = options_.name + ".pvd";
  if (contains(options_.surface, "vtp"))
    write_whole_file(dir_ / "surface" / file, pvd_text(surfaces));
  if (options_.vti) write_whole_file(dir_ / "vti" / file, pvd_text(images));
}

void FrameFiles::write_picture(const FrameMeshes& meshes) {
  if (!options_.view) options_.view = surface_bounds(meshes);
  make_own_folder(dir_ / "preview");
  PreviewOptions picture{.width = 640, .height = 480, .view = options_.view};
  for (const ObstacleSpec& obstacle : options_.obstacles)
    picture.obstacles.push_back(placed(obstacle, meshes.time));
  render_preview(meshes, dir_ / "preview" / numbered(options_.name, meshes.frame, ".png"), picture);
}

}  // namespace eulersolid
