#pragma once

#include <string>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A place in a texture, from its lower left corner [-].
struct TexturePlace {
  double s = 0, t = 0;
};

/// A mesh as its file has it: polygons, and the texture's places at their corners.
struct SourceMesh {
  /// As OBJ and PLY files number them, used or not; of others each place once, in the order of the
  /// file's faces.
  std::vector<Vec3> points;
  std::vector<int> face_sizes;        ///< corners of each face
  std::vector<int> corners;           ///< their points, face by face
  std::vector<TexturePlace> texture;  ///< of each corner; empty where the file has no texture
};

/// The mesh in an STL, OBJ, PLY or glTF file, with its polygons and the first of its textures'
/// places. Read as read_mesh() reads, which has said what is wrong with the file.
/// @throws InputError
SourceMesh read_source_mesh(const std::string& path);

}  // namespace eulersolid
