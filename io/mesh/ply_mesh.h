#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/vdb/frame.h"

namespace eulersolid {

/// What a PLY file of a run holds (io/mesh/mesh_files.h, embedded_files.h).
struct PlyMesh {
  std::vector<std::string> names;  ///< of the values of a vertex
  std::vector<float> values;       ///< vertex by vertex
  std::vector<std::int32_t> face_sizes, corners;

  std::size_t vertices() const { return names.empty() ? 0 : values.size() / names.size(); }
  bool has(std::string_view name) const;
  std::vector<float> scalars(
      std::string_view name) const;  ///< of all vertices; 0 where it has none
  std::vector<Vec3f> vectors(std::string_view x, std::string_view y, std::string_view z) const;
};

/// @throws InputError for a file that is not there, or not as a run writes them
PlyMesh read_ply(const std::filesystem::path& path);

}  // namespace eulersolid
