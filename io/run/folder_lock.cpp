#include "io/run/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// " (process 1234, since 2026-01-31T12:00:00Z)"; empty where run.json does not say.
std::string holder(const std::filesystem::path& dir) {
  std::ifstream file(dir / "run.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("process") || !json["process"].is_number_integer())
    return "";
  const std::string since = json.contains("start") && json["start"].is_string()
                                ? ", since " + json["start"].get<std::string>()
                                : "";
  return fmt::format(" (process {}{})", json["process"].get<long>(), since);
}

std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return printable(line);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& dir, Lock lock)
    : dir_(dir), descriptor_(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), "cannot open " + dir.string());
  if (lock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  try {
    if (reason == EWOULDBLOCK)
      throw InputError(dir.string() + " is in use by another run" + holder(dir) +
                       "; wait for its end, or give a new run another folder");
    make_file();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

void FolderLock::make_file() {
  const int file = ::openat(descriptor_, file_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST)
    throw InputError(fmt::format(
        "{0} is in use by another run ({1}), and its file system has no locks that would say more; "
        "where that run has ended, remove {0}/{2}",
        dir_.string(), first_line(dir_ / file_name), file_name));
  if (file < 0)
    throw std::system_error(errno, std::generic_category(), "cannot lock " + dir_.string());
  has_file_ = true;
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  const std::string text = fmt::format("process {} on {}\n", ::getpid(), host);
  [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
  ::close(file);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : dir_(std::move(other.dir_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      has_file_(std::exchange(other.has_file_, false)) {}

FolderLock::~FolderLock() {
  if (has_file_) ::unlinkat(descriptor_, file_name, 0);
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FolderLock::require_in_place() const {
  struct stat held {
  }, there{};
  const bool in_place = ::fstat(descriptor_, &held) == 0 && ::stat(dir_.c_str(), &there) == 0 &&
                        held.st_dev == there.st_dev && held.st_ino == there.st_ino;
  if (!in_place)
    throw std::system_error(
        ENOENT, std::generic_category(),
        dir_.string() + " was moved or removed while a run was writing into it");
}

}  // namespace eulersolid
