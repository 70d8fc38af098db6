#include "bench/problems/band_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <numeric>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr double max_elements = 1e9;  // of the band: 8 GB

using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                          boost::property<boost::vertex_color_t, boost::default_color_type,
                                          boost::property<boost::vertex_degree_t, int>>>;

std::vector<int> reverse_cuthill_mckee(const SparseSymmetric& matrix) {
  Graph graph(std::size_t(matrix.order));
  for (const SparseSymmetric::Entry& e : matrix.entries) {
    if (e.row != e.column && e.value != 0)
      boost::add_edge(std::size_t(e.row), std::size_t(e.column), graph);
  }
  std::vector<Graph::vertex_descriptor> order(std::size_t(matrix.order));
  boost::cuthill_mckee_ordering(graph, order.rbegin(), boost::get(boost::vertex_color, graph),
                                boost::make_degree_map(graph));
  return {order.begin(), order.end()};
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> rank(order.size());
  for (std::size_t position = 0; position < order.size(); ++position)
    rank[std::size_t(order[position])] = int(position);
  return rank;
}

std::vector<int> first_columns(const SparseSymmetric& matrix, const std::vector<int>& rank) {
  std::vector<int> first(rank.size());
  std::iota(first.begin(), first.end(), 0);
  for (const SparseSymmetric::Entry& e : matrix.entries) {
    if (e.value == 0) continue;
    const auto [low, high] = std::minmax(rank[std::size_t(e.row)], rank[std::size_t(e.column)]);
    first[std::size_t(high)] = std::min(first[std::size_t(high)], low);
  }
  return first;
}

void check(const SparseSymmetric& matrix, const std::vector<int>& first, const std::string& name) {
  std::vector<double> diagonal(std::size_t(matrix.order), 0.0);
  for (const SparseSymmetric::Entry& e : matrix.entries)
    if (e.row == e.column) diagonal[std::size_t(e.row)] = e.value;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    if (!(diagonal[i] > 0))
      throw InputError(fmt::format("{}: diagonal element {} is {}, but must be positive", name,
                                   i + 1, diagonal[i]));
  }
  double elements = 0;
  for (std::size_t i = 0; i < first.size(); ++i) elements += double(i) - first[i] + 1;
  if (elements > max_elements)
    throw InputError(fmt::format("{}: as a band the matrix has {:.2g} elements, more than {:.2g}",
                                 name, elements, max_elements));
}

}  // namespace

BandOrder order_as_band(const SparseSymmetric& matrix, const std::string& name) {
  BandOrder best{"natural", std::vector<int>(std::size_t(matrix.order)), {}};
  std::iota(best.order.begin(), best.order.end(), 0);
  std::vector<int> first = first_columns(matrix, best.order);
  const std::vector<int> candidate = reverse_cuthill_mckee(matrix);
  const std::vector<int> narrow = first_columns(matrix, inverse(candidate));
  if (cholesky_flops(narrow) < cholesky_flops(first)) {
    best.name = "reverse Cuthill-McKee";
    best.order = candidate;
    first = narrow;
  }
  check(matrix, first, name);
  best.H = HostBand(std::move(first));
  const std::vector<int> rank = inverse(best.order);
  for (const SparseSymmetric::Entry& e : matrix.entries) {
    if (e.value == 0) continue;
    const auto [low, high] = std::minmax(rank[std::size_t(e.row)], rank[std::size_t(e.column)]);
    best.H.at(high, low) = e.value;
  }
  return best;
}

std::vector<double> permuted(const std::vector<double>& v, const std::vector<int>& order) {
  std::vector<double> result;
  result.reserve(v.size());
  for (const int row : order) result.push_back(v[std::size_t(row)]);
  return result;
}

}  // namespace eulersolid
