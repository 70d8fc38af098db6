#include "io/run/surface_stages.h"

#include <algorithm>

#include "io/preview/draw/colours.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

constexpr MeshKind all_kinds[] = {MeshKind::contour, MeshKind::original, MeshKind::rest};
constexpr Vec3 obstacle_colour{0.35, 0.35, 0.35};

bool contains(const std::vector<MeshKind>& kinds, MeshKind kind) {
  return kind == MeshKind::contour || std::ranges::find(kinds, kind) != kinds.end();
}

/// As the folder surface/ has it.
std::string from_stage(const fs::path& file) {
  return file.lexically_relative("surface").generic_string();
}

/// The motion that brings something from one pose into another.
Pose between(const Pose& from, const Pose& to) {
  const Mat3 turn = to.rotation * transpose(from.rotation);
  return {to.position - turn * from.position, turn};
}

}  // namespace

std::vector<MeshKind> embedded_kinds(const RunFolderOptions& options, const std::string& body) {
  std::vector<MeshKind> kinds;
  if (options.sources.contains(body)) kinds.push_back(MeshKind::original);
  if (options.rest_mesh) kinds.push_back(MeshKind::rest);
  return kinds;
}

SurfaceStages::SurfaceStages(fs::path dir, const RunFolderOptions& options)
    : dir_(std::move(dir)), options_(options) {}

bool SurfaceStages::has(MeshKind kind, const std::vector<BodyMap>& bodies) const {
  return std::ranges::any_of(bodies, [&](const BodyMap& body) {
    return contains(embedded_kinds(options_, body.name), kind);
  });
}

std::vector<fs::path> SurfaceStages::names(const std::vector<BodyMap>& bodies) const {
  std::vector<fs::path> names;
  for (const MeshKind kind : all_kinds) {
    if (!has(kind, bodies)) continue;
    names.push_back(stage_name(options_.name, kind));
    for (const BodyMap& body : bodies)
      if (contains(embedded_kinds(options_, body.name), kind))
        names.push_back(sequence_name(mesh_folder(body.name, kind), options_.name));
  }
  return names;
}

void SurfaceStages::add(int frame, const std::vector<BodyMap>& bodies) {
  const auto add_if_there = [&](const fs::path& folder) {
    if (fs::exists(dir_ / mesh_name(folder, options_.name, frame, "usd")))
      frames_[folder].push_back(frame);
  };
  for (const MeshKind kind : all_kinds)
    for (const BodyMap& body : bodies)
      if (contains(embedded_kinds(options_, body.name), kind))
        add_if_there(mesh_folder(body.name, kind));
  if (frame == options_.start_frame)
    for (const ObstacleSpec& obstacle : options_.obstacles)
      add_if_there(mesh_folder(obstacle.name));
}

std::vector<std::pair<fs::path, std::string>> SurfaceStages::files(
    int last_frame, const std::vector<BodyMap>& bodies) const {
  const UsdTimes times{options_.start_frame, last_frame, options_.fps};
  std::vector<std::pair<fs::path, std::string>> files;
  for (const MeshKind kind : all_kinds) {
    if (!has(kind, bodies)) continue;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const fs::path folder = mesh_folder(bodies[b].name, kind);
      if (frames_.contains(folder))
        files.emplace_back(sequence_name(folder, options_.name),
                           usd_sequence(sequence_of(bodies[b], kind, int(b) + 1), times));
    }
    files.emplace_back(stage_name(options_.name, kind), stage_text(kind, bodies, times));
  }
  return files;
}

UsdSequence SurfaceStages::sequence_of(const BodyMap& body, MeshKind kind, int object_id) const {
  UsdSequence sequence;
  sequence.name = body.name, sequence.file = options_.name + ".usda";
  if (kind != MeshKind::contour) sequence.topology = UsdTopology::constant;
  for (const NamedValues& its : body.cell_values) sequence.scalars.push_back(its.name);
  sequence.colour = body_colour(object_id);
  for (const int frame : frames_.at(mesh_folder(body.name, kind)))
    sequence.frames.push_back({frame, numbered(options_.name, frame, ".usda")});
  return sequence;
}

/// What has no mesh of a kind is shown by its contour.
UsdObject SurfaceStages::object_of(const BodyMap& body, MeshKind kind, int object_id) const {
  const bool has_kind = contains(embedded_kinds(options_, body.name), kind);
  const fs::path folder = mesh_folder(body.name, has_kind ? kind : MeshKind::contour);
  UsdObject object{.name = body.name, .file = {}, .colour = body_colour(object_id), .places = {}};
  if (frames_.contains(folder)) object.file = from_stage(sequence_name(folder, options_.name));
  return object;
}

UsdObject SurfaceStages::object_of(const ObstacleSpec& obstacle, int last_frame) const {
  const int first = options_.start_frame;
  const fs::path folder = mesh_folder(obstacle.name);
  UsdObject object{.name = obstacle.name, .file = {}, .colour = obstacle_colour, .places = {}};
  if (frames_.contains(folder))
    object.file = from_stage(mesh_name(folder, options_.name, first, "usd"));
  if (!obstacle.moves()) return object;
  const Pose start = placed(obstacle).pose;
  for (int frame = first; frame <= last_frame; ++frame)
    object.places.push_back(
        {frame, between(start, placed(obstacle, (frame - first) / options_.fps).pose)});
  return object;
}

std::string SurfaceStages::stage_text(MeshKind kind, const std::vector<BodyMap>& bodies,
                                      const UsdTimes& times) const {
  std::vector<UsdObject> objects;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    objects.push_back(object_of(bodies[b], kind, int(b) + 1));
  for (const ObstacleSpec& obstacle : options_.obstacles)
    objects.push_back(object_of(obstacle, times.last));
  return usd_stage(options_.name, objects, times);
}

}  // namespace eulersolid
