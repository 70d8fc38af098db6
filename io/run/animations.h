#pragma once

#include <filesystem>
#include <vector>

#include "io/run/manifest.h"

namespace eulersolid {

/// Write the Alembic archives of a run: surface/NAME.abc of its bodies' contours and its obstacles,
/// and with NAME_original and NAME_rest where bodies have such meshes, each of all frames that are
/// there. An archive cannot grow, so they are put together from the frames' PLY files; the same
/// ones make the same bytes. A frame that is missing looks as the one before.
/// @param manifest  that of the folder, which names them before they are made
/// @param left_out  gets a line for each object that has no such file
/// @return them, from the folder
/// @throws InputError where the folder has no bodies.json, no PLY file, or one that is damaged,
///         std::system_error of the disk
std::vector<std::filesystem::path> write_archives(const std::filesystem::path& run,
                                                  Manifest& manifest,
                                                  std::vector<std::string>& left_out);

}  // namespace eulersolid
