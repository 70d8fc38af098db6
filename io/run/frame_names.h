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

/// Which mesh of a body it is: its contour, or one that is embedded in it.
enum class MeshKind {
  contour,
  original,  ///< that it was read from
  rest       ///< its surface at rest
};

/// Where the meshes of a body or an obstacle are.
std::filesystem::path mesh_folder(const std::string& object, MeshKind kind = MeshKind::contour);

/// @param file_kind  as `output.surface` names it
std::filesystem::path mesh_name(const std::filesystem::path& folder, const std::string& stem,
                                std::optional<int> frame, std::string_view file_kind);

/// The USD file that shows all frames of a folder's meshes.
std::filesystem::path sequence_name(const std::filesystem::path& folder, const std::string& stem);
/// The USD file that shows all frames of everything, bodies by one kind of mesh.
std::filesystem::path stage_name(const std::string& stem, MeshKind kind);
/// The Alembic archive that shows all frames of everything, bodies by one kind of mesh.
std::filesystem::path archive_name(const std::string& stem, MeshKind kind);
/// ParaView's list of all frames.
std::filesystem::path series_name(const std::string& stem);

}  // namespace eulersolid
