#pragma once

#include "contact/solvers/problem_view.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Rows by degree of freedom: what RowsView has by columns.
class RowColumns {
 public:
  /// The same rows with their columns, which are valid until the next call.
  /// @param rows  of each contact those of points, of its twists, and the one of its own
  /// @param dofs  how many degrees of freedom there are
  RowsView transpose(const RowsView& rows, Index dofs);

 private:
  DeviceVector<std::uint64_t> keys_;
  DeviceVector<int> order_, contact_, start_, column_contact_;
  DeviceVector<int> twist_, column_twist_;  // where there are any
  DeviceVector<double> value_;
};

ES_END
