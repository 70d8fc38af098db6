#include "io/run/body_list.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/mesh/embedded_files.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/usd_stage.h"
#include "io/run/frame_names.h"
#include "io/scene/solids/mass_at_rest.h"

namespace eulersolid {

namespace {

using Json = nlohmann::ordered_json;

Json material_of(const MaterialSpec& material) {
  Json json{{"model", material.model}, {"density", material.density}};
  for (const auto& [key, value] : material.parameters) json[key] = value;
  json["viscosity"] = material.viscosity;
  return json;
}

/// @param frame  that of all files of something that rests; else each frame has its own
void add_files(const Scene::Output& output, const std::filesystem::path& folder,
               std::optional<int> frame, Json& files) {
  for (const std::string& kind : frame_kinds(output.surface))
    files.push_back(mesh_name(folder, output.name, frame, kind).string());
}

bool has_kind(const BodySpec& body, MeshKind kind, const Scene::Output& output) {
  return kind == MeshKind::rest ? output.rest_mesh : body.shape.name == "mesh";
}

Json entry_of(const BodySpec& body, const Scene::Output& output) {
  const double its_volume = volume(shape_of(body.shape));
  Json json{{"name", body.name}, {"kind", "body"}, {"shape", body.shape.name}};
  json["material"] = material_of(body.material);
  for (const RegionSpec& region : body.regions)
    if (region.material) json["region_materials"][region.name] = material_of(*region.material);
  json["rest_volume"] = its_volume;
  json["mass"] = mass_at_rest(body);
  Json files = Json::array();
  if (output.per_body) files.push_back(volume_name(body.name, output.name, {}).string());
  add_files(output, mesh_folder(body.name), {}, files);
  for (const MeshKind kind : {MeshKind::original, MeshKind::rest}) {
    if (!has_kind(body, kind, output)) continue;
    for (const std::string& file_kind : frame_kinds(output.surface))
      if (has_texture_places(file_kind))
        files.push_back(
            mesh_name(mesh_folder(body.name, kind), output.name, {}, file_kind).string());
  }
  json["files"] = files;
  return json;
}

Json entry_of(const ObstacleSpec& obstacle, const Scene::Output& output) {
  Json json{{"name", obstacle.name}, {"kind", "obstacle"}, {"shape", obstacle.shape.name}};
  json["moves"] = obstacle.moves();
  std::optional<int> frame;
  if (!obstacle.moves()) frame = output.start_frame;
  Json files = Json::array();
  add_files(output, mesh_folder(obstacle.name), frame, files);
  json["files"] = files;
  return json;
}

std::vector<MeshKind> kinds_of(const Scene& scene) {
  std::vector<MeshKind> kinds{MeshKind::contour};
  for (const MeshKind kind : {MeshKind::original, MeshKind::rest})
    if (std::ranges::any_of(
            scene.bodies, [&](const BodySpec& body) { return has_kind(body, kind, scene.output); }))
      kinds.push_back(kind);
  return kinds;
}

/// The files that show everything, and what each thing is in them.
void add_animations(const Scene& scene, Json& list) {
  const Scene::Output& output = scene.output;
  const auto has = [&](const char* kind) {
    return std::ranges::find(output.surface, kind) != output.surface.end();
  };
  std::vector<std::string> names;
  for (const Json& object : list["objects"]) names.push_back(object["name"].get<std::string>());
  for (const MeshKind kind : kinds_of(scene)) {
    if (has("usd")) list["stages"].push_back(stage_name(output.name, kind).string());
    if (has("abc")) list["archives"].push_back(archive_name(output.name, kind).string());
  }
  const std::vector<std::string> prims = prims_of(output.name, names), paths = identifiers(names);
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (has("usd")) list["objects"][n]["prim"] = prims[n];
    if (has("abc")) list["objects"][n]["archive_object"] = "/" + paths[n];
  }
}

}  // namespace

std::string bodies_json(const Scene& scene) {
  Json list{{"scene", scene.output.name}, {"unit", "metre"}, {"up_axis", "z"}};
  list["fps"] = scene.output.fps, list["start_frame"] = scene.output.start_frame;
  Json objects = Json::array();
  const auto add = [&](const Json& entry) {
    Json numbered{{"object_id", int(objects.size()) + 1}};
    numbered.update(entry);
    objects.push_back(numbered);
  };
  for (const BodySpec& body : scene.bodies) add(entry_of(body, scene.output));
  for (const ObstacleSpec& obstacle : scene.obstacles) add(entry_of(obstacle, scene.output));
  list["objects"] = objects;
  add_animations(scene, list);
  using Handler = nlohmann::detail::error_handler_t;
  return list.dump(2, ' ', false, Handler::replace) + "\n";  // names may not be UTF-8
}

}  // namespace eulersolid
