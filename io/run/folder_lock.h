#pragma once

#include <filesystem>

namespace eulersolid {

/// Keeps other runs out of a run folder until it is destroyed, or its process ends however it does:
/// the system holds the lock, there is no file that could be left behind.
class FolderLock {
 public:
  /// @throws InputError where another run has the folder, with its process where run.json says so;
  /// std::system_error where the folder cannot be opened. A file system without locks has none.
  explicit FolderLock(const std::filesystem::path& dir);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

}  // namespace eulersolid
