#include "contact/solvers/coulomb/methods/newton_matrix.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "contact/solvers/coulomb/constants.h"
#include "kernels/sparse/band_lu.h"
#include "kernels/sparse/band_order.h"
#include "kernels/sparse/sparse_lu.h"

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

/// The columns with elements in the three rows of a contact.
std::vector<int> unknowns_of(const SparseMatrix& A, std::size_t contact) {
  std::vector<int> unknowns;
  for (std::size_t k = 3 * contact; k < 3 * contact + 3; ++k) {
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
  for (std::size_t c = 0; 3 * c < std::size_t(A.rows); ++c) unknowns.push_back(unknowns_of(A, c));
  return unknowns;
}

/// K with zeros wherever it may have elements.
SparseMatrix pattern_of(const SparseMatrix& M, const std::vector<std::vector<int>>& left,
                        const std::vector<std::vector<int>>& right) {
  const int n = M.rows;
  std::vector<std::vector<int>> rows;
  rows.resize(std::size_t(n));
  for (std::size_t i = 0; i < std::size_t(n); ++i) {
    const Row row = row_of(M, i);
    rows[i].assign(row.column, row.column + row.size);
    rows[i].push_back(int(i));
  }
  for (std::size_t c = 0; c < left.size(); ++c) {
    for (const int i : left[c]) {
      std::vector<int>& row = rows[std::size_t(i)];
      row.insert(row.end(), right[c].begin(), right[c].end());
    }
  }
  SparseMatrix K{.rows = n, .columns = n, .row_start = {0}, .column = {}, .value = {}};
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    K.column.insert(K.column.end(), row.begin(), row.end());
    K.row_start.push_back(int(K.column.size()));
  }
  K.value.assign(K.column.size(), 0);
  return K;
}

/// The unknowns in an order in which those are near each other that K couples.
std::vector<int> order_by_coupling(const SparseMatrix& K) {
  std::vector<int> order;
  for (const std::vector<int>& part : band_order(K))
    order.insert(order.end(), part.begin(), part.end());
  return order;
}

/// Of the elements of K between unknowns that have a place.
int bandwidth_of(const SparseMatrix& K, const std::vector<int>& place) {
  int width = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    const Row row = row_of(K, i);
    for (int e = 0; e < row.size; ++e) {
      const int column = place[std::size_t(row.column[e])];
      if (column >= 0) width = std::max(width, std::abs(place[i] - column));
    }
  }
  return width;
}

/// Operations of L U, with room for exchanges of rows.
double of_a_band(double order, double width) { return 4 * width * width * order; }
double of_dense(double order) { return 2.0 / 3 * order * order * order; }

bool is_zero(const Mat3& D) { return D[0].x == 0 && D[1].y == 0 && D[2].z == 0; }

/// Numbers those of an order that are wanted. @return how many these are
int number(const std::vector<int>& order, const std::vector<char>& wanted,
           std::vector<int>& place) {
  int count = 0;
  place.assign(order.size(), -1);
  for (const int i : order)
    if (wanted[std::size_t(i)] != 0) place[std::size_t(i)] = count++;
  return count;
}

}  // namespace

NewtonMatrix::NewtonMatrix(const BodyForm& bodies) : bodies_(bodies) {
  const int n = bodies.unknowns();
  const SparseMatrix& M = bodies.M();
  for (int i = 0; i < n; ++i) {
    const Row row = row_of(M, std::size_t(i));
    diagonal_ = diagonal_ && row.size == 1 && row.column[0] == i;
  }
  const double filled = double(bodies.HT().elements()) / (double(bodies.HT().rows) * n);
  operations_ = of_dense(n);
  if (filled > dense_row_share && bodies.is_symmetric()) {
    rows_ = HostMatrix(bodies.HT().rows, n);
    for (int i = 0; i < rows_.rows; ++i) {
      const Row row = row_of(bodies.HT(), std::size_t(i));
      for (int e = 0; e < row.size; ++e) rows_(i, row.column[e]) = row.value[e];
    }
    return;
  }
  left_ = unknowns_by_contact(bodies.HT());
  if (!bodies.is_symmetric()) right_ = unknowns_by_contact(bodies.G());
  K_ = pattern_of(M, left_, right());
  order_ = order_by_coupling(K_);
  std::vector<int> place;
  number(order_, std::vector<char>(std::size_t(n), 1), place);
  const double of_band = of_a_band(n, bandwidth_of(K_, place));
  operations_ = std::min(operations_, of_band);
  if (operations_ < operations_of_an_element * n) return;
  const double of_fronts = operations_of_an_element * SparseLu::elements_for(K_);
  fronts_ = of_fronts < operations_;
  if (fronts_) operations_ = of_fronts;
}

