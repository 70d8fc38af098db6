#pragma once

#include "contact/solvers/problem_view.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Assembles the scalar factor G of the Delassus matrix (GramView) from the rows s,
///
///     G_cd = sum_k s_ck s_dk / m_k   [1/kg],
///
/// in the order and the profile that are given.
class GramAssembly {
 public:
  /// The view is valid until the next call, and as long as the order.
  GramView assemble(const RowsView& rows, const OrderView& order, Span<const double> inverse_mass);

 private:
  DeviceVector<int> row_start_;
  DeviceVector<double> values_;
};

ES_END
