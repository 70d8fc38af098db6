#include "contact/solvers/coulomb/methods/sweep_order.h"

#include <algorithm>
#include <numeric>

#include "contact/solvers/coulomb/coulomb_errors.h"

namespace eulersolid {

namespace {

/// The contacts by falling values; of equal ones the lower number first.
std::vector<int> by_falling(const std::vector<double>& values) {
  std::vector<int> order = natural_order(int(values.size()));
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return values[std::size_t(a)] > values[std::size_t(b)]; });
  return order;
}

}  // namespace

std::vector<int> natural_order(int contacts) {
  std::vector<int> order(static_cast<std::size_t>(contacts));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> mass_order(const LocalProblem& problem) {
  std::vector<double> mass;
  for (const Mat3& W : diagonal_blocks(problem.W)) mass.push_back(1 / trace(W));
  return by_falling(mass);
}

std::vector<int> coloured_order(const BlockMatrix& W) {
  const auto contacts = std::size_t(W.order());
  std::vector<int> colour(contacts, -1), taken_by(contacts + 1, -1);
  for (std::size_t c = 0; c < contacts; ++c) {
    for (auto e = std::size_t(W.row_start[c]); e < std::size_t(W.row_start[c + 1]); ++e) {
      const int other = colour[std::size_t(W.column[e])];
      if (other >= 0) taken_by[std::size_t(other)] = int(c);
    }
    int first = 0;
    while (taken_by[std::size_t(first)] == int(c)) ++first;
    colour[c] = first;
  }
  std::vector<double> rank;
  for (const int k : colour) rank.push_back(-k);
  return by_falling(rank);
}

std::vector<std::vector<int>> coupled_blocks(const BlockMatrix& W, int size) {
  std::vector<std::vector<int>> blocks;
  std::vector<char> taken(std::size_t(W.order()), 0);
  for (std::size_t c = 0; c < taken.size(); ++c) {
    if (taken[c] != 0) continue;
    std::vector<std::pair<double, int>> neighbours;
    for (auto e = std::size_t(W.row_start[c]); e < std::size_t(W.row_start[c + 1]); ++e) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += dot(W.value[e][k], W.value[e][k]);
      const int d = W.column[e];
      if (d != int(c) && taken[std::size_t(d)] == 0) neighbours.emplace_back(-sum, d);
    }
    std::sort(neighbours.begin(), neighbours.end());
    std::vector<int>& block = blocks.emplace_back(1, int(c));
    for (std::size_t k = 0; k < neighbours.size() && int(block.size()) < size; ++k)
      block.push_back(neighbours[k].second);
    for (const int d : block) taken[std::size_t(d)] = 1;
  }
  return blocks;
}

std::vector<int> residual_order(const LocalProblem& problem, const std::vector<Mat3>& diagonal,
                                const std::vector<Vec3>& r) {
  std::vector<double> error(r.size());
  for (std::size_t c = 0; c < r.size(); ++c)
    error[c] = coulomb_error(diagonal[c], r[c], row_product(problem.W, c, r) + problem.q[c],
                             problem.mu[c]);
  return by_falling(error);
}

}  // namespace eulersolid
