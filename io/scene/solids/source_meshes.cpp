#include "io/scene/solids/source_meshes.h"

namespace eulersolid {

namespace {

SourceMesh source_of(const BodySpec& body) {
  SourceMesh mesh = read_source_mesh(std::get<std::string>(body.shape.values.at("file")));
  const double factor = body.shape.number("scale");
  const Vec3 home = body.shape.home.value_or(Vec3{});
  const Pose pose{body.centre, rotation_of(body.rotation)};
  for (Vec3& p : mesh.points) p = to_world(pose, factor * p - home);
  return mesh;
}

}  // namespace

std::map<std::string, SourceMesh> source_meshes(const Scene& scene) {
  std::map<std::string, SourceMesh> meshes;
  if (scene.output.surface.empty()) return meshes;
  for (const BodySpec& body : scene.bodies)
    if (body.shape.name == "mesh") meshes.emplace(body.name, source_of(body));
  return meshes;
}

}  // namespace eulersolid
