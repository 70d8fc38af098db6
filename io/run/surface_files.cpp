#include "io/run/surface_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/mesh/carried_files.h"
#include "io/mesh/mesh_files.h"
#include "io/run/frame_names.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

bool has_kind(const RunFolderOptions& options, std::string_view kind) {
  return std::ranges::find(options.surface, kind) != options.surface.end();
}

}  // namespace

SurfaceFiles::SurfaceFiles(fs::path dir, const RunFolderOptions& options, FilePut put)
    : dir_(std::move(dir)),
      options_(options),
      put_(std::move(put)),
      first_unlisted_(options.start_frame) {}

/// That of one at rest is written once.
bool SurfaceFiles::has_file(const ObstacleSpec& obstacle, int frame) const {
  return obstacle.moves() || frame == options_.start_frame;
}

std::vector<fs::path> SurfaceFiles::names(const FrameMaps& frame) const {
  std::vector<fs::path> names;
  const auto add = [&](const fs::path& folder, std::string_view kind) {
    names.push_back(mesh_name(folder, options_.name, frame.frame, kind));
  };
  for (const std::string& kind : options_.surface) {
    for (const BodyMap& body : frame.bodies) {
      add(surface_folder(body.name), kind);
      if (options_.sources.contains(body.name) && has_texture_places(kind))
        add(original_folder(body.name), kind);
    }
    for (const ObstacleSpec& obstacle : options_.obstacles)
      if (has_file(obstacle, frame.frame)) add(surface_folder(obstacle.name), kind);
  }
  if (has_kind(options_, "vtp")) names.push_back(fs::path("surface") / (options_.name + ".pvd"));
  return names;
}

void SurfaceFiles::write(const FrameMeshes& meshes) {
  for (const SurfaceMesh& mesh : meshes.bodies) write(mesh, meshes.frame, meshes.time);
  if (!obstacles_) obstacles_.emplace(options_.obstacles, options_.domain);
  const std::vector<SurfaceMesh> solids = obstacles_->at(meshes.time);
  for (std::size_t n = 0; n < solids.size(); ++n)
    if (has_file(options_.obstacles[n], meshes.frame)) write(solids[n], meshes.frame, meshes.time);
}

void SurfaceFiles::write(const SurfaceMesh& mesh, int frame, double time) const {
  for (const std::string& kind : options_.surface)
    put_(mesh_name(surface_folder(mesh.name), options_.name, frame, kind),
         surface_file(kind, mesh, time, options_.fps));
}

void SurfaceFiles::write_carried(const FrameMaps& maps) {
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

std::vector<std::string> SurfaceFiles::take_remarks() { return std::exchange(remarks_, {}); }

void SurfaceFiles::write_series(const FrameMaps& frame) {
  for (; first_unlisted_ <= frame.frame; ++first_unlisted_)
    add_to_series(first_unlisted_, frame.bodies);
  if (has_kind(options_, "vtp"))
    put_(fs::path("surface") / (options_.name + ".pvd"), pvd_text(series_));
}

void SurfaceFiles::add_to_series(int frame, const std::vector<BodyMap>& bodies) {
  const double time = (frame - options_.start_frame) / options_.fps;
  int part = 0;
  const auto add_if_there = [&](const std::string& name, int its_frame) {
    const std::string file = name + "/" + numbered(options_.name, its_frame, ".vtp");
    if (fs::exists(dir_ / "surface" / file)) series_.push_back({time, part, name, file});
    ++part;
  };
  for (const BodyMap& body : bodies) add_if_there(body.name, frame);
  for (const ObstacleSpec& obstacle : options_.obstacles)
    add_if_there(obstacle.name, obstacle.moves() ? frame : options_.start_frame);
}

}  // namespace eulersolid
