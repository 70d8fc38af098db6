#pragma once

#include <vector>

namespace eulersolid {

/// A symmetric matrix with a variable band in host memory, the lower triangle row by row.
struct HostBand {
  std::vector<int> first_column;  ///< per row i, 0 <= first_column[i] <= i
  std::vector<double> values;     ///< of each row, from its first column to the diagonal
};

}  // namespace eulersolid
