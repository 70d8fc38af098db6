#include "kernels/banded.h"

#include <algorithm>
#include <cassert>

#include "kernels/parallel_for.h"

ES_BEGIN

namespace {

constexpr Index tile_area = Index(band_tile) * band_tile;

/// Per group of rows of one tile row: the first column that it or a later group of the tile holds.
void find_leads(const std::vector<int>& first_column, int I, int* lead) {
  const int n = int(first_column.size());
  int least = (I + 1) * band_tile;
  for (int g = groups_per_tile - 1; g >= 0; --g) {
    const int begin = I * band_tile + g * rows_per_group, end = std::min(n, begin + rows_per_group);
    for (int i = begin; i < end; ++i) least = std::min(least, first_column[std::size_t(i)]);
    least = std::min(least, begin);  // padding has ones on its diagonal
    lead[g] = least / rows_per_group * rows_per_group;
  }
}

/// Tile row I of out, padding and upper triangle included, tile by tile: both H(a, b) with a > b
/// and a < b are then read from few cache lines at a time.
void gather_tile(ConstBandView H, Span<const int> rows, Index columns, Index I, Index J,
                 double* tile) {
  const Index n = rows.size;
  for (Index c = 0; c < band_tile; ++c) {
    const Index j = J * band_tile + c;
    for (Index r = 0; r < band_tile; ++r) {
      const Index i = I * band_tile + r;
      tile[r + band_tile * c] =
          i < n && j <= i && j < columns ? H.symmetric(rows[i], rows[j]) : 0.0;
    }
  }
}

void gather(ConstBandView H, Span<const int> rows, Index columns, Span<const int> tile_row,
            BandView out) {
  parallel_for_light(tile_row.size, [=] ES_DEVICE(Index t) {
    const Index I = tile_row[t];
    double* tile = out.values + t * tile_area;
    const Index J = (t * tile_area - out.row_base[I]) / tile_area;
    gather_tile(H, rows, columns, I, J, tile);
  });
}

}  // namespace

void BandedMatrix::take_profile() {
  order_ = Index(host_first_column_.size());
  const std::size_t rows = std::size_t((order_ + band_tile - 1) / band_tile);
  profile_.first.resize(rows), profile_.start.assign(rows + 1, 0), profile_.reach.resize(rows);
  profile_.lead.resize(rows * groups_per_tile);
  std::vector<int> stored(rows), tile_row;
  std::vector<Index> base(rows);
  bandwidth_ = 0, factor_flops_ = 0, solve_flops_ = 0;
  for (std::size_t i = 0; i < host_first_column_.size(); ++i) {
    const int width = int(i) - host_first_column_[i];
    assert(0 <= width && width <= int(i));
    bandwidth_ = std::max(bandwidth_, width);
    factor_flops_ += double(width + 1) * double(width + 1);
    solve_flops_ += 4 * double(width) + 2;
  }
  for (std::size_t I = 0; I < rows; ++I) {
    find_leads(host_first_column_, int(I), &profile_.lead[I * groups_per_tile]);
    const int first = profile_.lead[I * groups_per_tile] / band_tile;
    profile_.first[I] = first;
    profile_.start[I + 1] = profile_.start[I] + Index(I) - first + 1;
    stored[I] = first * band_tile;
    base[I] = (profile_.start[I] - first) * tile_area;
    tile_row.insert(tile_row.end(), I - std::size_t(first) + 1, int(I));
    for (std::size_t J = std::size_t(first); J <= I; ++J) profile_.reach[J] = int(I);
  }
  stored_.assign(stored), reach_.assign(profile_.reach), tile_row_.assign(tile_row),
      base_.assign(base);
  values_.resize(profile_.tiles() * tile_area);
}

void BandedMatrix::reshape(const std::vector<int>& first_column) {
  host_first_column_ = first_column;
  first_column_.assign(first_column);
  take_profile();
  fill_zero();
}

void BandedMatrix::reshape(Span<const int> first_column) {
  first_column_.copy_from(first_column);
  host_first_column_ = first_column_.to_host();
  take_profile();
  fill_zero();
}

void BandedMatrix::fill_zero() {
  if (!values_.empty()) memory::fill_zero(values_.span().data, std::size_t(bytes()));
}

void reorder(const BandedMatrix& H, const std::vector<int>& rows,
             const std::vector<int>& first_column, Index columns, BandedMatrix& out) {
  out.host_first_column_ = first_column;
  out.first_column_.assign(first_column);
  out.take_profile();
  out.source_.assign(rows);
  gather(H.view(), out.source_.span(), columns, out.tile_row_.span(), out.view());
}

ES_END
