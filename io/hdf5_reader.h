#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/hdf5_contents.h"

namespace eulersolid {

/// Reads arrays from an HDF5 file that anyone may have written. Names have slashes. Every function
/// throws InputError, with the path, for what is not there or not of the kind asked for.
class Hdf5Reader {
 public:
  /// @throws InputError for a file that is not there, is cut, or is no HDF5 file
  explicit Hdf5Reader(const std::filesystem::path& path)
      : path_(path), contents_(hdf5_contents(path)) {}

  bool has(const std::string& name) const;
  /// An array may be announced and never be written.
  bool is_written(const std::string& name) const;
  /// All numbers of an array of whole numbers, or of any numbers, whatever its dimensions.
  std::vector<int> integers(const std::string& name) const;
  std::vector<double> numbers(const std::string& name) const;
  int integer(const std::string& name) const;  ///< of an array of one
  /// A text of fixed length, without what fills it up; empty where there is none.
  std::string text(const std::string& name) const;

  /// An InputError for what is in the file but cannot be right.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  const Hdf5Entry& array(const std::string& name) const;

  std::filesystem::path path_;
  std::map<std::string, Hdf5Entry> contents_;
};

}  // namespace eulersolid
