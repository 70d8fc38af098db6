#include "io/geometry/read_mesh.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <filesystem>

#include "io/geometry/shape_file.h"
#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

std::string lower_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = char(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

void add(const aiMesh& part, TriangleMesh& mesh) {
  const int first = int(mesh.points.size());
  for (unsigned n = 0; n < part.mNumVertices; ++n) {
    const aiVector3D& p = part.mVertices[n];
    mesh.points.push_back({p.x, p.y, p.z});
  }
  for (unsigned n = 0; n < part.mNumFaces; ++n) {
    const aiFace& face = part.mFaces[n];
    if (face.mNumIndices != 3) continue;  // points and lines
    const unsigned* corner = face.mIndices;
    if (std::max({corner[0], corner[1], corner[2]}) >= part.mNumVertices)
      throw InputError("a face names a vertex that is not there");
    mesh.triangles.push_back(
        {first + int(corner[0]), first + int(corner[1]), first + int(corner[2])});
  }
}

TriangleMesh read(const std::string& path, bool y_is_up) {
  Assimp::Importer importer;
  importer.SetPropertyInteger(
      AI_CONFIG_PP_RVC_FLAGS,
      aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
          aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
          aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS);
  const aiScene* scene = importer.ReadFile(
      path, aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_PreTransformVertices);
  const std::string reason = importer.GetErrorString();
  if (reason.starts_with("No output meshes")) throw InputError(path + " has no triangles");
  if (scene == nullptr)
    throw InputError(
        fmt::format("{} cannot be read as a mesh: {}", path, printable(reason, most_shown)));
  TriangleMesh mesh;
  try {
    for (unsigned n = 0; n < scene->mNumMeshes; ++n) add(*scene->mMeshes[n], mesh);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} cannot be read as a mesh: {}", path, error.what()));
  }
  if (y_is_up)
    for (Vec3& p : mesh.points) p = {p.x, -p.z, p.y};
  return mesh;
}

}  // namespace

TriangleMesh read_mesh(const std::string& path) {
  const std::string extension = lower_extension(path);
  const bool is_gltf = extension == ".gltf" || extension == ".glb";
  if (!is_gltf && extension != ".stl" && extension != ".obj" && extension != ".ply")
    throw InputError(
        fmt::format("{} is not named like a mesh: .stl, .obj, .ply, .gltf or .glb", path));
  return read_shape_file(path, [&] { return read(path, is_gltf); });
}

}  // namespace eulersolid
