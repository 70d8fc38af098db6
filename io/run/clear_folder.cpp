#include "io/run/clear_folder.h"

#include <cctype>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// Is `name` what a sequence calls its files: STEM_0001.vdb, with four digits or more? Or what it
/// calls them until they are whole?
bool is_numbered(std::string_view name, std::string_view extension) {
  if (name.ends_with(".tmp")) name.remove_suffix(4);
  if (!name.ends_with(extension)) return false;
  name.remove_suffix(extension.size());
  const std::size_t line = name.rfind('_');
  if (line == std::string_view::npos || line == 0 || name.size() - line - 1 < 4) return false;
  for (const char c : name.substr(line + 1))
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return false;
  return true;
}

std::vector<fs::path> entries(const fs::path& dir) {
  if (!fs::is_directory(dir)) return {};
  return {fs::directory_iterator(dir), fs::directory_iterator()};
}

void remove_sequence(const fs::path& dir, std::string_view extension) {
  for (const fs::path& path : entries(dir))
    if (fs::is_regular_file(path) && is_numbered(path.filename().string(), extension))
      fs::remove(path);
}

void remove_outputs(const fs::path& dir) {
  for (const char* name :
       {"scene.toml", "run.json", "run.log", "steps.csv", "bodies.csv", "contacts.csv"}) {
    fs::remove(dir / name);
    fs::remove(dir / (std::string(name) + ".tmp"));
  }
  remove_sequence(dir / "vdb", ".vdb");
  remove_sequence(dir / "preview", ".png");
  remove_sequence(dir / "checkpoints", ".h5");
  for (const fs::path& body : entries(dir / "bodies")) remove_sequence(body, ".vdb");
}

}  // namespace

FolderLock prepare_run_folder(const fs::path& dir, bool force) {
  if (fs::exists(dir) && !fs::is_directory(dir))
    throw InputError(dir.string() + " is a file, not a folder; name another with -o DIR");
  std::error_code failure;
  fs::create_directories(dir, failure);
  if (failure) throw std::system_error(failure, "cannot make the folder " + dir.string());
  FolderLock lock(dir);
  if (entries(dir).empty()) return lock;
  if (!force)
    throw InputError(dir.string() +
                     " is not empty; pass --force to replace the run in it, --resume to go on with "
                     "it, or name another folder with -o DIR");
  if (!fs::exists(dir / "scene.toml") || !fs::exists(dir / "run.json"))
    throw InputError(dir.string() +
                     " is not empty and holds no run (no scene.toml and run.json), so --force "
                     "leaves it alone; name another folder with -o DIR");
  remove_outputs(dir);
  return lock;
}

}  // namespace eulersolid
