#include "io/geometry/import_scene.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

std::string lower_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = char(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

bool is_gltf_name(const std::string& path) {
  const std::string extension = lower_extension(path);
  return extension == ".gltf" || extension == ".glb";
}

}  // namespace

ImportedScene::ImportedScene(const std::string& path, const ImportedParts& parts)
    : y_is_up_(is_gltf_name(path)) {
  int left_out = aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                 aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS | aiComponent_TEXTURES |
                 aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS;
  if (!parts.texture) left_out |= aiComponent_TEXCOORDS;
  importer_.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, left_out);
  scene_ = importer_.ReadFile(path, aiProcess_RemoveComponent | aiProcess_PreTransformVertices |
                                        (parts.polygons ? 0U : unsigned(aiProcess_Triangulate)));
  const std::string reason = importer_.GetErrorString();
  if (reason.starts_with("No output meshes")) throw InputError(path + " has no triangles");
  if (scene_ == nullptr)
    throw InputError(
        fmt::format("{} cannot be read as a mesh: {}", path, printable(reason, most_shown)));
}

bool is_mesh_name(const std::string& path) {
  const std::string extension = lower_extension(path);
  return is_gltf_name(path) || extension == ".stl" || extension == ".obj" || extension == ".ply";
}

}  // namespace eulersolid
