#pragma once

#include <assimp/Importer.hpp>
#include <string>
#include <vector>

struct aiScene;

namespace eulersolid {

/// What is kept of a mesh in a file, besides places and faces.
struct ImportedParts {
  bool polygons = false;  ///< else they are divided into triangles
  bool texture = false;   ///< the places in textures
};

/// A file of meshes as Assimp reads it, with all nodes' meshes where the nodes have them. Anyone
/// may have written it: only in a process of its own.
class ImportedScene {
 public:
  /// @throws InputError, with the path, where it is none that can be read, or holds no mesh
  ImportedScene(const std::string& path, const ImportedParts& parts);

  const aiScene& scene() const { return *scene_; }
  bool y_is_up() const { return y_is_up_; }  ///< as glTF has it
  /// What was wrong with the file and is not in the scene, a line each that begins with the path.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  Assimp::Importer importer_;
  const aiScene* scene_;
  bool y_is_up_;
  std::vector<std::string> remarks_;
};

}  // namespace eulersolid
