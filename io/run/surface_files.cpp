#include "io/run/surface_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "io/mesh/embedded_files.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/shape_mesh.h"

namespace eulersolid {

namespace fs = std::filesystem;

SurfaceFiles::SurfaceFiles(fs::path dir, const RunFolderOptions& options, FilePut put)
    : dir_(std::move(dir)),
      options_(options),
      put_(std::move(put)),
      stages_(dir_, options_),
      first_unlisted_(options.start_frame) {}

bool SurfaceFiles::has_kind(std::string_view file_kind) const {
  return std::ranges::find(options_.surface, file_kind) != options_.surface.end();
}

/// That of one at rest is written once.
bool SurfaceFiles::has_file(const ObstacleSpec& obstacle, int frame) const {
  return obstacle.moves() || frame == options_.start_frame;
}

std::vector<fs::path> SurfaceFiles::names(const FrameMaps& frame) const {
  std::vector<fs::path> names;
  const auto add = [&](const fs::path& folder, std::string_view file_kind) {
    names.push_back(mesh_name(folder, options_.name, frame.frame, file_kind));
  };
  for (const std::string& file_kind : options_.surface) {
    for (const BodyMap& body : frame.bodies) {
      add(mesh_folder(body.name), file_kind);
      if (!has_texture_places(file_kind)) continue;
      for (const MeshKind kind : embedded_kinds(options_, body.name))
        add(mesh_folder(body.name, kind), file_kind);
    }
    for (const ObstacleSpec& obstacle : options_.obstacles)
      if (has_file(obstacle, frame.frame)) add(mesh_folder(obstacle.name), file_kind);
  }
  if (has_kind("vtp")) names.push_back(series_name(options_.name));
  if (has_kind("usd"))
    for (const fs::path& name : stages_.names(frame.bodies)) names.push_back(name);
  return names;
}

void SurfaceFiles::write(const FrameMeshes& meshes) {
  FileMoment moment{meshes.frame, meshes.time, options_.fps};
  for (const SurfaceMesh& mesh : meshes.bodies) write(mesh, moment);
  if (!obstacles_) obstacles_.emplace(options_.obstacles, options_.domain);
  std::vector<SurfaceMesh> solids = obstacles_->at(meshes.time);
  moment.lasts = true;  // in a stage they move as a whole
  for (std::size_t n = 0; n < solids.size(); ++n) {
    solids[n].object_id = int(meshes.bodies.size() + n) + 1;
    if (has_file(options_.obstacles[n], meshes.frame)) write(solids[n], moment);
  }
}

void SurfaceFiles::write(const SurfaceMesh& mesh, const FileMoment& moment) const {
  for (const std::string& file_kind : options_.surface)
    put_(mesh_name(mesh_folder(mesh.name), options_.name, moment.frame, file_kind),
         surface_file(file_kind, mesh, moment));
}

void SurfaceFiles::write_embedded(const FrameMaps& maps, double voxel) {
  for (std::size_t b = 0; b < maps.bodies.size(); ++b)
    for (const MeshKind kind : embedded_kinds(options_, maps.bodies[b].name))
      write_embedded(source_of(kind, maps.bodies[b], voxel), kind, maps.bodies[b], int(b) + 1,
                     maps);
}

void SurfaceFiles::write_embedded(const SourceMesh& source, MeshKind kind, const BodyMap& body,
                                  int object_id, const FrameMaps& maps) {
  EmbeddedMesh mesh = embedded(source, body, maps);
  mesh.object_id = object_id;
  if (mesh.lost > 0)
    remarks_.push_back(
        fmt::format("frame {}: {} of {} points of the {} of \"{}\" have no place in its map, "
                    "where cells are "
                    "inverted; they moved as the nearest node did",
                    maps.frame, mesh.lost, mesh.positions.size(),
                    kind == MeshKind::original ? "mesh" : "surface at rest", body.name));
  for (const std::string& file_kind : options_.surface)
    if (has_texture_places(file_kind))
      put_(mesh_name(mesh_folder(body.name, kind), options_.name, maps.frame, file_kind),
           embedded_file(file_kind, mesh, source, {maps.frame, maps.time, options_.fps}));
}

const SourceMesh& SurfaceFiles::source_of(MeshKind kind, const BodyMap& body, double voxel) {
  if (kind == MeshKind::original) return options_.sources.at(body.name);
  assert(kind == MeshKind::rest);
  const auto found = at_rest_.find(body.name);
  if (found != at_rest_.end()) return found->second;
  return at_rest_.emplace(body.name, embedded_source(body.shape, voxel)).first->second;
}

std::vector<std::string> SurfaceFiles::take_remarks() { return std::exchange(remarks_, {}); }

void SurfaceFiles::write_lists(const FrameMaps& frame) {
  for (; first_unlisted_ <= frame.frame; ++first_unlisted_) {
    add_to_series(first_unlisted_, frame.bodies);
    stages_.add(first_unlisted_, frame.bodies);
  }
  if (has_kind("vtp")) put_(series_name(options_.name), pvd_text(series_));
  if (!has_kind("usd")) return;
  for (const auto& [name, text] : stages_.files(frame.frame, frame.bodies)) put_(name, text);
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
