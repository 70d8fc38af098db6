#include "contact/solvers/delassus_blocks.h"

#include <algorithm>
#include <cassert>

#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

Mat3 axes(const ContactFrame& f) { return {{f.normal, f.tangent1, f.tangent2}}; }

/// The entries of TwistRows in host memory.
struct HostTwists {
  std::vector<int> start, dof;
  std::vector<Mat3> weight;

  explicit HostTwists(const TwistRows& rows)
      : start(to_host(rows.start)), dof(to_host(rows.dof)), weight(to_host(rows.weight)) {}
  TwistRows view() const {
    return {{start.data(), Index(start.size())},
            {dof.data(), Index(dof.size())},
            {weight.data(), Index(weight.size())}};
  }
};

/// Of two contacts, R_c^T W_cd R_d.
Mat3 between(const TwistRows& twists, Index c, const ContactFrame& frame_c, Index d,
             const ContactFrame& frame_d) {
  const Mat3 R = axes(frame_d);
  Mat3 columns;
  for (int axis = 0; axis < 3; ++axis) columns[axis] = twists.times(c, d, R[axis]);
  return axes(frame_c) * transpose(columns);
}

void append(int column, const Mat3& block, BlockMatrix& W) {
  W.column.push_back(column);
  W.value.push_back(block);
}

bool is_zero(const Mat3& a) {
  for (int row = 0; row < 3; ++row)
    if (a[row].x != 0 || a[row].y != 0 || a[row].z != 0) return false;
  return true;
}

void end_row(BlockMatrix& W) { W.row_start.push_back(int(W.column.size())); }

}  // namespace

BlockMatrix blocks_of_dense(const std::vector<double>& W, int contacts) {
  const std::size_t order = 3 * std::size_t(contacts);
  assert(W.size() == order * order);
  BlockMatrix result;
  for (std::size_t c = 0; c < order; c += 3) {
    for (std::size_t d = 0; d < order; d += 3) {
      Mat3 block;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
          block[i][j] = W[(c + std::size_t(i)) * order + d + std::size_t(j)];
      }
      append(int(d / 3), block, result);
    }
    end_row(result);
  }
  return result;
}

BlockMatrix blocks_of_gram(const GramView& G, Span<const ContactFrame> frames,
                           Span<const double> compliance) {
  const std::vector<int> rank = to_host(G.order.rank), first = to_host(G.order.first_column),
                         start = to_host(G.row_start);
  const std::vector<double> values = to_host(G.values);
  const std::vector<ContactFrame> frame = to_host(frames);
  const std::vector<double> given = to_host(compliance);
  const HostTwists host_twists(G.twists);
  const TwistRows twists = host_twists.view();
  BlockMatrix result;
  for (std::size_t c = 0; c < rank.size(); ++c) {
    for (std::size_t d = 0; d < rank.size(); ++d) {
      const int row = std::max(rank[c], rank[d]), column = std::min(rank[c], rank[d]);
      if (column < first[std::size_t(row)]) continue;
      const double g =
          values[std::size_t(start[std::size_t(row)] + column - first[std::size_t(row)])];
      Mat3 block = g * (axes(frame[c]) * transpose(axes(frame[d])));
      if (!twists.empty()) {
        const Mat3 turning = between(twists, Index(c), frame[c], Index(d), frame[d]);
        block = block + turning;
      }
      if (g == 0 && is_zero(block)) continue;
      if (d == c && !given.empty()) block[0].x += given[c];
      append(int(d), block, result);
    }
    end_row(result);
  }
  return result;
}

ES_END
