#include "bench/peers/qp_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "io/problems/matrix_market.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Uniform and normal numbers from the one generator that the C++ standard fixes to the last bit;
/// its distributions differ from library to library.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}

  /// In (0, 1), a multiple of 2^-53 less half of that.
  double uniform() { return (double(engine_() >> 11) + 0.5) * 0x1p-53; }
  /// Mean 0, variance 1; Box and Muller (1958), of each pair the first.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

QpData empty_qp(const QpFamily& family) {
  std::vector<int> first;
  for (int i = 0; i < family.order; ++i) first.push_back(std::max(0, i - family.bandwidth));
  return QpData(std::move(first));
}

void draw_c(QpData& qp, double mean, Numbers& numbers) {
  for (int i = 0; i < qp.order(); ++i) qp.c.push_back(mean + numbers.normal());
}

}  // namespace

QpData::QpData(std::vector<int> first_column) : first_column_(std::move(first_column)) {
  std::size_t next = 0;
  for (int i = 0; i < order(); ++i) {
    start_.push_back(next);
    next += std::size_t(i - first_column_[std::size_t(i)] + 1);
  }
  lower_.assign(next, 0.0);
}

int QpData::bandwidth() const {
  int widest = 0;
  for (int i = 0; i < order(); ++i) widest = std::max(widest, i - first_column(i));
  return widest;
}

QpData uniform_band_qp(const QpFamily& family) {
  QpData qp = empty_qp(family);
  Numbers numbers(family.seed);
  const double diagonal = 1.1 * 2 * std::sqrt(2 * double(family.bandwidth) / 3);
  for (int i = 0; i < qp.order(); ++i) {
    for (int j = qp.first_column(i); j < i; ++j) qp.at(i, j) = 2 * numbers.uniform() - 1;
    qp.at(i, i) = family.bandwidth > 0 ? diagonal : 1;
  }
  draw_c(qp, family.mean, numbers);
  return qp;
}

QpData gram_qp(const QpFamily& family, double epsilon) {
  QpData B = empty_qp(family), qp = empty_qp(family);
  Numbers numbers(family.seed);
  for (int i = 0; i < B.order(); ++i) {
    for (int j = B.first_column(i); j <= i; ++j) B.at(i, j) = numbers.normal();
  }
  for (int i = 0; i < qp.order(); ++i) {
    for (int j = qp.first_column(i); j <= i; ++j) {
      double product = 0;
      const double* b = B.row(j);
      for (int k = B.first_column(i); k <= j; ++k) product += B.at(i, k) * b[k - B.first_column(j)];
      qp.at(i, j) = product / double(family.bandwidth + 1) + (i == j ? epsilon : 0);
    }
  }
  draw_c(qp, family.mean, numbers);
  return qp;
}

QpData read_qp(const std::filesystem::path& matrix, const std::filesystem::path& vector) {
  const SparseSymmetric H = read_symmetric_matrix(matrix);
  std::vector<int> first(std::size_t(H.order));
  std::iota(first.begin(), first.end(), 0);
  for (const auto& [row, column, value] : H.entries) {
    if (value != 0) first[std::size_t(row)] = std::min(first[std::size_t(row)], column);
  }
  QpData qp(std::move(first));
  for (const auto& [row, column, value] : H.entries) {
    if (value != 0) qp.at(row, column) = value;
  }
  qp.c = read_vector(vector);
  if (int(qp.c.size()) != H.order)
    throw InputError(vector.string() + " has " + std::to_string(qp.c.size()) +
                     " elements, but the matrix is of order " + std::to_string(H.order));
  return qp;
}

std::vector<double> multiplier(const QpData& qp, const std::vector<double>& x) {
  std::vector<double> lambda(std::size_t(qp.order()), 0.0);
  for (int i = 0; i < qp.order(); ++i) {
    const double* h = qp.row(i);
    const int first = qp.first_column(i);
    double sum = qp.diagonal(i) * x[std::size_t(i)];
    for (int j = first; j < i; ++j) {
      sum += h[j - first] * x[std::size_t(j)];
      lambda[std::size_t(j)] += h[j - first] * x[std::size_t(i)];
    }
    lambda[std::size_t(i)] += sum - qp.c[std::size_t(i)];
  }
  return lambda;
}

double natural_residual(const QpData& qp, const std::vector<double>& x) {
  const std::vector<double> lambda = multiplier(qp, x);
  double worst = 0, scale = 0;
  for (int i = 0; i < qp.order(); ++i) {
    const std::size_t k = std::size_t(i);
    const double step = std::max(x[k] - lambda[k] / qp.diagonal(i), 0.0) - x[k];
    worst = std::max(worst, qp.diagonal(i) * std::abs(step));
    scale = std::max(scale, std::abs(qp.c[k]));
  }
  return worst / scale;
}

std::vector<bool> active_set(const QpData& qp, const std::vector<double>& x) {
  const std::vector<double> lambda = multiplier(qp, x);
  std::vector<bool> active;
  for (int i = 0; i < qp.order(); ++i) {
    active.push_back(qp.diagonal(i) * x[std::size_t(i)] <= lambda[std::size_t(i)]);
  }
  return active;
}

}  // namespace eulersolid
