#include "bench/papers/scalar_sweeps.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

ScalarSweeps::ScalarSweeps(const FrictionProblem& problem) : b_(flat(problem.q)), mu_(problem.mu) {
  const SparseMatrix W = sparse_matrix(problem.W);
  A_.assign(b_.size() * b_.size(), 0);
  for (std::size_t i = 0; i < b_.size(); ++i)
    for (auto e = std::size_t(W.row_start[i]); e < std::size_t(W.row_start[i + 1]); ++e)
      A_[i * b_.size() + std::size_t(W.column[e])] = W.value[e];
  for (const double b : b_) scale_ = std::max(scale_, std::fabs(b));
}

double ScalarSweeps::row_product(std::size_t row, const std::vector<double>& z) const {
  double w = b_[row];
  for (std::size_t j = 0; j < z.size(); ++j) w += A_[row * z.size() + j] * z[j];
  return w;
}

double ScalarSweeps::clamped(std::size_t row, double value, const std::vector<double>& z) const {
  if (row % 3 == 0) return std::max(0.0, value);
  const double most = mu_[row / 3] * std::max(0.0, z[row - row % 3]);
  return std::clamp(value, -most, most);
}

void ScalarSweeps::sweep(std::span<const int> order, std::vector<double>& z) const {
  for (const int i : order) {
    const auto row = std::size_t(i);
    z[row] = clamped(row, z[row] - row_product(row, z) / A_[row * (z.size() + 1)], z);
  }
}

double ScalarSweeps::error(const std::vector<double>& z) const {
  double most = 0;
  for (std::size_t row = 0; row < z.size(); ++row) {
    const double a = A_[row * (z.size() + 1)];
    most =
        std::max(most, a * std::fabs(z[row] - clamped(row, z[row] - row_product(row, z) / a, z)));
  }
  return most / scale_;
}

std::pair<int, int> ScalarSweeps::count(std::span<const int> order, double coarse, double fine,
                                        int most) const {
  std::vector<double> z(b_.size(), 0);
  int to_coarse = most + 1;
  for (int n = 1; n <= most; ++n) {
    sweep(order, z);
    const double now = error(z);
    if (now <= coarse) to_coarse = std::min(to_coarse, n);
    if (now <= fine) return {to_coarse, n};
  }
  return {to_coarse, most + 1};
}

std::vector<double> ScalarSweeps::errors(std::span<const int> order, int sweeps) const {
  std::vector<double> z(b_.size(), 0), errors{error(z)};
  for (int n = 0; n < sweeps; ++n) {
    sweep(order, z);
    errors.push_back(error(z));
  }
  return errors;
}

}  // namespace eulersolid
