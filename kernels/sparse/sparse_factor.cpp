#include "kernels/sparse/sparse_factor.h"

#include <algorithm>
#include <cassert>

#include "kernels/sparse/band_order.h"

namespace eulersolid {

SparseFactor::SparseFactor(const SparseMatrix& A)
    : part_of_(std::size_t(A.rows)), place_of_(std::size_t(A.rows)) {
  assert(A.rows == A.columns);
  for (std::vector<int>& unknowns : band_order(A)) {
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      part_of_[std::size_t(unknowns[k])] = int(parts_.size());
      place_of_[std::size_t(unknowns[k])] = int(k);
    }
    parts_.push_back({std::move(unknowns), {}, false});
  }
  const auto each_element = [&](auto call) {
    for (int i = 0; i < A.rows; ++i)
      for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e)
        call(std::size_t(part_of(i)), place_of(i), place_of(A.column[std::size_t(e)]),
             A.value[std::size_t(e)]);
  };
  std::vector<int> lower(parts_.size(), 0), upper(parts_.size(), 0);
  each_element([&](std::size_t part, int i, int j, double) {
    lower[part] = std::max(lower[part], i - j);
    upper[part] = std::max(upper[part], j - i);
  });
  for (std::size_t part = 0; part < parts_.size(); ++part)
    parts_[part].factor = BandLu(int(parts_[part].unknowns.size()), lower[part], upper[part]);
  each_element(
      [&](std::size_t part, int i, int j, double value) { parts_[part].factor.at(i, j) = value; });
  if (parts_.size() == part_of_.size())
    each_element([&](std::size_t part, int, int, double value) {
      diagonal_.resize(parts_.size(), 0);
      diagonal_[std::size_t(parts_[part].unknowns[0])] = value;
    });
  for (Part& part : parts_) part.singular = !part.factor.factor();
}

bool SparseFactor::singular() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.singular; });
}

void SparseFactor::solve(std::span<double> x) const {
  if (!diagonal_.empty()) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] /= diagonal_[i];
    return;
  }
  std::vector<double> mine;
  for (const Part& part : parts_) {
    mine.clear();
    for (const int i : part.unknowns) mine.push_back(x[std::size_t(i)]);
    part.factor.solve(mine);
    for (std::size_t k = 0; k < mine.size(); ++k) x[std::size_t(part.unknowns[k])] = mine[k];
  }
}

}  // namespace eulersolid
