#include "kernels/banded.h"

#include <algorithm>

#include "kernels/parallel_for.h"

ES_BEGIN

namespace {

constexpr Index tile_area = Index(band_tile) * band_tile;

/// Per row of tiles: its first column, and the largest i - first_column[i] of its rows.
void summarise_rows(Span<const int> first_column, Span<int> summary) {
  const Index n = first_column.size, rows = summary.size / 2;
  parallel_for(rows, [=] ES_DEVICE(Index I) {
    int first = int(I * band_tile), reach = 0;
    for (Index i = I * band_tile; i < n && i < (I + 1) * band_tile; ++i) {
      const int column = first_column[i];
      assert(0 <= column && column <= i);
      first = column < first ? column : first;
      reach = int(i) - column > reach ? int(i) - column : reach;
    }
    summary[I] = first;
    summary[rows + I] = reach;
  });
}

/// First column of each kept row, in numbers of the kept.
void compress_profile(Span<const int> kept, Span<const int> below, Span<const int> first_column,
                      Span<int> out) {
  parallel_for_light(kept.size, [=] ES_DEVICE(Index i) { out[i] = below[first_column[kept[i]]]; });
}

/// Per kept row: where its column 0 would be in the values of H, and its first stored column.
void locate_rows(ConstBandView H, Span<const int> kept, Span<Index> base, Span<int> stored) {
  parallel_for_light(kept.size, [=] ES_DEVICE(Index i) {
    const Index tile = kept[i] / band_tile;
    base[i] = H.row_base[tile] + kept[i] % band_tile;
    stored[i] = H.first_stored[tile];
  });
}

/// Fill every stored tile of `out`, padding and upper triangle included, column by column.
void gather(const double* H, Span<const int> kept, Span<const Index> base, Span<const int> stored,
            Span<const int> tile_row, Span<double> values, BandView out) {
  const Index n = kept.size;
  parallel_for_light(tile_row.size * band_tile, [=] ES_DEVICE(Index c) {
    const Index I = tile_row[c / band_tile], first = I * band_tile;
    const Index j = (c * band_tile - out.row_base[I]) / band_tile;
    const Index last = n - first < band_tile ? n - first : Index(band_tile);
    double* column = values.data + c * band_tile;
    for (Index r = 0; r < band_tile; ++r) column[r] = 0;
    if (j >= n) return;
    const int source = kept[j];
    for (Index r = j > first ? j - first : 0; r < last; ++r) {
      if (stored[first + r] <= source) column[r] = H[base[first + r] + band_tile * Index(source)];
    }
  });
}

}  // namespace

void BandedMatrix::take_profile() {
  order_ = first_column_.size();
  const std::size_t rows = std::size_t((order_ + band_tile - 1) / band_tile);
  row_summary_.resize(2 * Index(rows));
  summarise_rows(first_column_.span(), row_summary_.span());
  const std::vector<int> summary = row_summary_.to_host();

  profile_.first.resize(rows), profile_.start.assign(rows + 1, 0), profile_.reach.resize(rows);
  std::vector<int> stored(rows), tile_row;
  std::vector<Index> base(rows);
  bandwidth_ = 0, factor_flops_ = 0, solve_flops_ = 0;
  for (std::size_t I = 0; I < rows; ++I) {
    const int first = summary[I] / band_tile;
    profile_.first[I] = first;
    profile_.start[I + 1] = profile_.start[I] + Index(I) - first + 1;
    stored[I] = first * band_tile;
    base[I] = (profile_.start[I] - first) * tile_area;
    tile_row.insert(tile_row.end(), I - std::size_t(first) + 1, int(I));
    for (std::size_t J = std::size_t(first); J <= I; ++J) profile_.reach[J] = int(I);
    bandwidth_ = std::max(bandwidth_, summary[rows + I]);
    const double width = double(I * band_tile) - summary[I] + 0.5 * band_tile;
    factor_flops_ += band_tile * width * width;
    solve_flops_ += 4 * band_tile * width;
  }
  stored_.assign(stored), reach_.assign(profile_.reach), tile_row_.assign(tile_row),
      base_.assign(base);
  values_.resize(profile_.tiles() * tile_area);
}

void BandedMatrix::reshape(Span<const int> first_column) {
  first_column_.copy_from(first_column);
  take_profile();
  fill_zero();
}

void BandedMatrix::fill_zero() {
  if (!values_.empty()) memory::fill_zero(values_.span().data, std::size_t(bytes()));
}

void principal_submatrix(const BandedMatrix& H, Span<const int> kept, Span<const int> below,
                         BandedMatrix& out) {
  out.first_column_.resize(kept.size);
  compress_profile(kept, below, H.first_column(), out.first_column_.span());
  out.take_profile();
  out.source_base_.resize(kept.size), out.source_stored_.resize(kept.size);
  locate_rows(H.view(), kept, out.source_base_.span(), out.source_stored_.span());
  gather(H.values().data, kept, out.source_base_.span(), out.source_stored_.span(),
         out.tile_row_.span(), out.values(), out.view());
}

ES_END
