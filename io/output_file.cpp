#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
  throw std::system_error(reason, std::generic_category(), "cannot write " + path.string());
}

/// @param flags  how; a link is never followed
int try_to_open(const std::filesystem::path& path, int flags) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
}

/// A file that was not there; what another run has left under this name goes.
int open_new(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, errno);
  const int descriptor = try_to_open(path, O_CREAT | O_EXCL);
  if (descriptor < 0) fail(path, errno);
  return descriptor;
}

/// A pipe without a reader is refused at once, not waited for.
int open_to_append(const std::filesystem::path& path) {
  constexpr int flags = O_APPEND | O_NONBLOCK;
  int descriptor = try_to_open(path, flags);
  if (descriptor < 0 && errno == ENOENT) descriptor = try_to_open(path, flags | O_CREAT | O_EXCL);
  if (descriptor < 0) fail(path, errno);
  return descriptor;
}

/// Write all of `text`; returns 0 or the errno of what went wrong.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(std::size_t(written));
  }
  return 0;
}

/// Makes the new name of a file last, too; where the file system cannot, it lasts anyway.
void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before) {
  return std::uint32_t(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  return path.string() + ".tmp";
}

std::filesystem::path checked_output_file(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path target = fs::weakly_canonical(fs::absolute(path), ignored);
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
    throw InputError(path.string() + " is in the way: it is no file that could be replaced");
  const fs::path folder = target.parent_path();
  if (!fs::is_directory(folder, ignored)) fail(path, ENOENT);
  if (::access(folder.c_str(), W_OK) != 0) fail(path, errno);
  return target;
}

FileOfPieces::FileOfPieces(const std::filesystem::path& path)
    : path_(path), descriptor_(open_new(temporary_name(path))) {}

FileOfPieces::~FileOfPieces() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_name(path_).c_str());
}

void FileOfPieces::add(std::string_view bytes) {
  const int reason = write_all(descriptor_, bytes);
  if (reason != 0) fail(path_, reason);
  size_ += static_cast<long long>(bytes.size());
}

void FileOfPieces::replace(long long place, std::string_view bytes) {
  int reason = ::lseek(descriptor_, off_t(place), SEEK_SET) < 0 ? errno : 0;
  if (reason == 0) reason = write_all(descriptor_, bytes);
  if (reason == 0 && ::lseek(descriptor_, 0, SEEK_END) < 0) reason = errno;
  if (reason != 0) fail(path_, reason);
}

void FileOfPieces::finish(Sync sync) {
  const std::filesystem::path temporary = temporary_name(path_);
  int reason = sync == Sync::yes && ::fsync(descriptor_) != 0 ? errno : 0;
  if (::close(std::exchange(descriptor_, -1)) != 0 && reason == 0) reason = errno;
  if (reason == 0 && ::rename(temporary.c_str(), path_.c_str()) != 0) reason = errno;
  if (sync == Sync::yes && reason == 0) sync_folder_of(path_);
  if (reason == 0) return;
  ::unlink(temporary.c_str());
  fail(path_, reason);
}

void write_whole_file(const std::filesystem::path& path, std::string_view content, Sync sync) {
  FileOfPieces file(path);
  file.add(content);
  file.finish(sync);
}

void write_over_file(const std::filesystem::path& path, std::string_view content) {
  const int descriptor = try_to_open(path, 0);
  if (descriptor < 0) fail(path, errno);
  struct stat there {};
  int reason = ::fstat(descriptor, &there) != 0 ? errno : 0;
  if (reason == 0 && (!S_ISREG(there.st_mode) || there.st_size < off_t(content.size())))
    reason = ENOSPC;
  if (reason == 0) reason = write_all(descriptor, content);
  if (reason == 0 && ::ftruncate(descriptor, off_t(content.size())) != 0) reason = errno;
  if (::close(descriptor) != 0 && reason == 0) reason = errno;
  if (reason != 0) fail(path, reason);
}

void make_own_folder(const std::filesystem::path& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return;
  const int reason = errno;
  struct stat there {};
  const bool taken = reason == EEXIST && ::lstat(path.c_str(), &there) == 0;
  if (taken && S_ISDIR(there.st_mode)) return;
  throw std::system_error(taken ? ENOTDIR : reason, std::generic_category(),
                          taken ? path.string() + " is in the way, a file or a link"
                                : "cannot make the folder " + path.string());
}

LineFile::LineFile(const std::filesystem::path& path)
    : path_(path), descriptor_(open_to_append(path)) {
  size_ = std::max<long long>(0, ::lseek(descriptor_, 0, SEEK_END));  // a pipe has no end
}

LineFile::~LineFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LineFile::add(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  const int reason = write_all(descriptor_, text);
  if (reason != 0) {
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, size_);
    fail(path_, reason);
  }
  size_ += static_cast<long long>(text.size());
  if (checksum_) checksum_ = crc32_of(text, *checksum_);
}

std::uint32_t LineFile::checksum(long long size) const {
  std::ifstream file(path_, std::ios::binary);
  std::vector<char> part(1 << 16);
  std::uint32_t sum = 0;
  while (size > 0) {
    file.read(part.data(), std::min<long long>(size, std::ssize(part)));
    if (file.gcount() <= 0)
      throw std::system_error(EIO, std::generic_category(), "cannot read " + path_.string());
    sum = crc32_of({part.data(), std::size_t(file.gcount())}, sum);
    size -= file.gcount();
  }
  return sum;
}

std::uint32_t LineFile::checksum() {
  if (!checksum_) checksum_ = checksum(size_);
  return *checksum_;
}

void LineFile::sync() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(path_, errno);  // EINVAL: a pipe
}

void LineFile::rename(const std::filesystem::path& name) {
  if (::rename(path_.c_str(), name.c_str()) != 0) fail(path_, errno);
  path_ = name;
}

void LineFile::cut(long long size) {
  if (::ftruncate(descriptor_, off_t(size)) != 0) fail(path_, errno);
  size_ = size, checksum_.reset();
}

bool LineFile::is_in_place() const {
  struct stat own, named;
  return ::fstat(descriptor_, &own) == 0 && ::lstat(path_.c_str(), &named) == 0 &&
         own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

void LineFile::write_anew() {
  std::ifstream file("/proc/self/fd/" + std::to_string(descriptor_), std::ios::binary);
  std::string lines(std::size_t(size_), '\0');
  if (!file.read(lines.data(), size_)) fail(path_, EIO);
  write_whole_file(path_, lines);
  ::close(std::exchange(descriptor_, -1));
  descriptor_ = open_to_append(path_);
}

bool LineFile::ends_a_line() const {
  std::ifstream file(path_, std::ios::binary);
  return size_ == 0 || (file.seekg(size_ - 1) && file.get() == '\n');
}

void LineFile::finish_as(const std::filesystem::path& name) {
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0 || ::rename(path_.c_str(), name.c_str()) != 0) fail(name, errno);
}

}  // namespace eulersolid
