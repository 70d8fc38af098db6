#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace eulersolid {

/// Names of the files of frames, from the run's folder. Without a frame they are those of all
/// frames, as printf() takes them: NAME_%04d.ply.

/// @param stem       of all frames
/// @param extension  such as ".ply"
std::string numbered(const std::string& stem, std::optional<int> frame,
                     const std::string& extension);

/// The volumes of a body of its own.
std::filesystem::path volume_name(const std::string& body, const std::string& stem,
                                  std::optional<int> frame);

/// Where the meshes of a body or an obstacle are.
std::filesystem::path surface_folder(const std::string& object);
/// Where the meshes that a body was read from are.
std::filesystem::path original_folder(const std::string& body);

/// @param kind  of the file, as `output.surface` names it
std::filesystem::path mesh_name(const std::filesystem::path& folder, const std::string& stem,
                                std::optional<int> frame, std::string_view kind);

}  // namespace eulersolid
