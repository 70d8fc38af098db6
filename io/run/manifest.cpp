#include "io/run/manifest.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view mark =
    "# Files of a run of eulersolid: their sizes in bytes (- where they change), and their names.";
constexpr const char* changing = "-";
constexpr std::uintmax_t max_summed = 1 << 20;  // bytes; what people edit is smaller

fs::path list_in(const fs::path& dir) { return dir / "manifest.txt"; }

/// What a run leaves under a name whose size no line says.
bool may_change(const fs::path& file) {
  constexpr std::array names{"run.json", "run.log", "steps.csv", "bodies.csv", "contacts.csv"};
  if (std::find(names.begin(), names.end(), file) != names.end()) return true;
  const fs::path folder = file.parent_path(), kind = file.extension();
  return (folder == "checkpoints" && kind == ".h5") || (folder == "problems" && kind == ".hdf5");
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

std::string summed(std::string_view bytes) {
  if (bytes.size() > max_summed) return std::to_string(bytes.size());
  return fmt::format("{}:{:08x}", bytes.size(), crc32_of(bytes));
}

std::string summed(const fs::path& path, std::uintmax_t size) {
  if (size > max_summed) return std::to_string(size);
  std::ifstream file(path, std::ios::binary);
  return summed(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// Is the file one of those that a run has left under its name?
bool is_as_left(const fs::path& path, const std::set<std::string>& sizes) {
  std::error_code failure;
  const auto size = fs::file_size(path, failure);
  return fs::is_regular_file(fs::symlink_status(path, failure)) && !failure &&
         (sizes.contains(std::to_string(size)) || sizes.contains(summed(path, size)));
}

std::ifstream open_list(const fs::path& dir) {
  std::ifstream file(list_in(dir));
  if (!file)
    throw std::system_error(errno, std::generic_category(), "cannot read " + list_in(dir).string());
  return file;
}

/// A link is removed, not what it leads to; a folder is none of our files.
void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT || errno == EISDIR) return;
  throw std::system_error(errno, std::generic_category(), "cannot remove " + path.string());
}

}  // namespace

Manifest::Manifest(const fs::path& dir) : dir_(dir), lines_(list_in(dir)), named_(read(dir)) {
  if (lines_.size() > 0 && !is_in(dir))
    throw InputError(list_in(dir).string() +
                     " is in the way: it is not the list of files of a run of eulersolid");
  if (lines_.size() == 0) lines_.add(mark);
}

Manifest::Sizes Manifest::read(const fs::path& dir, long long bytes) {
  Sizes sizes;
  if (!is_in(dir)) return sizes;
  std::ifstream file = open_list(dir);
  long long at = 0;
  for (std::string line; std::getline(file, line);) {
    if ((at += std::ssize(line) + 1) > bytes) break;
    const std::size_t blank = line.find(' ');
    if (line == mark || blank == line.npos) continue;
    std::set<std::string>& of_name = sizes[line.substr(blank + 1)];
    if (line.substr(0, blank) != changing) of_name.insert(line.substr(0, blank));
  }
  return sizes;
}

void Manifest::add_line(const fs::path& file, const std::string& size) {
  const std::lock_guard lock(mutex_);
  const auto known = named_.find(file.string());
  if (known != named_.end() && (size == changing || known->second.contains(size))) return;
  lines_.add(size + " " + file.string());
  std::set<std::string>& sizes = named_[file.string()];
  if (size != changing) sizes.insert(size);
}

void Manifest::add(const fs::path& file) { add_line(file, changing); }
void Manifest::add(const fs::path& file, long long size) { add_line(file, std::to_string(size)); }
void Manifest::add(const fs::path& file, std::string_view bytes) { add_line(file, summed(bytes)); }
void Manifest::add_present(const fs::path& file) {
  add_line(file, summed(dir_ / file, fs::file_size(dir_ / file)));
}

void Manifest::require_own(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(dir_ / file, ignored))) return;
  const std::lock_guard lock(mutex_);
  const auto known = named_.find(file.string());
  if (known == named_.end() || !is_as_left(dir_ / file, known->second))
    throw InputError((dir_ / file).string() +
                     " is in the way: it is not as a run has left it; move it elsewhere");
}

long long Manifest::size() {
  const std::lock_guard lock(mutex_);
  return lines_.size();
}

bool Manifest::is_in(const fs::path& dir) {
  if (!fs::is_regular_file(fs::symlink_status(list_in(dir)))) return false;
  std::ifstream file = open_list(dir);
  std::string line;
  return std::getline(file, line) && line == mark;
}

bool Manifest::is_begun_in(const fs::path& dir) {
  if (!fs::is_regular_file(fs::symlink_status(list_in(dir)))) return false;
  std::ifstream file = open_list(dir);
  const std::string begun((std::istreambuf_iterator<char>(file)), {});
  return begun.size() <= mark.size() && mark.starts_with(begun);
}

std::vector<std::string> Manifest::foreign_files(const fs::path& dir) {
  std::vector<std::string> foreign;
  std::error_code ignored;
  for (const auto& [name, sizes] : read(dir)) {
    const bool any = is_own(dir, name) && fs::exists(fs::symlink_status(dir / name, ignored));
    const bool changes = sizes.empty() && may_change(name);
    if (any && !changes && !is_as_left(dir / name, sizes)) foreign.push_back(name);
  }
  return foreign;
}

std::vector<std::string> Manifest::lost_files(const fs::path& dir, long long bytes) {
  std::vector<std::string> lost;
  const Sizes all = read(dir);  // what was written again since may have another size
  for (const auto& [name, then] : read(dir, bytes)) {
    const bool is_known = !then.empty() && !may_change(name);
    if (is_known && !is_as_left(dir / name, all.at(name))) lost.push_back(name);
  }
  return lost;
}

void Manifest::remove_files(const fs::path& dir) {
  for (const auto& [name, sizes] : read(dir)) {
    if (!is_own(dir, name)) continue;
    remove_file(dir / name);
    remove_file(temporary_name(dir / name));
  }
  remove_file(list_in(dir));
}

void Manifest::remove_unfinished(const fs::path& dir, const std::set<std::string>& kept) {
  for (const auto& [name, sizes] : read(dir))
    if (!kept.contains(name) && is_own(dir, name)) remove_file(temporary_name(dir / name));
}

std::string files_are(const std::vector<std::string>& names) {
  const std::size_t others = names.size() - 1;
  if (others == 0) return names.front() + " is";
  return fmt::format("{} and {} other file{} are", names.front(), others, others == 1 ? "" : "s");
}

}  // namespace eulersolid
