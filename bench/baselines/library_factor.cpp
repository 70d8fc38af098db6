#include "bench/baselines/library_factor.h"

#include <algorithm>

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Block i of the diagonal whole, and the coupling with the next block transposed.
void gather(ConstBandView H, Index size, Index blocks, double* diagonal, double* coupling,
            double* identity) {
  const Index n = H.order, area = size * size;
  parallel_for_light(blocks * area, [=] ES_DEVICE(Index e) {
    const Index i = e / area * size, r = e % area % size, c = e % area / size;
    const bool inside = i + r < n && i + c < n, coupled = i + r < n && i + size + c < n;
    diagonal[e] = inside ? H.symmetric(i + r, i + c) : 0.0;
    coupling[e] = coupled ? H.symmetric(i + size + c, i + r) : 0.0;
    identity[e] = r == c ? 1.0 : 0.0;
  });
}

void copy(ConstMatrixView from, MatrixView to) {
  parallel_for_light(from.rows * from.columns, [=] ES_DEVICE(Index e) {
    to(e % from.rows, e / from.rows) = from(e % from.rows, e / from.rows);
  });
}

}  // namespace

Index LibraryFactor::rows_of(Index block) const { return std::min(size_, order_ - block * size_); }

MatrixView LibraryFactor::block(DeviceVector<double>& blocks, Index i) const {
  return {blocks.span().data + i * size_ * size_, rows_of(i), rows_of(i), size_};
}

Index LibraryFactor::factor(const BandedMatrix& H) {
  order_ = H.order(), size_ = std::max(1, H.bandwidth()), blocks_ = (order_ + size_ - 1) / size_;
  const Index all = blocks_ * size_ * size_;
  diagonal_.resize(all), inverse_.resize(all), coupling_.resize(all);
  gather(H.view(), size_, blocks_, diagonal_.span().data, coupling_.span().data,
         inverse_.span().data);
  for (Index i = 0; i < blocks_; ++i) {
    const MatrixView D = block(diagonal_, i);
    const Index failed = potrf(D);
    if (failed >= 0) return i * size_ + failed;
    trsm(Op::none, D, block(inverse_, i));
    if (i + 1 == blocks_) break;
    const MatrixView C(block(coupling_, i).data, size_, rows_of(i + 1), size_);
    trsm(Op::none, D, C);  // C_i^T = D_i^{-1} H_{i,i+1}
    syrk(-1, C, 1, block(diagonal_, i + 1));
  }
  return -1;
}

void LibraryFactor::solve(Span<double> X, Index columns) {
  if (order_ == 0 || columns == 0) return;
  piece_.resize(size_ * columns);
  const auto part = [&](Index i) {
    return MatrixView(X.data + i * size_, rows_of(i), columns, order_);
  };
  const auto coupling = [&](Index i) {
    return MatrixView(block(coupling_, i).data, size_, rows_of(i + 1), size_);
  };
  const auto apply_inverse = [&](Op op, Index i) {
    const MatrixView piece(piece_.span().data, rows_of(i), columns, size_);
    gemm(1, op, block(inverse_, i), Op::none, part(i), 0, piece);
    copy(piece, part(i));
  };
  for (Index i = 0; i < blocks_; ++i) {
    if (i > 0) gemm(-1, Op::transposed, coupling(i - 1), Op::none, part(i - 1), 1, part(i));
    apply_inverse(Op::none, i);
  }
  for (Index i = blocks_ - 1; i >= 0; --i) {
    if (i + 1 < blocks_) gemm(-1, Op::none, coupling(i), Op::none, part(i + 1), 1, part(i));
    apply_inverse(Op::transposed, i);
  }
}

ES_END
