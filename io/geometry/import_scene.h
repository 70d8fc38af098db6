#pragma once

#include <assimp/Importer.hpp>
#include <string>

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

 private:
  Assimp::Importer importer_;
  const aiScene* scene_;
  bool y_is_up_;
};

/// Does the name end so? In small or capital letters; `extension` in small ones, with its dot.
bool has_extension(const std::string& path, const std::string& extension);

/// Is this the name of a file that can be read?
bool is_mesh_name(const std::string& path);

}  // namespace eulersolid
