#include "io/geometry/mesh_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <vector>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Files that are no meshes, or none that can be read.
struct OtherKind {
  std::vector<std::string> extensions;
  std::string_view advice;  ///< {0}: the file's name; {1}: that of an STL file beside it
};

const std::vector<OtherKind>& other_kinds() {
  static const std::vector<OtherKind> kinds = {
      {{".step", ".stp", ".iges", ".igs", ".brep"},
       "export it as STL from the CAD program, or convert it: gmsh {0} -2 -o {1}"},
      {{".3mf"}, "export it as STL from the slicer, or convert it: assimp export {0} {1}"},
      {{".fbx", ".blend", ".dae", ".abc", ".usd", ".usda", ".usdc", ".usdz"},
       "open or import it in Blender, and export it as glTF (.glb)"},
      {{".vdb"}, "of a VDB file, take shape = \"vdb\""},
      {{".nii", ".gz", ".hdr", ".nrrd", ".nhdr", ".mha", ".mhd", ".dcm"},
       "of an image, take shape = \"image\""}};
  return kinds;
}

/// As a shell takes it.
std::string quoted_name(const std::filesystem::path& name) {
  const std::string text = name.string();
  const bool is_plain = std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  });
  return is_plain ? text : '"' + text + '"';
}

std::string advice_for(const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(path).filename();
  for (const OtherKind& kind : other_kinds())
    if (std::ranges::any_of(kind.extensions,
                            [&](const std::string& end) { return has_extension(path, end); }))
      return fmt::format(fmt::runtime(kind.advice), quoted_name(name),
                         quoted_name(name.stem().string() + ".stl"));
  return "export it as one of these from the program that made it";
}

}  // namespace

bool has_extension(const std::string& path, const std::string& extension) {
  std::string own = std::filesystem::path(path).extension().string();
  for (char& c : own) c = char(std::tolower(static_cast<unsigned char>(c)));
  return own == extension;
}

bool is_gltf_name(const std::string& path) {
  return has_extension(path, ".gltf") || has_extension(path, ".glb");
}

void require_mesh_name(const std::string& path) {
  const auto ends_with = [&](const char* end) { return has_extension(path, end); };
  if (is_gltf_name(path) || ends_with(".stl") || ends_with(".obj") || ends_with(".ply")) return;
  throw InputError(fmt::format("{} is not named like a mesh: .stl, .obj, .ply, .gltf or .glb; {}",
                               path, advice_for(path)));
}

}  // namespace eulersolid