/// The values of K.
void NewtonMatrix::fill(const std::vector<Mat3>& D) {
  std::fill(K_.value.begin(), K_.value.end(), 0);
  const SparseMatrix &M = bodies_.M(), &HT = bodies_.HT(), &G = bodies_.G();
  /// Adds values to row i at ascending columns, which are all among its own.
  const auto add = [this](int i, const int* column, const double* value, std::size_t size,
                          double factor) {
    auto place = std::size_t(K_.row_start[std::size_t(i)]);
    for (std::size_t e = 0; e < size; ++e) {
      while (K_.column[place] != column[e]) ++place;
      K_.value[place] += factor * value[e];
    }
  };
  for (int i = 0; i < M.rows; ++i) {
    const Row row = row_of(M, std::size_t(i));
    add(i, row.column, row.value, std::size_t(row.size), 1);
  }
  std::vector<double> sum;
  for (std::size_t c = 0; c < D.size(); ++c) {
    if (is_zero(D[c])) continue;
    const std::vector<int>& seen = right()[c];
    for (int a = 0; a < 3; ++a) {
      sum.assign(seen.size(), 0);  // row a of D G
      for (int b = 0; b < 3; ++b) {
        const Row row = row_of(G, 3 * c + std::size_t(b));
        std::size_t place = 0;
        for (int e = 0; e < row.size; ++e) {
          while (seen[place] != row.column[e]) ++place;
          sum[place] += D[c][a][b] * row.value[e];
        }
      }
      const Row left = row_of(HT, 3 * c + std::size_t(a));
      for (int e = 0; e < left.size; ++e)
        add(left.column[e], seen.data(), sum.data(), seen.size(), left.value[e]);
    }
  }
}

/// K += H (D H^T) of the contacts that act, from dense rows.
void NewtonMatrix::add_dense_rows(const std::vector<Mat3>& D, HostMatrix& K) const {
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
  add_transposed_product(left, right, K);
}

bool NewtonMatrix::solve_dense(const std::vector<Mat3>& D, std::vector<double>& x) const {
  const SparseMatrix& M = bodies_.M();
  HostMatrix K(M.rows, M.rows);
  for (int i = 0; i < M.rows; ++i) {
    const Row row = row_of(M, std::size_t(i));
    for (int e = 0; e < row.size; ++e) K(i, row.column[e]) = row.value[e];
  }
  add_dense_rows(D, K);
  return solve_in_place(K, x);
}

bool NewtonMatrix::solve(const std::vector<Mat3>& D, std::vector<double>& x) {
  if (rows_.rows > 0) return solve_dense(D, x);
  fill(D);
  // Where M is diagonal, what no contact with a D touches is known.
  std::vector<char> wanted(x.size(), diagonal_ ? 0 : 1);
  for (std::size_t c = 0; diagonal_ && c < D.size(); ++c) {
    if (is_zero(D[c])) continue;
    for (const int i : left_[c]) wanted[std::size_t(i)] = 1;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    if (wanted[i] == 0) x[i] /= *row_of(bodies_.M(), i).value;

  std::vector<int> place;
  const int unknowns = number(order_, wanted, place);
  if (unknowns == 0) return true;
  std::vector<double> right(std::size_t(unknowns), 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (place[i] >= 0) right[std::size_t(place[i])] = x[i];
  /// Calls element(row, column, value) for those of the system, and moves the others to the right.
  const auto for_each_element = [&](auto element) {
    for (const int i : order_) {
      const int place_of_row = place[std::size_t(i)];
      if (place_of_row < 0) continue;
      const Row row = row_of(K_, std::size_t(i));
      for (int e = 0; e < row.size; ++e) {
        const auto j = std::size_t(row.column[e]);
        if (place[j] < 0)
          right[std::size_t(place_of_row)] -= row.value[e] * x[j];
        else
          element(place_of_row, place[j], row.value[e]);
      }
    }
  };
  if (!solve_system(unknowns, place, for_each_element, right)) return false;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (place[i] >= 0) x[i] = right[std::size_t(place[i])];
  return true;
}

/// By fronts, as a band or dense, whichever takes least.
template <class Elements>
bool NewtonMatrix::solve_system(int unknowns, const std::vector<int>& place,
                                const Elements& for_each_element,
                                std::vector<double>& right) const {
  if (fronts_) {
    std::vector<MatrixEntry> entries;
    for_each_element([&](int i, int j, double value) {
      if (value != 0) entries.push_back({i, j, value});
    });
    const SparseLu K(sparse_matrix(unknowns, unknowns, entries));
    if (K.singular()) return false;
    K.solve(right);
    return true;
  }
  const int width = bandwidth_of(K_, place);
  if (of_a_band(unknowns, width) < of_dense(unknowns)) {
    BandLu K(unknowns, width, width);
    for_each_element([&](int i, int j, double value) { K.at(i, j) = value; });
    if (!K.factor()) return false;
    K.solve(right);
    return true;
  }
  HostMatrix K(unknowns, unknowns);
  for_each_element([&](int i, int j, double value) { K(i, j) = value; });
  return solve_in_place(K, right);
}

}  // namespace eulersolid
