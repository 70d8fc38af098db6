#include "contact/solvers/coulomb/methods/newton_matrix.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "contact/solvers/coulomb/constants.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

namespace {

struct Row {
  const int* column;
  const double* value;
  int size;
};

Row row_of(const SparseMatrix& A, std::size_t i) {
  const auto first = std::size_t(A.row_start[i]);
  return {A.column.data() + first, A.value.data() + first, A.row_start[i + 1] - A.row_start[i]};
}

/// The columns with elements in the three rows from `first` on.
std::vector<int> unknowns_of(const SparseMatrix& A, std::size_t first) {
  std::vector<int> unknowns;
  for (std::size_t k = first; k < first + 3; ++k) {
    const Row row = row_of(A, k);
    unknowns.insert(unknowns.end(), row.column, row.column + row.size);
  }
  std::sort(unknowns.begin(), unknowns.end());
  unknowns.erase(std::unique(unknowns.begin(), unknowns.end()), unknowns.end());
  return unknowns;
}

/// Of each contact.
std::vector<std::vector<int>> unknowns_by_contact(const SparseMatrix& A) {
  std::vector<std::vector<int>> unknowns;
  for (std::size_t c = 0; c < std::size_t(A.rows); c += 3) unknowns.push_back(unknowns_of(A, c));
  return unknowns;
}

/// The unknowns in an order in which those are near each other whose elements K may have: by groups
/// of so many that are coupled with the same ones.
std::vector<int> order_by_coupling(const SparseMatrix& M, const std::vector<std::vector<int>>& left,
                                   const std::vector<std::vector<int>>& right, int group) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < M.rows; ++i)
    for (int e = M.row_start[std::size_t(i)]; e < M.row_start[std::size_t(i) + 1]; ++e)
      entries.push_back({i / group, M.column[std::size_t(e)] / group, 1});
  const auto step = std::size_t(group);
  for (std::size_t c = 0; c < left.size(); ++c)
    for (std::size_t i = 0; i < left[c].size(); i += step)
      for (std::size_t j = 0; j < right[c].size(); j += step)
        entries.push_back({left[c][i] / group, right[c][j] / group, 1});
  const int groups = M.rows / group;
  std::vector<int> order;
  for (const std::vector<int>& part : band_order(sparse_matrix(groups, groups, entries)))
    for (const int i : part)
      for (int k = 0; k < group; ++k) order.push_back(group * i + k);
  return order;
}

/// Operations of L U, with room for exchanges of rows.
double of_a_band(double order, double width) { return 4 * width * width * order; }
double of_dense(double order) { return 2.0 / 3 * order * order * order; }

bool is_zero(const Mat3& D) { return D[0].x == 0 && D[1].y == 0 && D[2].z == 0; }

}  // namespace

NewtonMatrix::NewtonMatrix(const BodyForm& bodies)
    : bodies_(bodies), place_(std::size_t(bodies.unknowns())) {
  const int n = bodies.unknowns();
  const SparseMatrix& M = bodies.M();
  for (int i = 0; i < n; ++i) {
    const Row row = row_of(M, std::size_t(i));
    diagonal_ = diagonal_ && row.size == 1 && row.column[0] == i;
  }
  const double filled = double(bodies.HT().elements()) / (double(bodies.HT().rows) * n);
  dense_rows_ = filled > dense_row_share && &bodies.G() == &bodies.HT();
  if (dense_rows_) {
    order_.resize(std::size_t(n));
    std::iota(order_.begin(), order_.end(), 0);
    rows_ = HostMatrix(bodies.HT().rows, n);
    for (int i = 0; i < rows_.rows; ++i) {
      const Row row = row_of(bodies.HT(), std::size_t(i));
      for (int e = 0; e < row.size; ++e) rows_(i, row.column[e]) = row.value[e];
    }
  } else {
    left_ = unknowns_by_contact(bodies.HT()), right_ = unknowns_by_contact(bodies.G());
    const bool by_impulses = &bodies.G() != &bodies.HT();
    order_ = order_by_coupling(M, left_, right_, by_impulses ? 3 : 1);
  }
  const std::vector<Mat3> D(left_.size(), identity3());
  choose_unknowns(D);
  operations_ = of_dense(unknowns_);
  if (!dense_rows_) operations_ = std::min(operations_, of_a_band(unknowns_, bandwidth_of(D)));
}

/// Those that a contact with a block touches, where the others have a mass alone; else all.
void NewtonMatrix::choose_unknowns(const std::vector<Mat3>& D) {
  const bool all = dense_rows_ || !diagonal_;
  std::fill(place_.begin(), place_.end(), all ? 0 : none);
  if (!all) {
    for (std::size_t c = 0; c < D.size(); ++c) {
      if (is_zero(D[c])) continue;
      for (const int i : left_[c]) place_[std::size_t(i)] = 0;
    }
  }
  unknowns_ = 0;
  for (const int i : order_)
    if (place_[std::size_t(i)] != none) place_[std::size_t(i)] = unknowns_++;
}

