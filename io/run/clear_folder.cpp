#include "io/run/clear_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "io/run/manifest.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

bool holds_nothing(const fs::path& dir) {
  const fs::directory_iterator files(dir);
  return std::all_of(begin(files), end(files), [&](const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    if (name == FolderLock::file_name) return true;
    std::error_code ignored;
    if (name == "run.log") return fs::file_size(entry.path(), ignored) == 0 && !ignored;
    return name == "manifest.txt" && Manifest::is_begun_in(dir);
  });
}

namespace {

/// Or a run would end with the first file that it wants to write there.
void require_folders(const fs::path& dir) {
  for (const char* name : {"vdb", "surface", "preview", "vti", "checkpoints", "problems"}) {
    const fs::file_status there = fs::symlink_status(dir / name);
    if (fs::exists(there) && !fs::is_directory(there))
      throw InputError((dir / name).string() +
                       " is in the way, a file or a link; runs have a folder there");
  }
}

}  // namespace

FolderLock prepare_run_folder(const fs::path& dir, bool force) {
  if (fs::exists(dir) && !fs::is_directory(dir))
    throw InputError(dir.string() + " is a file, not a folder; name another with -o DIR");
  std::error_code failure;
  fs::create_directories(dir, failure);
  if (failure) throw std::system_error(failure, "cannot make the folder " + dir.string());
  FolderLock lock(dir);
  if (holds_nothing(dir)) {
    fs::remove(dir / "manifest.txt");
    return lock;
  }
  if (!Manifest::is_in(dir))
    throw InputError(
        dir.string() +
        " is not empty and has no manifest.txt of a run, which says what that has "
        "written, so that nothing here is replaced; remove it by hand, or name another "
        "folder with -o DIR");
  if (!force)
    throw InputError(dir.string() +
                     " is not empty; pass --force to replace the run in it, --resume to go on with "
                     "it, or name another folder with -o DIR");
  const std::vector<std::string> foreign = Manifest::foreign_files(dir);
  if (!foreign.empty())
    throw InputError(fmt::format(
        "{}: {} not as a run has left {}, so --force removes nothing; move {} elsewhere, or name "
        "another folder with -o DIR",
        dir.string(), files_are(foreign), foreign.size() == 1 ? "it" : "them",
        foreign.size() == 1 ? "it" : "them"));
  require_folders(dir);
  Manifest::remove_files(dir);
  return lock;
}

}  // namespace eulersolid
