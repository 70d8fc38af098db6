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

fs::path surface_folder(const std::string& object) { return fs::path("surface") / object; }
fs::path original_folder(const std::string& body) { return surface_folder(body) / "original"; }

fs::path mesh_name(const fs::path& folder, const std::string& stem, std::optional<int> frame,
                   std::string_view kind) {
  return folder / numbered(stem, frame, surface_extension(kind));
}

}  // namespace eulersolid
