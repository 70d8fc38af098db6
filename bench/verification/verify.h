#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/verification/case.h"

namespace eulersolid {

/// A case on one grid.
struct VerifiedSize {
  int cells = 0;
  double ours = 0;
  double error = 0;  ///< |ours - exact| over the case's scale [-]
  double seconds = 0;
};

/// A case on its grids.
struct Verified {
  VerificationCase of;
  std::vector<VerifiedSize> sizes;  ///< coarsest first
  /// Slope of the least-squares line through log error over log cell size: none of a single grid,
  /// where an error is not above rounding, or where errors do not fall from grid to grid.
  std::optional<double> order;
  std::string failure;  ///< why a grid could not be run; empty otherwise

  /// @pre at least one grid was run
  const VerifiedSize& finest() const { return sizes.back(); }
  /// Every grid was run, and the finest has the error that the case allows.
  bool holds() const { return failure.empty() && finest().error <= of.most; }
};

/// Errors up to this are rounding, gathered in thousands of steps [-].
inline constexpr double verified_exactly = 1e-9;

/// @param sizes  coarsest first
std::optional<double> order_of(std::span<const VerifiedSize> sizes);

/// Which of a case's grids are run.
enum class Grids { coarse, all };

/// @pre with the coarse grids, the case has some
Verified verify(const VerificationCase& one, Backend backend, Grids grids);

}  // namespace eulersolid
