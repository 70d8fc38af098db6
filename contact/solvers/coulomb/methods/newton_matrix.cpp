#include "contact/solvers/coulomb/methods/newton_matrix.h"

#include <algorithm>
#include <cstdlib>

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

/// Where K may have elements.
SparseMatrix coupling(const BodyForm& bodies) {
  std::vector<MatrixEntry> entries;
  const SparseMatrix& M = bodies.M();
  for (int i = 0; i < M.rows; ++i)
    for (int e = M.row_start[std::size_t(i)]; e < M.row_start[std::size_t(i) + 1]; ++e)
      entries.push_back({i, M.column[std::size_t(e)], 1});
  for (std::size_t c = 0; c < std::size_t(bodies.HT().rows); c += 3) {
    const std::vector<int> left = unknowns_of(bodies.HT(), c), right = unknowns_of(bodies.G(), c);
    for (const int i : left)
      for (const int j : right) entries.push_back({i, j, 1});
  }
  return sparse_matrix(M.rows, M.rows, entries);
}

bool is_zero(const Mat3& D) { return D[0].x == 0 && D[1].y == 0 && D[2].z == 0; }

}  // namespace

NewtonMatrix::NewtonMatrix(const BodyForm& bodies)
    : bodies_(bodies), place_(std::size_t(bodies.unknowns())) {
  const int n = bodies.unknowns();
  const double filled = double(bodies.HT().elements()) / (double(bodies.HT().rows) * n);
  dense_rows_ = filled > dense_row_share && &bodies.G() == &bodies.HT();
  if (dense_rows_) {
    rows_ = HostMatrix(bodies.HT().rows, n);
    for (int i = 0; i < rows_.rows; ++i) {
      const Row row = row_of(bodies.HT(), std::size_t(i));
      for (int e = 0; e < row.size; ++e) rows_(i, row.column[e]) = row.value[e];
    }
  } else {
    const SparseMatrix pattern = coupling(bodies);
    int next = 0;
    for (const std::vector<int>& part : band_order(pattern))
      for (const int i : part) place_[std::size_t(i)] = next++;
    for (int i = 0; i < n; ++i) {
      const Row row = row_of(pattern, std::size_t(i));
      for (int e = 0; e < row.size; ++e)
        bandwidth_ = std::max(
            bandwidth_, std::abs(place_[std::size_t(i)] - place_[std::size_t(row.column[e])]));
    }
    banded_ = 4.0 * bandwidth_ * bandwidth_ * n < 2.0 / 3 * n * n * double(n);
  }
  if (banded_)
    band_ = BandLu(n, bandwidth_, bandwidth_);
  else
    dense_ = HostMatrix(n, n);
}

template <class Add>
void NewtonMatrix::add_elements(const std::vector<Mat3>& D, Add add) const {
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
        const Row right = row_of(G, 3 * c + std::size_t(b));
        const double d = D[c][a][b];
        if (d == 0) continue;
        for (int j = 0; j < right.size; ++j)
          for (int i = 0; i < left.size; ++i)
            add(left.column[i], right.column[j], d * left.value[i] * right.value[j]);
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
  if (!banded_) {
    std::fill(dense_.value.begin(), dense_.value.end(), 0);
    add_elements(D, [this](int i, int j, double value) { dense_(i, j) += value; });
    if (dense_rows_) add_dense_rows(D);
    return solve_in_place(dense_, x);
  }
  band_.clear();
  add_elements(D, [this](int i, int j, double value) {
    band_.at(place_[std::size_t(i)], place_[std::size_t(j)]) += value;
  });
  if (!band_.factor()) return false;
  std::vector<double> ordered(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) ordered[std::size_t(place_[i])] = x[i];
  band_.solve(ordered);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = ordered[std::size_t(place_[i])];
  return true;
}

}  // namespace eulersolid
