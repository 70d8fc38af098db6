#pragma once

#include <filesystem>
#include <string_view>

namespace eulersolid {

/// The name under which a file is written until it is whole: PATH.tmp.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Where a file of this name would be written, symbolic links followed: to be asked before the work
/// whose results it is to hold.
/// @throws InputError where something that is no file is in the way, std::system_error where no
/// file can be made
std::filesystem::path checked_output_file(const std::filesystem::path& path);

/// Whether a file has to be on the disk itself, not only with the system, before the call returns:
/// a machine that loses its power keeps no more.
enum class Sync { no, yes };

/// Write a file under its temporary name and rename it when it is whole, so that a reader finds all
/// of it or what was there before.
/// @throws std::system_error with the path and the reason; the temporary is gone then
void write_whole_file(const std::filesystem::path& path, std::string_view content,
                      Sync sync = Sync::no);

/// A text file that grows by whole lines, each handed to the system at once: whoever reads it, and
/// whenever the program dies, finds no half line.
class LineFile {
 public:
  /// Go on after the lines that the file holds, or start an empty one.
  explicit LineFile(const std::filesystem::path& path);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();

  /// Add a line, given without its end. When it does not fit, what was written of it is cut off.
  /// @throws std::system_error
  void add(std::string_view line);

  /// Close the file and give it another name.
  /// @throws std::system_error; the file keeps its name then
  void finish_as(const std::filesystem::path& name);

  /// Return when all lines are on the disk. @throws std::system_error
  void sync();

  long long size() const { return size_; }  ///< of the whole lines [bytes]

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  long long size_ = 0;
};

}  // namespace eulersolid
