#pragma once

#include <string>

#include "bench/problems/qp_data.h"

namespace eulersolid {

/// Matrix Market files (io/problems/matrix_market.h) that hold a QP.
struct QpFiles {
  std::string matrix;        ///< H
  std::string rhs;           ///< c; zero where empty
  std::string lower, upper;  ///< bounds; x >= 0 where empty
};

/// A QP from files, and the order of its rows.
struct OrderedQp {
  std::string order;  ///< BandOrder::name
  QpData qp;
};

/// @throws InputError when a file is not in order, their sizes differ, or bounds hold no number
OrderedQp read_qp(const QpFiles& files);

}  // namespace eulersolid
