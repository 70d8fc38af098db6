#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace eulersolid {

/// The name under which a file is written until it is whole: PATH.tmp.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// CRC-32, as zlib and PNG have it. @param before  that of the bytes before these
std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before = 0);

/// Where a file of this name would be written, symbolic links followed: to be asked before the work
/// whose results it is to hold.
/// @throws InputError where something that is no file is in the way, std::system_error where no
/// file can be made
std::filesystem::path checked_output_file(const std::filesystem::path& path);

/// Whether a file has to be on the disk itself, not only with the system, before the call returns:
/// a machine that loses its power keeps no more.
enum class Sync { no, yes };

/// A file that is put together piece by piece under its temporary name and renamed when it is
/// whole, so that a reader finds all of it or what was there before. No link is followed: one in
/// its place is replaced. Every function throws std::system_error with the path and the reason;
/// until the file is finished the temporary goes with this.
class FileOfPieces {
 public:
  explicit FileOfPieces(const std::filesystem::path& path);
  FileOfPieces(const FileOfPieces&) = delete;
  FileOfPieces& operator=(const FileOfPieces&) = delete;
  ~FileOfPieces();

  void add(std::string_view bytes);
  /// Write over bytes that are there.
  void replace(long long place, std::string_view bytes);
  long long size() const { return size_; }  ///< [bytes]
  void finish(Sync sync = Sync::no);        ///< nothing may be added afterwards

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  long long size_ = 0;
};

/// Write a file in one piece.
/// @throws std::system_error as FileOfPieces
void write_whole_file(const std::filesystem::path& path, std::string_view content,
                      Sync sync = Sync::no);

/// Write over a file that is there and at least as long, where a new one does not fit on the disk:
/// a reader may meet half of each for a moment.
/// @throws std::system_error, before anything is changed, where it is shorter or no file
void write_over_file(const std::filesystem::path& path, std::string_view content);

/// Make a folder in one that is there, or find it there.
/// @throws std::system_error where it cannot be made, or something else, a link to a folder say, is
/// in its place
void make_own_folder(const std::filesystem::path& path);

/// A text file that grows by whole lines, each handed to the system at once: whoever reads it, and
/// whenever the program dies, finds no half line.
class LineFile {
 public:
  /// Go on after the lines that the file holds, or start an empty one. A link is not followed.
  explicit LineFile(const std::filesystem::path& path);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();

  /// Add a line, given without its end. When it does not fit, what was written of it is cut off.
  /// @throws std::system_error
  void add(std::string_view line);

  /// Give the file another name, and go on with it.
  /// @throws std::system_error; the file keeps its name then
  void rename(const std::filesystem::path& name);

  /// Leave the first `size` bytes, the ends of whole lines, of it.
  /// @throws std::system_error
  void cut(long long size);

  /// Is the file still the one of its name? Another program may have replaced or removed it.
  bool is_in_place() const;
  /// Make a file of this name again that holds all lines, and go on with it.
  /// @throws std::system_error
  void write_anew();
  /// Does the last line have its end, or is there none?
  bool ends_a_line() const;

  /// Close the file and give it another name.
  /// @throws std::system_error; the file keeps its name then
  void finish_as(const std::filesystem::path& name);

  /// Return when all lines are on the disk. @throws std::system_error
  void sync();

  long long size() const { return size_; }  ///< of the whole lines [bytes]

  /// CRC-32 of what the file holds up to a size. All of it costs a look
  /// at what was there before, once.
  /// @throws std::system_error
  std::uint32_t checksum(long long size) const;
  std::uint32_t checksum();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  long long size_ = 0;
  std::optional<std::uint32_t> checksum_;  ///< of all lines, once it is known
};

}  // namespace eulersolid
