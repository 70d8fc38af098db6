#include "kernels/band/banded.h"

#include <algorithm>
#include <cassert>

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

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

/// Rows of H in a new order: where column 0 of each would be, and its first stored column. Padding
/// to whole tiles stores nothing. Per row of tiles: the smallest and largest row, and the last of
/// the first columns.
struct Places {
  Span<const int> row;
  Span<const Index> base;
  Span<const int> stored;
  Span<const int> least, most, max_stored;
};

void find_places(ConstBandView H, Span<int> row, Index count, Span<Index> base, Span<int> stored) {
  constexpr int nowhere = 0x7fffffff;
  parallel_for_light(row.size, [=] ES_DEVICE(Index i) {
    const Index tile = i < count ? row[i] / band_tile : 0;
    base[i] = i < count ? H.row_base[tile] + row[i] % band_tile : 0;
    stored[i] = i < count ? H.first_stored[tile] : nowhere;
    if (i >= count) row[i] = nowhere;
  });
}

void find_extremes(Span<const int> row, Span<const int> stored, Span<int> least, Span<int> most,
                   Span<int> max_stored) {
  parallel_for_light(least.size, [=] ES_DEVICE(Index I) {
    const Index begin = I * band_tile;
    int low = row[begin], high = low, last = stored[begin];
    for (Index i = begin + 1; i < begin + band_tile; ++i) {
      low = row[i] < low ? row[i] : low;
      high = row[i] > high ? row[i] : high;
      last = stored[i] > last ? stored[i] : last;
    }
    least[I] = low, most[I] = high, max_stored[I] = last;
  });
}

/// Column j of tile row I, padding and upper triangle included. Most columns are held whole, in the
/// lower triangle of H or, in reverse order, in the upper one.
ES_HD void gather_column(const double* H, Places p, Index I, Index j, double* out) {
  const Index begin = I * band_tile, column = p.row[j], base = p.base[j];
  const int stored = p.stored[j];
  if (p.least[I] > column && p.max_stored[I] <= column) {
    const Index* from = p.base.data + begin;
    for (int r = 0; r < band_tile; ++r) out[r] = H[from[r] + band_tile * column];
    return;
  }
  if (p.most[I] < column && stored <= p.least[I]) {
    const int* row = p.row.data + begin;
    for (int r = 0; r < band_tile; ++r) out[r] = H[base + band_tile * Index(row[r])];
    return;
  }
  const Index from = j > begin ? j - begin : 0;
  for (Index r = 0; r < from; ++r) out[r] = 0;
  for (Index r = from; r < band_tile; ++r) {
    const Index i = begin + r, row = p.row[i];
    const bool below = row >= column;
    const bool held = below ? p.stored[i] <= column : stored <= row;
    const Index place = below ? p.base[i] + band_tile * column : base + band_tile * row;
    out[r] = held ? H[place] : 0.0;
  }
}

void gather(const double* H, Places places, Index columns, Span<const int> tile_row, BandView out) {
  parallel_for_light(tile_row.size * band_tile, [=] ES_DEVICE(Index c) {
    const Index I = tile_row[c / band_tile], j = c - out.row_base[I] / band_tile;
    double* column = out.values + c * band_tile;
    if (j < columns) {
      gather_column(H, places, I, j, column);
    } else {
      for (int r = 0; r < band_tile; ++r) column[r] = 0;
    }
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
  std::vector<int> layout = stored;
  layout.insert(layout.end(), profile_.reach.begin(), profile_.reach.end());
  layout.insert(layout.end(), tile_row.begin(), tile_row.end());
  layout_.assign(layout), base_.assign(base);
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
  const Index count = Index(rows.size()), padded = Index(out.profile_.rows()) * band_tile;
  std::vector<int> source(rows);
  source.resize(std::size_t(padded));
  const Index tile_rows = out.profile_.rows();
  out.source_.assign(source), out.source_base_.resize(padded), out.source_stored_.resize(padded);
  out.source_extremes_.resize(3 * tile_rows);
  const Span<int> extremes = out.source_extremes_.span();
  const Span<int> least = extremes.part(0, tile_rows), most = extremes.part(tile_rows, tile_rows),
                  max_stored = extremes.part(2 * tile_rows, tile_rows);
  find_places(H.view(), out.source_.span(), count, out.source_base_.span(),
              out.source_stored_.span());
  find_extremes(out.source_.span(), out.source_stored_.span(), least, most, max_stored);
  gather(H.values().data,
         {out.source_.span(), out.source_base_.span(), out.source_stored_.span(), least, most,
          max_stored},
         columns, out.layout_.span().part(2 * out.profile_.rows(), out.profile_.tiles()),
         out.view());
}

ES_END
