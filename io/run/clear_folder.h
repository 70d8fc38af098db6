#pragma once

#include <filesystem>

#include "io/run/folder_lock.h"

namespace eulersolid {

/// Is a folder empty, but for the file that may stand for a lock and for what a full disk let a run
/// begin, a list of files without one and an empty log?
bool holds_nothing(const std::filesystem::path& dir);

/// Make the folder of a run, and keep other runs out of it. With `force` and an earlier run's
/// folder there, the files that its manifest names are removed from it, and no others; where one of
/// these is not as the run has left it, none are.
/// @throws InputError as RunFolder::create says
/// @throws std::system_error when the disk does not allow it
FolderLock prepare_run_folder(const std::filesystem::path& dir, bool force);

}  // namespace eulersolid
