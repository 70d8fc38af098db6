#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Projected Gauss-Seidel row by row, with friction in boxes (Erleben, ACM Trans. Graph. 26 (2007)
/// 12): normal impulses >= 0, tangential ones within mu times the normal one as it is.
class ScalarSweeps {
 public:
  explicit ScalarSweeps(const FrictionProblem& problem);

  int rows() const { return int(b_.size()); }
  /// Sweeps from zero until the error is below two bounds; most + 1 where it does not come there.
  std::pair<int, int> count(std::span<const int> order, double coarse, double fine, int most) const;
  /// The error after each sweep, that without any first.
  std::vector<double> errors(std::span<const int> order, int sweeps) const;

 private:
  void sweep(std::span<const int> order, std::vector<double>& z) const;
  double clamped(std::size_t row, double value, const std::vector<double>& z) const;
  /// Largest a_ii |z_i - clamp(z_i - w_i / a_ii)| over the largest |b_i|.
  double error(const std::vector<double>& z) const;
  double row_product(std::size_t row, const std::vector<double>& z) const;

  std::vector<double> A_, b_, mu_;
  double scale_ = 0;
};

}  // namespace eulersolid
