#include "io/run/clear_folder.h"

#include <string>
#include <system_error>

#include "io/run/manifest.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

FolderLock prepare_run_folder(const fs::path& dir, bool force) {
  if (fs::exists(dir) && !fs::is_directory(dir))
    throw InputError(dir.string() + " is a file, not a folder; name another with -o DIR");
  std::error_code failure;
  fs::create_directories(dir, failure);
  if (failure) throw std::system_error(failure, "cannot make the folder " + dir.string());
  FolderLock lock(dir);
  if (fs::is_empty(dir)) return lock;
  if (!force)
    throw InputError(dir.string() +
                     " is not empty; pass --force to replace the run in it, --resume to go on with "
                     "it, or name another folder with -o DIR");
  if (!Manifest::is_in(dir))
    throw InputError(dir.string() +
                     " is not empty and has no manifest.txt, which says what a run has written, "
                     "so --force leaves it alone; remove it by hand, or name another folder with "
                     "-o DIR");
  Manifest::remove_files(dir);
  return lock;
}

}  // namespace eulersolid
