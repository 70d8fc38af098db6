#pragma once

#include <vector>

#include "contact/solvers/friction_problem.h"
#include "kernels/core/device_vector.h"
#include "kernels/sparse/block_matrix.h"

ES_BEGIN

/// Owns a Delassus matrix by blocks, made from another form of it.
class DelassusBlocks {
 public:
  /// From a dense matrix in host memory, as problems from files may have it; all blocks are kept.
  /// @param W  by rows, of order 3 contacts: n, t1 and t2 of each contact in turn
  static DelassusBlocks from_dense(const std::vector<double>& W, int contacts);

  /// From blocks in host memory.
  static DelassusBlocks from_blocks(const BlockMatrix& W);

  /// W_cd = G_cd R_c^T R_d with R = (n, t1, t2); blocks whose G is zero are left out. For tests and
  /// solvers that take their time: it goes through host memory.
  static DelassusBlocks from_gram(const GramView& G, Span<const ContactFrame> frames);

  BlocksView view() const { return {row_start_.span(), column_.span(), value_.span()}; }

 private:
  void append(int column, const Mat3& block);
  void end_row() { rows_.push_back(int(columns_.size())); }
  void upload();

  std::vector<int> rows_{0}, columns_;  // while it is made
  std::vector<Mat3> values_;
  DeviceVector<int> row_start_, column_;
  DeviceVector<Mat3> value_;
};

ES_END
