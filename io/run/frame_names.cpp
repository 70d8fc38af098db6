#include "io/run/frame_names.h"

#include <fmt/format.h>

#include "io/mesh/mesh_files.h"

namespace eulersolid {

namespace fs = std::filesystem;

std::string numbered(const std::string& stem, std::optional<int> frame,
                     const std::string& extension) {
  return frame ? fmt::format("{}_{:04}{}", stem, *frame, extension)
               : fmt::format("{}_%04d{}", stem, extension);
}

fs::path volume_name(const std::string& body, const std::string& stem, std::optional<int> frame) {
  return fs::path("bodies") / body / numbered(stem, frame, ".vdb");
}

fs::path mesh_folder(const std::string& object, MeshKind kind) {
  const fs::path folder = fs::path("surface") / object;
  if (kind == MeshKind::contour) return folder;
  return folder / (kind == MeshKind::original ? "original" : "rest");
}

fs::path mesh_name(const fs::path& folder, const std::string& stem, std::optional<int> frame,
                   std::string_view file_kind) {
  return folder / numbered(stem, frame, surface_extension(file_kind));
}

fs::path sequence_name(const fs::path& folder, const std::string& stem) {
  return folder / (stem + ".usda");
}

namespace {

const char* suffix_of(MeshKind kind) {
  if (kind == MeshKind::contour) return "";
  return kind == MeshKind::original ? "_original" : "_rest";
}

}  // namespace

fs::path stage_name(const std::string& stem, MeshKind kind) {
  return sequence_name("surface", stem + suffix_of(kind));
}

fs::path archive_name(const std::string& stem, MeshKind kind) {
  return fs::path("surface") / (stem + suffix_of(kind) + ".abc");
}

fs::path series_name(const std::string& stem) { return fs::path("surface") / (stem + ".pvd"); }

}  // namespace eulersolid
