#include "io/run/manifest.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

fs::path list_in(const fs::path& dir) { return dir / "manifest.txt"; }

std::set<std::string> names_in(const fs::path& dir) {
  std::set<std::string> names;
  if (!Manifest::is_in(dir)) return names;
  std::ifstream file(list_in(dir));
  for (std::string line; std::getline(file, line);) names.insert(line);
  return names;
}

/// Does the name stay in the folder, and is every folder on the way there a real one?
bool is_own(const fs::path& dir, const fs::path& file) {
  if (file.empty() || file.is_absolute() || file.lexically_normal() != file) return false;
  if (*file.begin() == "..") return false;
  fs::path at = dir;
  std::error_code ignored;
  for (const fs::path& part : file.parent_path())
    if (!fs::is_directory(fs::symlink_status(at /= part, ignored))) return false;
  return true;
}

/// A link is removed, not what it leads to; a folder is none of our files.
void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT || errno == EISDIR) return;
  throw std::system_error(errno, std::generic_category(), "cannot remove " + path.string());
}

}  // namespace

Manifest::Manifest(const fs::path& dir) : lines_(list_in(dir)), named_(names_in(dir)) {}

void Manifest::add(const fs::path& file) {
  if (named_.contains(file.string())) return;
  lines_.add(file.string());
  named_.insert(file.string());
}

bool Manifest::is_in(const fs::path& dir) {
  return fs::is_regular_file(fs::symlink_status(list_in(dir)));
}

void Manifest::remove_files(const fs::path& dir) {
  for (const std::string& name : names_in(dir)) {
    if (!is_own(dir, name)) continue;
    remove_file(dir / name);
    remove_file(temporary_name(dir / name));
  }
  remove_file(list_in(dir));
}

void Manifest::remove_unfinished(const fs::path& dir, const std::set<std::string>& kept) {
  for (const std::string& name : names_in(dir))
    if (!kept.contains(name) && is_own(dir, name)) remove_file(temporary_name(dir / name));
}

}  // namespace eulersolid
