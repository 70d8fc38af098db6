#include "kernels/cpu/tile_kernels.h"

#include <cmath>
#include <cstring>

ES_BEGIN

namespace tile_kernels {

namespace {

// Doubles in one vector register, and registers that a column of a block of rows takes: with 6
// columns, all sums and the operands of one step stay in registers.
#if defined(__AVX512F__)
constexpr int lanes = 8, vectors = 4;
#elif defined(__AVX__)
constexpr int lanes = 4, vectors = 2;
#else
constexpr int lanes = 2, vectors = 1;
#endif
typedef double Vector __attribute__((vector_size(lanes * sizeof(double))));
constexpr int rows_at_once = lanes * vectors;
static_assert(band_tile % rows_at_once == 0);

enum class Store { assign, subtract };

inline void load(Vector& v, const double* from) { std::memcpy(&v, from, sizeof v); }

/// rows_at_once rows of `columns` columns of C.
template <int columns, Store store>
void block(const double* A, Index depth, Factor B, double* C, Index ldc) {
  Vector sum[columns][vectors] = {};
  const double* b = B.data;
  for (Index k = 0; k < depth; ++k, A += band_tile, b += B.row) {
    Vector a[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) load(a[v], A + v * lanes);
#pragma GCC unroll 8
    for (int j = 0; j < columns; ++j) {
      const double factor = b[j * B.column];
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[j][v] += a[v] * factor;
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < columns; ++j) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      double* out = C + j * ldc + v * lanes;
      if constexpr (store == Store::subtract) {
        Vector old;
        load(old, out);
        sum[j][v] = old - sum[j][v];
      }
      std::memcpy(out, &sum[j][v], sizeof(Vector));
    }
  }
}

template <int columns, Store store>
void all_rows(const double* A, Index depth, Factor B, double* C, Index ldc) {
  for (int r = 0; r < band_tile; r += rows_at_once)
    block<columns, store>(A + r, depth, B, C + r, ldc);
}

template <Store store>
void all_columns(const double* A, Index depth, Factor B, double* C, Index columns, Index ldc) {
  while (columns > 0) {
    const Index now = columns >= 6 && columns != 8 ? 6 : columns >= 4 ? 4 : columns;
    switch (now) {
      case 6:
        all_rows<6, store>(A, depth, B, C, ldc);
        break;
      case 4:
        all_rows<4, store>(A, depth, B, C, ldc);
        break;
      case 3:
        all_rows<3, store>(A, depth, B, C, ldc);
        break;
      case 2:
        all_rows<2, store>(A, depth, B, C, ldc);
        break;
      default:
        all_rows<1, store>(A, depth, B, C, ldc);
        break;
    }
    B.data += now * B.column, C += now * ldc, columns -= now;
  }
}

}  // namespace

void subtract_product(const double* A, Index depth, Factor B, double* C, Index columns, Index ldc) {
  all_columns<Store::subtract>(A, depth, B, C, columns, ldc);
}

void product(const double* A, Index depth, Factor B, double* C, Index columns, Index ldc) {
  all_columns<Store::assign>(A, depth, B, C, columns, ldc);
}

void subtract_transposed_product(const double* A, Index columns, const double* x, double* y) {
  constexpr int parts = band_tile / lanes;
  Vector part[parts];
  for (int p = 0; p < parts; ++p) load(part[p], x + p * lanes);
  for (Index j = 0; j < columns; ++j, A += band_tile) {
    Vector a, sum = {};
#pragma GCC unroll 16
    for (int p = 0; p < parts; ++p) {
      load(a, A + p * lanes);
      sum += a * part[p];
    }
    double total = 0;
#pragma GCC unroll 8
    for (int v = 0; v < lanes; ++v) total += sum[v];
    y[j] -= total;
  }
}

/// Right-looking on the tile with the identity below it: the operations that turn the tile into L
/// turn the identity into L^{-T}.
int factor_tile(double* A, double* inverse, const double* least) {
  constexpr int n = band_tile;
  alignas(64) double columns[n][2 * n] = {};
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) columns[j][i] = A[i + n * j];
    columns[j][n + j] = 1;
  }
  for (int j = 0; j < n; ++j) {
    double* column = columns[j];
    const double pivot = column[j];
    if (!(pivot > least[j]) || !std::isfinite(pivot)) return j;
    const double scale = 1 / std::sqrt(pivot);
    const int from = j / lanes * lanes, to = n + (j / lanes + 1) * lanes;  // the rest is zero
    for (int i = from; i < to; ++i) column[i] *= scale;
    for (int k = j + 1; k < n; ++k) {
      const double factor = column[k];
      double* other = columns[k];
      for (int i = from; i < to; ++i) other[i] -= factor * column[i];
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) A[i + n * j] = 0;
    for (int i = j; i < n; ++i) A[i + n * j] = columns[j][i];
    for (int i = 0; i < n; ++i) inverse[i + n * j] = columns[i][n + j];
  }
  return -1;
}

}  // namespace tile_kernels

ES_END
