#pragma once

#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/output_file.h"

namespace eulersolid {

/// Names the files that runs write into a folder, a line each, before they are made, with their
/// sizes: so that all of them are known however a run ended, and no other file is ever taken for
/// one. Calls from several threads at a time are fine.
///
/// The first line is the program's mark; the others are `SIZE NAME`, with `-` for the size of what
/// grows or is written over as the run goes on, and `SIZE:CRC32` of files up to a megabyte. A file
/// that is written again has a line for each size that it had.
class Manifest {
 public:
  /// The list in `dir`, or a new one.
  /// @throws InputError for a file of another kind, std::system_error
  explicit Manifest(const std::filesystem::path& dir);

  /// @param file  relative to the folder; named once, however often it is added
  void add(const std::filesystem::path& file);
  /// @param size  that it is about to have [bytes]
  void add(const std::filesystem::path& file, long long size);
  /// @param bytes  that it is about to hold
  void add(const std::filesystem::path& file, std::string_view bytes);
  /// One that the folder holds by now. @throws std::system_error
  void add_present(const std::filesystem::path& file);

  /// So that nothing of a user's is written over.
  /// @throws InputError where something stands under a name that is not as a run has left it, or
  ///         that none has named
  void require_own(const std::filesystem::path& file);

  long long size();  ///< of the list itself [bytes]

  /// Is there a list with the program's mark? @throws std::system_error where it cannot be read
  static bool is_in(const std::filesystem::path& dir);
  /// Is there one that a full disk cut short in its first line, before it named any file?
  static bool is_begun_in(const std::filesystem::path& dir);

  /// What stands under the names of the list in `dir`, and is not as a run left it: other sizes
  /// or checksums, and what no run has finished. What is not there is not meant, nor what grows.
  static std::vector<std::string> foreign_files(const std::filesystem::path& dir);

  /// Of the files of a known size that the first bytes of the list name, those that are not there,
  /// or have another one.
  /// @param bytes  size() of some time before
  static std::vector<std::string> lost_files(const std::filesystem::path& dir, long long bytes);

  /// Remove the files that the list in `dir` names, finished or not, and the list itself. What is
  /// not in the folder itself, reached through a link say, is left alone.
  /// @throws std::system_error
  static void remove_files(const std::filesystem::path& dir);

  /// Remove what a run that was killed had not finished writing of the files that the list names,
  /// but for the tables `kept`, which grow under such names.
  /// @throws std::system_error
  static void remove_unfinished(const std::filesystem::path& dir,
                                const std::set<std::string>& kept);

 private:
  using Sizes = std::map<std::string, std::set<std::string>>;  ///< as they are written, by name
  static Sizes read(const std::filesystem::path& dir,
                    long long bytes = std::numeric_limits<long long>::max());
  void add_line(const std::filesystem::path& file, const std::string& size);

  std::filesystem::path dir_;
  std::mutex mutex_;
  LineFile lines_;
  Sizes named_;
};

/// `a.vdb is`, or `a.vdb and 2 other files are`. @param names  one at least
std::string files_are(const std::vector<std::string>& names);

}  // namespace eulersolid
