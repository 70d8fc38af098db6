#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace eulersolid {

/// What an HDF5 file holds under one name.
struct Hdf5Entry {
  enum class Kind : char { group, integers, numbers, text, other };
  Kind kind = Kind::other;
  bool is_written = false;          ///< an array may be announced and never be written
  std::size_t width = 0;            ///< of a value in the file [bytes]
  std::vector<std::size_t> sizes;   ///< of an array, in each dimension
  std::vector<long long> integers;  ///< those of 64 bits without a sign by their bits
  std::vector<double> numbers;
  std::string text;  ///< of fixed length, with what fills it up; of `other`: why it cannot be read
  std::string columns;  ///< the attribute hdf5_columns, where it is a text; else empty
};

/// The attribute of an array of rows that says what their numbers are, separated by commas.
constexpr const char* hdf5_columns = "columns";

/// Everything that an HDF5 file holds, by name with slashes, but for what its links lead to
/// outside. A process of its own reads it, within limits: HDF5 trusts what it reads, and anyone may
/// have written it. An array's size is checked against the bytes that the file holds for it before
/// memory is taken.
/// @throws InputError, with the path, for a file that is no HDF5 file, cut or damaged
std::map<std::string, Hdf5Entry> hdf5_contents(const std::filesystem::path& path);

/// The same of the bytes of such a file.
/// @param path  where they are from, for messages and limits
std::map<std::string, Hdf5Entry> hdf5_contents(const std::filesystem::path& path,
                                               const std::string& image);

}  // namespace eulersolid
