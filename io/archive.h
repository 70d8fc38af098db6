#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace eulersolid {

/// Named numbers, arrays and texts in one HDF5 file, with a checksum after its end that covers
/// every byte: what is cut or damaged is refused before HDF5 sees it. What has a checksum that fits
/// may still be anyone's: a process of its own reads it, since HDF5 trusts what it reads. Other
/// programs read the file as any HDF5 file. Names may have slashes: each part but the last is a
/// group.
class ArchiveWriter {
 public:
  ArchiveWriter();
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  /// @param values  rows of `width` numbers each; width > 0
  /// @param labels  what the numbers of a row are, separated by commas: an attribute; may be empty
  void add(std::string_view name, const double* values, std::size_t rows, std::size_t width = 1,
           std::string_view labels = {});
  void add(std::string_view name, const std::vector<std::int8_t>& values);
  void add(std::string_view name, const std::vector<std::uint64_t>& values);
  void add(std::string_view name, const std::string& text);

  /// Writes the file, synced to the disk, under a temporary name and renames it then. Once: the
  /// archive is gone, so that there is one copy of it less.
  /// @throws std::system_error; DeviceError where HDF5 had no memory for it
  void write(const std::filesystem::path& path);

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// Appends to the bytes of an HDF5 file what makes an archive of it: a mark, their number, and the
/// checksum of all.
void seal_archive(std::string& image);

/// Reads what an ArchiveWriter wrote. Every function throws InputError, with the path, for a value
/// that is not there or is not of the size and type asked for.
class ArchiveReader {
 public:
  /// @throws InputError for a file that is no archive, cut or damaged, std::system_error for one
  /// that cannot be read
  explicit ArchiveReader(const std::filesystem::path& path);
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// All rows of an array, one after the other.
  /// @param labels  what its rows have to be labelled with
  std::vector<double> numbers(std::string_view name, std::size_t width = 1,
                              std::string_view labels = {}) const;
  std::vector<std::int8_t> bytes(std::string_view name) const;
  std::vector<std::uint64_t> keys(std::string_view name) const;
  std::string text(std::string_view name) const;

  /// An InputError for what is in the file but cannot be right.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace eulersolid