/// Of the system.
int NewtonMatrix::bandwidth_of(const std::vector<Mat3>& D) const {
  int width = 0;
  const auto widen = [&](int i, int j) {
    const int row = place_[std::size_t(i)], column = place_[std::size_t(j)];
    if (row != none && column != none) width = std::max(width, std::abs(row - column));
  };
  const SparseMatrix& M = bodies_.M();
  for (int i = 0; i < M.rows; ++i) {
    const Row row = row_of(M, std::size_t(i));
    for (int e = 0; e < row.size; ++e) widen(i, row.column[e]);
  }
  for (std::size_t c = 0; c < D.size(); ++c) {
    if (is_zero(D[c])) continue;
    for (const int i : left_[c])
      for (const int j : right_[c]) widen(i, j);
  }
  return width;
}

/// Adds up the elements of the system, and takes what its other unknowns do off its right side.
/// @param x  the right sides of the unknowns that are in the system, the values of those that are
///           not
template <class Element>
void NewtonMatrix::fill(const std::vector<Mat3>& D, const std::vector<double>& x,
                        std::vector<double>& right, Element element) const {
  right.resize(std::size_t(unknowns_));
  for (std::size_t i = 0; i < x.size(); ++i)
    if (place_[i] != none) right[std::size_t(place_[i])] = x[i];
  const auto add = [&](int i, int j, double value) {
    const int row = place_[std::size_t(i)], column = place_[std::size_t(j)];
    if (row == none) return;
    if (column == none)
      right[std::size_t(row)] -= value * x[std::size_t(j)];
    else
      element(row, column) += value;
  };
  const SparseMatrix &M = bodies_.M(), &HT = bodies_.HT(), &G = bodies_.G();
  for (int i = 0; i < M.rows; ++i) {
    const Row row = row_of(M, std::size_t(i));
    for (int e = 0; e < row.size; ++e) add(i, row.column[e], row.value[e]);
  }
  if (dense_rows_) return;
  for (std::size_t c = 0; c < D.size(); ++c) {
    if (is_zero(D[c])) continue;
    for (int a = 0; a < 3; ++a) {
      const Row left = row_of(HT, 3 * c + std::size_t(a));
      for (int b = 0; b < 3; ++b) {
        const Row row = row_of(G, 3 * c + std::size_t(b));
        const double d = D[c][a][b];
        if (d == 0) continue;
        for (int j = 0; j < row.size; ++j)
          for (int i = 0; i < left.size; ++i)
            add(left.column[i], row.column[j], d * left.value[i] * row.value[j]);
      }
    }
  }
}

/// K += H (D H^T) of the contacts that act.
void NewtonMatrix::add_dense_rows(const std::vector<Mat3>& D) {
  const auto acting = std::size_t(
      std::count_if(D.begin(), D.end(), [](const Mat3& block) { return !is_zero(block); }));
  HostMatrix left(3 * int(acting), rows_.columns), right = left;
  for (int j = 0; j < rows_.columns; ++j) {
    const double* h = rows_.column(j);
    double *l = left.column(j), *r = right.column(j);
    for (std::size_t c = 0; c < D.size(); ++c) {
      if (is_zero(D[c])) continue;
      const Vec3 mine{h[3 * c], h[3 * c + 1], h[3 * c + 2]}, Dh = D[c] * mine;
      *l++ = mine.x, *l++ = mine.y, *l++ = mine.z;
      *r++ = Dh.x, *r++ = Dh.y, *r++ = Dh.z;
    }
  }
  add_transposed_product(left, right, dense_);
}

bool NewtonMatrix::solve(const std::vector<Mat3>& D, std::vector<double>& x) {
  choose_unknowns(D);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (place_[i] == none) x[i] /= *row_of(bodies_.M(), i).value;
  if (unknowns_ == 0) return true;
  const int width = dense_rows_ ? unknowns_ : bandwidth_of(D);
  std::vector<double> right;
  if (of_a_band(unknowns_, width) < of_dense(unknowns_)) {
    BandLu K(unknowns_, width, width);
    fill(D, x, right, [&K](int i, int j) -> double& { return K.at(i, j); });
    if (!K.factor()) return false;
    K.solve(right);
  } else {
    dense_.rows = dense_.columns = unknowns_;
    dense_.value.assign(std::size_t(unknowns_) * std::size_t(unknowns_), 0);
    fill(D, x, right, [this](int i, int j) -> double& { return dense_(i, j); });
    if (dense_rows_) add_dense_rows(D);
    if (!solve_in_place(dense_, right)) return false;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    if (place_[i] != none) x[i] = right[std::size_t(place_[i])];
  return true;
}

}  // namespace eulersolid
