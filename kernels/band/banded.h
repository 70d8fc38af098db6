#pragma once

#include <vector>

#include "kernels/core/backend.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Rows and columns of one stored tile. Tiles hold their elements by columns, so that a row of
/// tiles is one panel of `band_tile` rows, which is what the products of block_cholesky.h run over.
/// 24 x 8 is what the registers of AVX-512 hold at a time; a warp has 32 threads.
namespace rows_per_tile {
constexpr int cpu = 24, gpu = 32;
}
constexpr int band_tile = rows_per_tile::ES_BACKEND;
constexpr Index tile_area = Index(band_tile) * band_tile;  ///< numbers of a tile
/// Rows that share the place of their first element.
constexpr int rows_per_group = 8, groups_per_tile = band_tile / rows_per_group;

/// Element access to a symmetric matrix with a variable band; only the lower triangle is stored.
/// Copied freely into loop bodies.
template <class T>
struct BasicBandView {
  T* values = nullptr;
  const Index* row_base = nullptr;  // per row of tiles: where its column 0 would be in `values`
  const int* first_stored =
      nullptr;  // per row of tiles: first stored column, a multiple of the tile
  Index order = 0;

  /// Is (i, j), j <= i, inside the stored profile?
  ES_HD bool has(Index i, Index j) const { return j <= i && first_stored[i / band_tile] <= j; }
  ES_HD T& at(Index i, Index j) const {
    assert(i < order && has(i, j));
    return values[row_base[i / band_tile] + i % band_tile + band_tile * j];
  }
  /// Element (i, j) of the whole symmetric matrix; zero outside the profile.
  ES_HD double symmetric(Index i, Index j) const {
    const Index row = i < j ? j : i, column = i < j ? i : j;
    return has(row, column) ? double(at(row, column)) : 0.0;
  }
};
using BandView = BasicBandView<double>;
using ConstBandView = BasicBandView<const double>;

/// Which tiles are stored, for the host.
struct TileProfile {
  std::vector<int> first;    ///< per row of tiles: column of its first stored tile
  std::vector<Index> start;  ///< per row of tiles, and one more: number of tiles stored before it
  std::vector<int> reach;    ///< per column of tiles: last row of tiles that stores a tile in it
  std::vector<int> lead;     ///< per group of rows: a column before which it and the later groups
                             ///< of its tile are zero, a multiple of the group

  int rows() const { return int(first.size()); }
  int width(int row) const { return row - first[std::size_t(row)] + 1; }  ///< with the diagonal
  Index tiles() const { return start.empty() ? 0 : start.back(); }
};

/// A symmetric matrix of order n whose row i is zero before column first_column[i] (its profile, or
/// skyline), held as tiles; tiles outside the profile are not stored. A Cholesky factor has the
/// profile of its matrix, so a factor overwrites it in place.
class BandedMatrix {
 public:
  /// Take a new shape, with all elements zero.
  /// @param first_column  per row i, 0 <= first_column[i] <= i, in the memory of this backend
  void reshape(Span<const int> first_column);
  void reshape(const std::vector<int>& first_column);  ///< the same from the host
  void fill_zero();

  Index order() const { return order_; }
  int bandwidth() const { return bandwidth_; }  ///< max of i - first_column[i]
  Index bytes() const { return values_.size() * Index(sizeof(double)); }
  /// Useful operations [flop] of a Cholesky factorisation, and of one solve with its factor.
  double factor_flops() const { return factor_flops_; }
  double solve_flops() const { return solve_flops_; }

  BandView view() { return {values_.span().data, base_.span().data, layout_.span().data, order_}; }
  ConstBandView view() const {
    return {values_.span().data, base_.span().data, layout_.span().data, order_};
  }
  Span<const int> first_column() const { return first_column_.span(); }
  Span<const int> reach() const {  ///< profile().reach in device memory
    return layout_.span().part(profile_.rows(), profile_.rows());
  }

  const TileProfile& profile() const { return profile_; }
  const std::vector<int>& host_first_column() const { return host_first_column_; }
  /// All tiles, row by row; the panel of tile row I starts at profile().start[I] * tile^2.
  Span<double> values() { return values_.span(); }
  Span<const double> values() const { return values_.span(); }

 private:
  friend void reorder(const BandedMatrix&, const std::vector<int>&, const std::vector<int>&, Index,
                      BandedMatrix&);
  void take_profile();

  Index order_ = 0;
  int bandwidth_ = 0;
  double factor_flops_ = 0, solve_flops_ = 0;
  TileProfile profile_;
  std::vector<int> host_first_column_;
  DeviceVector<double> values_;
  DeviceVector<int> first_column_;
  DeviceVector<int> layout_;  ///< first stored columns and reaches of rows of tiles, rows of tiles
  DeviceVector<Index> base_;
  DeviceVector<int> source_, source_stored_, source_extremes_;  // workspace of reorder
  DeviceVector<Index> source_base_;                             // the same
};

/// out(i, j) = H(rows[i], rows[j]): some rows and columns of H, in another order.
///
/// @param rows          of H, each at most once
/// @param first_column  profile of the result; what it leaves out is not copied
/// @param columns       columns of the result from here on are zero
void reorder(const BandedMatrix& H, const std::vector<int>& rows,
             const std::vector<int>& first_column, Index columns, BandedMatrix& out);

/// Y = H X for a symmetric H and `columns` dense vectors, each of order() elements, one after the
/// other. Every element of Y gathers its own sum in a fixed order.
/// @pre X and Y do not overlap
void symbgmm(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns = 1);

ES_END
