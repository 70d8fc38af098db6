#include <algorithm>
#include <vector>

#include "kernels/band/banded.h"
#include "kernels/band/panels.h"
#include "kernels/core/threads.h"
#include "kernels/cpu/band/panel_kernels.h"
#include "kernels/cpu/constants.h"
#include "kernels/cpu/loop_pace.h"

ES_BEGIN

namespace {

constexpr Index columns_together = 12 * columns_per_panel;  // columns of X per pass over H
constexpr int tiles_at_once = 6;  // of a panel of H, to stay in the first cache

/// Some rows of tiles, and the rows that their columns touch: from `first` on.
struct Segment {
  int begin, end, first;
  std::vector<double> transposed;  ///< minus what the columns contribute, by rows
};

/// A number of segments that depends on the problem alone, each several bands long.
std::vector<Segment> cut(const TileProfile& profile, int bandwidth) {
  const int rows = profile.rows(), length = std::max(rows / 16 + 1, 4 * bandwidth / band_tile + 8);
  std::vector<Segment> segments;
  for (int I = 0; I < rows; I += length) {
    Segment s{I, std::min(rows, I + length), I, {}};
    for (int K = s.begin; K < s.end; ++K)
      s.first = std::min(s.first, profile.first[std::size_t(K)]);
    segments.push_back(std::move(s));
  }
  return segments;
}

/// The diagonal tile with its upper triangle filled in.
void mirror(const double* A, double* out) {
  for (int j = 0; j < band_tile; ++j) {
    for (int i = j; i < band_tile; ++i)
      out[i + band_tile * j] = out[j + band_tile * i] = A[i + band_tile * j];
  }
}

/// The right-hand sides of one pass, in both orders, and minus the products with the rows of H.
struct Pass {
  const TileProfile& profile;
  const double* values;
  Panels by_columns, by_rows, result;

  Index block(Index panel, Index row) const {
    return (panel * by_columns.rows * band_tile + row) * by_columns.width;
  }
  const double* column(int I, Index j) const {
    const std::size_t row = std::size_t(I);
    return values + profile.start[row] * tile_area +
           (j - Index(profile.first[row]) * band_tile) * band_tile;
  }
};

/// Columns [from, to) of tile row I of H: their products with X, and their transposes'.
void multiply_columns(const Pass& pass, int I, int from, int to, Segment& segment) {
  const auto& kernels = panel_kernels::best();
  const int width = pass.by_columns.width;
  const Index span = Index(segment.end - segment.first) * band_tile * width, row = I * band_tile;
  const double* A = pass.column(I, from);
  for (Index p = 0; p < pass.by_columns.count; ++p) {
    double* out = pass.result.data + pass.block(p, row);
    const double* x = pass.by_rows.data + pass.block(p, row);
    double* across =
        segment.transposed.data() + p * span + (from - segment.first * band_tile) * Index(width);
    if (width == 1) {
      kernels.multiply_vector(A, pass.by_columns.data + pass.block(p, from), to - from, out);
      kernels.multiply_transposed_vector(A, x, to - from, across);
    } else {
      const int head = (band_tile - from % band_tile) % band_tile;
      kernels.multiply(A, pass.by_columns.data + pass.block(p, from / band_tile * band_tile), head,
                       (to - from - head) / band_tile, out, pass.by_columns.columns_in(p), p == 0);
      kernels.multiply_transposed(A, x, to - from, across, false);
    }
  }
}

void multiply_segment(const Pass& pass, Segment& segment) {
  const auto& kernels = panel_kernels::best();
  const int width = pass.by_columns.width;
  segment.transposed.assign(std::size_t(segment.end - segment.first) * band_tile *
                                std::size_t(width * pass.by_columns.count),
                            0.0);
  alignas(64) double whole[tile_area];
  for (int I = segment.begin; I < segment.end; ++I) {
    const int lead = pass.profile.lead[std::size_t(I * groups_per_tile)];
    mirror(pass.column(I, Index(I) * band_tile), whole);
    for (Index p = 0; p < pass.by_columns.count; ++p) {
      double* out = pass.result.data + pass.block(p, I * band_tile);
      const double* x = pass.by_columns.data + pass.block(p, I * band_tile);
      std::fill_n(out, band_tile * width, 0.0);
      if (width == 1)
        kernels.multiply_vector(whole, x, band_tile, out);
      else
        kernels.multiply(whole, x, 0, 1, out, pass.by_columns.columns_in(p), false);
    }
    for (int K = lead / band_tile; K < I; K += tiles_at_once) {
      multiply_columns(pass, I, std::max(lead, K * band_tile),
                       std::min(I, K + tiles_at_once) * band_tile, segment);
    }
  }
}

/// Y = -(result + what the segments contribute), in the order of the segments.
void write(const Pass& pass, const std::vector<Segment>& segments, Index n, Span<double> Y,
           Index columns) {
  const int width = pass.by_columns.width;
  for (Index c = 0; c < columns; ++c) {
    const Index p = c / width, j = c % width;
    double* y = Y.data + c * n;
    for (Index i = 0; i < n; ++i) {
      const Index I = i / band_tile;
      y[i] = -pass.result.data[pass.block(p, I * band_tile) + j * band_tile + i % band_tile];
    }
    for (const Segment& s : segments) {
      const Index begin = Index(s.first) * band_tile, span = Index(s.end - s.first) * band_tile;
      const double* across = s.transposed.data() + p * span * width + j;
      for (Index i = begin; i < std::min(n, begin + span); ++i) y[i] -= across[(i - begin) * width];
    }
  }
}

}  // namespace

void symbgmm(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns) {
  const Index n = H.order();
  if (n == 0) return;
  std::vector<Segment> segments = cut(H.profile(), H.bandwidth());
  static constinit LoopPace pace;
  const Index work = iterations_of(H.solve_flops() * double(std::min(columns, columns_together)));
  const int team = segments.size() > 1 ? LoopPace::team(work, worth_a_team) : 1;
  static thread_local DeviceVector<double> by_columns, by_rows, result;
  for (Index c = 0; c < columns; c += columns_together) {
    const Index now = std::min(columns_together, columns - c);
    const Span<const double> x = X.part(c * n, now * n);
    Pass pass{H.profile(),
              H.values().data,
              load_panels(x, now, n, {}, n, PanelOrder::by_columns, by_columns),
              {},
              {}};
    pass.by_rows =
        now == 1 ? pass.by_columns : load_panels(x, now, n, {}, n, PanelOrder::by_rows, by_rows);
    pass.result = pass.by_columns;
    result.resize(by_columns.size());
    pass.result.data = result.span().data;
    {
      const LoopPace::Timing timing(pace, work, team);
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
      for (std::size_t s = 0; s < segments.size(); ++s) multiply_segment(pass, segments[s]);
    }
    write(pass, segments, n, Y.part(c * n, now * n), now);
  }
}

ES_END
