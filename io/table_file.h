#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "io/output_file.h"

namespace eulersolid {

/// What a file that grows held at some time.
struct FileMark {
  long long size = 0;      ///< [bytes]
  long long checksum = 0;  ///< CRC-32
};

/// A table of a run, as text: a header, and rows that are added one by one, each with the time [s]
/// as its second field. It grows as PATH.tmp and takes its own name when it is closed. Every
/// function throws std::system_error with the path and the reason; no row written before is lost.
class TableFile {
 public:
  /// Makes no file yet.
  /// @param path  its name when it is whole
  TableFile(std::filesystem::path path, std::string header);

  /// Another program may replace or remove a file that is being written, an editor that saves it
  /// for example: then all rows are written anew, before this one.
  /// @return whether that was so
  bool add(const std::string& row);

  /// @param mark  of the table at the time that is to be gone on from
  /// @throws InputError where the table is there and shorter than it was then
  void require_rows(const FileMark& mark) const;
  /// Take hold of the rows that are there, finished or not, and change nothing.
  void reopen(const FileMark& mark);
  /// What has happened to the rows of a table that is reopened; empty if nothing.
  std::string altered() const;
  /// Make what is reopened unfinished again, and leave the rows up to the mark.
  /// @param time  of the mark [s], where the rows are other ones
  void go_on_from(double time);

  void sync();      ///< returns when all rows are on the disk
  FileMark mark();  ///< now
  bool close();     ///< nothing may be added afterwards; returns as add()

  const std::filesystem::path& path() const { return path_; }

 private:
  void open();
  bool renew();

  std::filesystem::path path_;
  std::string header_;
  std::unique_ptr<LineFile> file_;
  long long reopened_size_ = 0;  ///< of the mark [bytes]
  bool was_there_ = false;       ///< when it was reopened
  bool is_ours_ = false;         ///< are its rows up to the mark those that were written?
  bool closed_ = false;
};

}  // namespace eulersolid
