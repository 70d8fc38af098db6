#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// A symmetric sparse matrix: the lower triangle, sorted by rows, each element once.
struct SparseSymmetric {
  struct Entry {
    int row, column;  ///< from 0, column <= row
    double value;
  };
  int order = 0;
  std::vector<Entry> entries;
};

/// Read a symmetric matrix from a Matrix Market file, `coordinate real|integer symmetric|general`
/// (Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996), plain or
/// compressed by gzip. A `general` one has to be symmetric to the last bit; of a `symmetric` one
/// either triangle may be given, but no element twice.
/// @throws InputError with one line, `file:line: what is wrong`, also for numbers that are not
/// finite and for a file that ends too early
SparseSymmetric read_symmetric_matrix(const std::filesystem::path& path);

/// Read any sparse matrix from such a file, `general` or `symmetric`; no element twice.
/// @throws InputError as above
SparseMatrix read_matrix(const std::filesystem::path& path);

enum class Infinite { refused, allowed };

/// Read a vector from a Matrix Market file, `array real|integer general` with one column, plain or
/// compressed by gzip. Infinite elements are allowed on demand, as bounds need them.
/// @throws InputError as above
std::vector<double> read_vector(const std::filesystem::path& path,
                                Infinite infinite = Infinite::refused);

}  // namespace eulersolid
