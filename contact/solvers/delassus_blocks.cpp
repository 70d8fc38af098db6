#include "contact/solvers/delassus_blocks.h"

#include <algorithm>
#include <cassert>

#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

Mat3 axes(const ContactFrame& f) { return {{f.normal, f.tangent1, f.tangent2}}; }

void append(int column, const Mat3& block, BlockMatrix& W) {
  W.column.push_back(column);
  W.value.push_back(block);
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
  BlockMatrix result;
  for (std::size_t c = 0; c < rank.size(); ++c) {
    for (std::size_t d = 0; d < rank.size(); ++d) {
      const int row = std::max(rank[c], rank[d]), column = std::min(rank[c], rank[d]);
      if (column < first[std::size_t(row)]) continue;
      const double g =
          values[std::size_t(start[std::size_t(row)] + column - first[std::size_t(row)])];
      if (g == 0) continue;
      Mat3 block = g * (axes(frame[c]) * transpose(axes(frame[d])));
      if (d == c && !given.empty()) block[0].x += given[c];
      append(int(d), block, result);
    }
    end_row(result);
  }
  return result;
}

ES_END
