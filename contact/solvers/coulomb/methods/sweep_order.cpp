#include "contact/solvers/coulomb/methods/sweep_order.h"

#include <algorithm>
#include <numeric>

#include "contact/solvers/coulomb/contact_cone.h"

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

std::vector<int> mass_order(const FrictionProblem& problem) {
  std::vector<double> mass;
  for (const Mat3& W : diagonal_blocks(problem.W)) mass.push_back(1 / trace(W));
  return by_falling(mass);
}

ContactColours contact_colours(const BlockMatrix& W) {
  const auto contacts = std::size_t(W.order());
  std::vector<std::vector<int>> others(contacts);  // whose rows have a block of this column
  for (std::size_t c = 0; c < contacts; ++c)
    for (auto e = std::size_t(W.row_start[c]); e < std::size_t(W.row_start[c + 1]); ++e)
      others[std::size_t(W.column[e])].push_back(int(c));
  std::vector<int> colour(contacts, -1), taken_by(contacts + 1, -1);
  ContactColours colours{{}, {0}};
  for (std::size_t c = 0; c < contacts; ++c) {
    const auto take = [&](int other) {
      if (const int k = colour[std::size_t(other)]; k >= 0) taken_by[std::size_t(k)] = int(c);
    };
    std::for_each(W.column.begin() + W.row_start[c], W.column.begin() + W.row_start[c + 1], take);
    std::for_each(others[c].begin(), others[c].end(), take);
    int first = 0;
    while (taken_by[std::size_t(first)] == int(c)) ++first;
    colour[c] = first;
    colours.start.resize(std::max(colours.start.size(), std::size_t(first) + 2));
    ++colours.start[std::size_t(first) + 1];
  }
  std::partial_sum(colours.start.begin(), colours.start.end(), colours.start.begin());
  std::vector<double> rank;
  for (const int k : colour) rank.push_back(-k);
  colours.order = by_falling(rank);
  return colours;
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

std::vector<int> residual_order(const FrictionProblem& problem, const std::vector<Mat3>& diagonal,
                                const std::vector<Vec3>& r) {
  std::vector<double> error(r.size());
  for (std::size_t c = 0; c < r.size(); ++c)
    error[c] = coulomb_error(trace(diagonal[c]) / 3, r[c],
                             row_product(problem.W, c, r) + problem.q[c], problem.mu[c]);
  return by_falling(error);
}

}  // namespace eulersolid
