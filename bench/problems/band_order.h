#pragma once

#include <string>
#include <vector>

#include "io/problems/matrix_market.h"
#include "kernels/band/host_band.h"

namespace eulersolid {

/// An order of the rows of a sparse symmetric matrix, and the matrix as a band in it.
struct BandOrder {
  std::string name;        ///< "natural" or "reverse Cuthill-McKee"
  std::vector<int> order;  ///< position -> row of the matrix as given
  HostBand H;
};

/// The cheaper to factor of the given order and that of Cuthill and McKee (Proc. 24th ACM Nat.
/// Conf. (1969) 157-172), reversed; elements that are zero do not count.
/// @throws InputError when a diagonal element is not positive, or the band would not fit in memory
BandOrder order_as_band(const SparseSymmetric& matrix, const std::string& name);

/// A vector in the new order.
std::vector<double> permuted(const std::vector<double>& v, const std::vector<int>& order);

}  // namespace eulersolid
