#include "io/run/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

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

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& dir)
    : descriptor_(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), "cannot open " + dir.string());
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw InputError(dir.string() + " is in use by another run" + holder(dir) +
                   "; wait for its end, or name another folder with -o DIR");
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace eulersolid
