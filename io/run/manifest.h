#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "io/output_file.h"

namespace eulersolid {

/// Names the files that runs have written into a folder, a line each, before they are made: so that
/// all of them are known however a run ended, and no other file is ever taken for one.
class Manifest {
 public:
  /// The list in `dir`, or a new one. @throws std::system_error
  explicit Manifest(const std::filesystem::path& dir);

  /// @param file  relative to the folder; named once, however often it is added
  void add(const std::filesystem::path& file);

  static bool is_in(const std::filesystem::path& dir);

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
  LineFile lines_;
  std::set<std::string> named_;
};

}  // namespace eulersolid
