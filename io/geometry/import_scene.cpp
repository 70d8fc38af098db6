#include "io/geometry/import_scene.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "io/geometry/mesh_names.h"
#include "io/geometry/obj_data.h"
#include "io/geometry/ply_data.h"
#include "io/geometry/stl_data.h"
#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Opens what a mesh may be made of: files in its folder or below. A glTF file may name any other
/// as a buffer, a pipe that waits for ever or a file that is nobody's business.
class FilesBeside final : public Assimp::DefaultIOSystem {
 public:
  explicit FilesBeside(const std::string& mesh)
      : folder_(std::filesystem::canonical(std::filesystem::absolute(mesh).parent_path())),
        mesh_(std::filesystem::canonical(mesh)) {}

  bool Exists(const char* file) const override { return is_ours(file); }
  Assimp::IOStream* Open(const char* file, const char* mode) override {
    return is_ours(file) ? DefaultIOSystem::Open(file, mode) : nullptr;
  }

 private:
  bool is_ours(const char* file) const {
    std::error_code none;
    const std::filesystem::path at = std::filesystem::canonical(file, none);
    if (none || !std::filesystem::is_regular_file(at, none)) return false;
    const auto [end, rest] = std::mismatch(folder_.begin(), folder_.end(), at.begin(), at.end());
    return at == mesh_ || end == folder_.end();
  }
  std::filesystem::path folder_, mesh_;
};

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(std::filesystem::file_size(path), '\0');
  if (!file.read(bytes.data(), std::streamsize(bytes.size())))
    throw InputError(path + " cannot be read as a mesh: it cannot be opened, or is cut");
  return bytes;
}

/// The file as the importer takes it, where it does not as it is.
std::optional<std::string> mended(const std::string& path, std::vector<std::string>& remarks) {
  if (has_extension(path, ".stl")) return mended_stl(bytes_of_file(path), path, remarks);
  if (has_extension(path, ".ply")) return mended_ply(bytes_of_file(path), path, remarks);
  if (has_extension(path, ".obj")) return mended_obj(bytes_of_file(path));
  return {};
}

/// Triangulation of a polygon takes a time that grows as the square of its corners.
void require_polygons(const aiScene& scene, const std::string& path) {
  constexpr unsigned most = 10'000;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    for (unsigned f = 0; f < mesh.mNumFaces; ++f)
      if (mesh.mFaces[f].mNumIndices > most)
        throw InputError(fmt::format("{} has a face of {} corners, but may have {} at most", path,
                                     mesh.mFaces[f].mNumIndices, most));
  }
}

}  // namespace

ImportedScene::ImportedScene(const std::string& path, const ImportedParts& parts)
    : y_is_up_(is_gltf_name(path)) {
  int left_out = aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                 aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS | aiComponent_TEXTURES |
                 aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS;
  if (!parts.texture) left_out |= aiComponent_TEXCOORDS;
  importer_.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, left_out);
  importer_.SetIOHandler(new FilesBeside(path));  // which the importer then owns
  if (const std::optional<std::string> bytes = mended(path, remarks_))
    scene_ = importer_.ReadFileFromMemory(
        bytes->data(), bytes->size(), aiProcess_RemoveComponent,
        std::filesystem::path(path).extension().string().substr(1).c_str());
  else
    scene_ = importer_.ReadFile(path, aiProcess_RemoveComponent);
  if (scene_ != nullptr) {
    require_polygons(*scene_, path);
    scene_ = importer_.ApplyPostProcessing(aiProcess_PreTransformVertices |
                                           (parts.polygons ? 0U : unsigned(aiProcess_Triangulate)));
  }
  const std::string reason = importer_.GetErrorString();
  if (reason.starts_with("No output meshes")) throw InputError(path + " has no triangles");
  if (reason.find("bad_alloc") != std::string::npos)
    throw InputError(path +
                     " cannot be read as a mesh: it claims more vertices, faces or copies of parts "
                     "than there is memory for");
  if (scene_ == nullptr)
    throw InputError(
        fmt::format("{} cannot be read as a mesh: {}", path, printable(reason, max_shown)));
}

}  // namespace eulersolid
