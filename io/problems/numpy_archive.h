#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace eulersolid {

/// An array as numbers, the last index fastest.
struct NumpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> values;
  std::string other = {};  ///< what it holds where that is no numbers as below, as NumPy has it
};

/// The arrays of a NumPy archive (numpy.savez, plain or compressed) by their names. Numbers may be
/// floating, whole or truth values of any width up to eight bytes, of this machine's byte order;
/// arrays of other kinds, as text, are there without values.
/// @throws InputError with one line, `file: what is wrong`
std::map<std::string, NumpyArray> read_numpy_archive(const std::filesystem::path& path);

}  // namespace eulersolid
