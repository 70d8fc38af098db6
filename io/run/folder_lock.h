#pragma once

#include <sys/file.h>

#include <filesystem>

namespace eulersolid {

/// Keeps other runs out of a run folder until it is destroyed, or its process ends however it does:
/// the system holds the lock. Where a file system has no locks a file of this process's, run.lock,
/// stands for one; a run that is killed leaves it behind.
class FolderLock {
 public:
  using Lock = int (*)(int descriptor, int how);
  static constexpr const char* file_name = "run.lock";

  /// @param lock  of the system, and how it fails
  /// @throws InputError where another run has the folder, with its process where run.json says so;
  /// std::system_error where the folder cannot be opened, or neither lock can be had
  explicit FolderLock(const std::filesystem::path& dir, Lock lock = ::flock);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  /// @throws std::system_error where the path does not lead to the folder any more, but, maybe, to
  /// that of another run
  void require_in_place() const;

 private:
  void make_file();

  std::filesystem::path dir_;
  int descriptor_ = -1;
  bool has_file_ = false;
};

}  // namespace eulersolid
