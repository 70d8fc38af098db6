#include "contact/solvers/coulomb/alternation/anderson.h"

#include <array>
#include <utility>

#include "contact/solvers/coulomb/constants.h"
#include "kernels/dense/host_dense.h"

namespace eulersolid {

namespace {

/// In four sums, which a processor adds up side by side.
double product(const std::vector<double>& a, const std::vector<double>& b) {
  std::array<double, 4> sum{};
  std::size_t i = 0;
  for (; i + sum.size() <= a.size(); i += sum.size())
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += a[i + k] * b[i + k];
  for (; i < a.size(); ++i) sum[0] += a[i] * b[i];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

/// a - b, in the memory of c.
std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b,
                               std::vector<double> c = {}) {
  c.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] - b[i];
  return c;
}

}  // namespace

void AndersonAcceleration::restart() {
  residuals_.clear(), images_.clear(), gram_.clear();
  last_image_.clear();
}

void AndersonAcceleration::remember(const Vector& residual, const Vector& g) {
  Vector of_residual, of_image;  // memory of the oldest
  if (residuals_.size() == memory_) {
    of_residual = std::move(residuals_.front()), of_image = std::move(images_.front());
    residuals_.erase(residuals_.begin()), images_.erase(images_.begin());
    gram_.erase(gram_.begin());
    for (Vector& row : gram_) row.erase(row.begin());
  }
  residuals_.push_back(difference(residual, last_residual_, std::move(of_residual)));
  images_.push_back(difference(g, last_image_, std::move(of_image)));
  Vector row;
  for (const Vector& other : residuals_) row.push_back(product(residuals_.back(), other));
  for (std::size_t k = 0; k < gram_.size(); ++k) gram_[k].push_back(row[k]);
  gram_.push_back(std::move(row));
}

void AndersonAcceleration::advance(Vector& x, const Vector& g) {
  Vector residual = difference(g, x);
  if (!last_image_.empty()) remember(residual, g);
  x = g;
  const std::size_t depth = residuals_.size();
  HostMatrix normal{int(depth), int(depth)};
  Vector weight;
  double trace = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    weight.push_back(product(residuals_[i], residual));
    trace += gram_[i][i];
    for (std::size_t j = 0; j < depth; ++j) normal(int(i), int(j)) = gram_[i][j];
  }
  for (int i = 0; i < normal.rows; ++i) normal(i, i) += anderson_damping * trace;
  if (depth > 0 && solve_in_place(normal, weight))
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t i = 0; i < x.size(); ++i) x[i] -= weight[k] * images_[k][i];
  last_residual_ = std::move(residual), last_image_ = g;
}

}  // namespace eulersolid
