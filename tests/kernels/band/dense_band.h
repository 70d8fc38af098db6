#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace eulersolid {

/// A symmetric matrix with a variable band on the host, dense by columns, for tests.
struct DenseBand {
  int order = 0;
  std::vector<int> first_column;
  std::vector<double> values;

  double& at(int i, int j) { return values[std::size_t(i) + std::size_t(order) * std::size_t(j)]; }
  double at(int i, int j) const {
    return values[std::size_t(i) + std::size_t(order) * std::size_t(j)];
  }
  void set(int i, int j, double value) { at(i, j) = at(j, i) = value; }
};

/// Random elements in (-1, 1) inside a random profile of at most `bandwidth`, the diagonal chosen
/// so that each row is dominant by the factor `dominance` (above 1: positive definite).
inline DenseBand random_band(int order, int bandwidth, double dominance, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> element(-1, 1);
  DenseBand H{order, std::vector<int>(std::size_t(order)), {}};
  H.values.assign(std::size_t(order) * std::size_t(order), 0.0);
  for (int i = 0; i < order; ++i) {
    const int width = i % 7 == 0 ? bandwidth : int(random() % unsigned(bandwidth + 1));
    H.first_column[std::size_t(i)] = std::max(0, i - width);
    for (int j = H.first_column[std::size_t(i)]; j < i; ++j) H.set(i, j, element(random));
  }
  for (int i = 0; i < order; ++i) {
    double sum = 0;
    for (int j = 0; j < order; ++j) sum += std::abs(H.at(i, j));
    H.set(i, i, dominance * sum + 0.1);
  }
  return H;
}

inline std::vector<double> random_vector(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> element;
  std::vector<double> x(n);
  for (double& value : x) value = element(random);
  return x;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return most;
}

}  // namespace eulersolid
