#pragma once

#include "kernels/band/block_cholesky.h"
#include "kernels/dense/dense.h"

ES_BEGIN

/// The columns of W = L^{-1} U, each held between the first and the last row that can be non-zero,
/// and their products W^T W. Columns come, and stay until the factor goes.
class SchurColumns {
 public:
  using Rows = BlockCholesky::Rows;

  void clear();
  Index count() const { return count_; }
  Index bytes() const;  ///< of the columns and their products

  /// Add columns and their products with all there are.
  /// @param X     the columns, whole
  /// @param rows  per column: rows outside which it is zero
  void add(ConstMatrixView X, const std::vector<Rows>& rows);

  /// out = W^T y, for all columns.
  void project(Span<const double> y, Span<double> out) const;
  /// z = z - W weights.
  void subtract(Span<const double> weights, Span<double> z) const;

  /// W^T W: element (a, b), a <= b, is at [a + ld * b].
  struct Products {
    Span<const double> values;
    Index ld;
    ES_HD double operator()(int a, int b) const {
      return a < b ? values[a + ld * b] : values[b + ld * a];
    }
  };
  Products products() const { return {products_.span(), ld_}; }

 private:
  /// Neighbouring columns, stored with the rows that any of them needs.
  struct Group {
    Index first, columns;
    Rows rows;
    Index height() const { return rows.last - rows.first + 1; }
    DeviceVector<double> values;
    ConstMatrixView between(int begin, int end) const {
      return {values.span().data + begin - rows.first, end - begin + 1, columns, height()};
    }
  };
  Group& next_group();
  void make_room(Index columns);

  std::vector<Group> groups_;  // those in use come first; the others keep their memory
  std::size_t used_ = 0;
  Index count_ = 0, ld_ = 0;
  DeviceVector<double> products_;
};

ES_END
