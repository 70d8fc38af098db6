#pragma once

/// The kernels of panel_kernels.h for the instruction set that the including file is compiled for.
/// All names are local to that file: nothing compiled for one processor may be linked into code
/// for another.

#include <cmath>
#include <cstring>

#include "kernels/cpu/panel_kernels.h"

namespace eulersolid {
namespace panel_kernels {
namespace {

// Doubles in a vector register, and the block of sums that fits into the registers with its
// operands: groups of rows by columns.
#if defined(__AVX512F__)
constexpr int lanes = 8, block_groups = 3, block_columns = 8;
#elif defined(__AVX__)
constexpr int lanes = 4, block_groups = 1, block_columns = 4;
#else
constexpr int lanes = 2, block_groups = 1, block_columns = 2;
#endif
typedef double Vector __attribute__((vector_size(lanes * sizeof(double)), aligned(8)));
typedef double Group __attribute__((vector_size(group * sizeof(double)), aligned(8)));
constexpr int vectors = group / lanes;  // per group

#define ES_INLINE inline __attribute__((always_inline))

ES_INLINE Vector load(const double* from) { return *reinterpret_cast<const Vector*>(from); }
ES_INLINE void store(double* to, Vector v) { *reinterpret_cast<Vector*>(to) = v; }
ES_INLINE Group load_group(const double* from) { return *reinterpret_cast<const Group*>(from); }
ES_INLINE void store_group(double* to, Group v) { *reinterpret_cast<Group*>(to) = v; }

/// Sums for block_groups groups of rows by block_columns columns.
using Sums = Vector[block_columns][block_groups * vectors];

/// sums += A B over `depth` columns of A, of which `n` groups are touched. Element (k, j) of B is
/// B[k * row + j * column].
template <int n, int row, int column>
ES_INLINE void accumulate(Sums& sums, const double* A, const double* B, long depth) {
  for (long k = 0; k < depth; ++k, A += rows, B += row) {
    Vector a[n * vectors];
#pragma GCC unroll 16
    for (int v = 0; v < n * vectors; ++v) a[v] = load(A + v * lanes);
#pragma GCC unroll 16
    for (int j = 0; j < block_columns; ++j) {
      const double b = B[j * column];
#pragma GCC unroll 16
      for (int v = 0; v < n * vectors; ++v) sums[j][v] += a[v] * b;
    }
  }
}

/// 24 x 8 numbers by columns.
struct Block {
  alignas(64) double at[group][rows];
};

/// block = C - A B^T for groups from `from` on, B eight rows of a panel.
template <int from>
ES_INLINE void update(const double* A, const double* B, Depth depth, const double* C, Block& block) {
  const long starts[groups] = {0, depth.of[0], depth.of[0] + depth.of[1]};
  const long end = starts[2] + depth.of[2];
#pragma GCC unroll 3
  for (int g = from; g < groups; g += block_groups) {
#pragma GCC unroll 4
    for (int c = 0; c < group; c += block_columns) {
      Sums sums = {};
      if constexpr (block_groups == groups) {
        accumulate<1, rows, 1>(sums, A, B, starts[1]);
        accumulate<2, rows, 1>(sums, A + rows * starts[1], B + rows * starts[1], depth.of[1]);
        accumulate<3, rows, 1>(sums, A + rows * starts[2], B + rows * starts[2], depth.of[2]);
      } else {
        accumulate<1, rows, 1>(sums, A + rows * starts[g] + g * group, B + rows * starts[g] + c,
                               end - starts[g]);
      }
#pragma GCC unroll 8
      for (int j = 0; j < block_columns; ++j) {
#pragma GCC unroll 6
        for (int v = 0; v < block_groups * vectors; ++v) {
          const int place = g * group + v * lanes;
          store(&block.at[c + j][place], load(C + (c + j) * rows + place) - sums[j][v]);
        }
      }
    }
  }
}

/// C = block K^T for groups from `from` on; K lower triangular, part of a tile.
template <int from>
ES_INLINE void finish(const Block& block, const double* K, double* C) {
#pragma GCC unroll 8
  for (int j = group - 1; j >= 0; --j) {
#pragma GCC unroll 6
    for (int v = from * vectors; v < groups * vectors; ++v) {
      Vector sum = load(&block.at[0][v * lanes]) * K[j];
#pragma GCC unroll 8
      for (int m = 1; m <= j; ++m) sum += load(&block.at[m][v * lanes]) * K[j + m * rows];
      store(C + j * rows + v * lanes, sum);
    }
  }
}

void eliminate(const double* A, const double* B, Depth depth, double* C, const double* K) {
  for (int j = 0; j < group; ++j) {
    for (int r = 0; r < rows; r += group) __builtin_prefetch(C + j * rows + r, 1);
  }
  Block block;
  update<0>(A, B, depth, C, block);
  if (K != nullptr) {
    finish<0>(block, K, C);
  } else {
    std::memcpy(C, block.at, sizeof block.at);
  }
}

/// Sums of one group of rows by eight columns: block = C - A B^T.
ES_INLINE void update_group(const double* A, const double* B, long depth, const double* C,
                            Group (&block)[group]) {
  Group sums[group] = {};
  for (long k = 0; k < depth; ++k, A += rows, B += rows) {
    const Group a = load_group(A);
#pragma GCC unroll 8
    for (int j = 0; j < group; ++j) sums[j] += a * B[j];
  }
#pragma GCC unroll 8
  for (int j = 0; j < group; ++j) block[j] = load_group(C + j * rows) - sums[j];
}

/// Right-looking on an 8 x 8 block with the identity below it: the operations that turn the block
/// into L turn the identity into L^{-T}.
ES_INLINE int factor_block(Group (&a)[group], Group (&b)[group], const double* least) {
  for (int j = 0; j < group; ++j) {
    const double pivot = a[j][j];
    if (!(pivot > least[j]) || !std::isfinite(pivot)) return j;
    const double scale = 1 / __builtin_sqrt(pivot);
    a[j] *= scale;
    b[j] *= scale;
    for (int k = j + 1; k < group; ++k) {
      const double factor = a[j][k];
      a[k] -= a[j] * factor;
      b[k] -= b[j] * factor;
    }
  }
  return -1;
}

/// The blocks of K = L^{-1} left of the diagonal block c: K_cj = -K_cc sum_m L_cm K_mj.
ES_INLINE void extend_inverse(const double* L, double* K, int c) {
  for (int j = 0; j < c; ++j) {
    Group sum[group] = {};
    for (int m = j; m < c; ++m) {
      for (int q = 0; q < group; ++q) {
        const Group l = load_group(L + (m * group + q) * rows + c * group);
        const double* k = K + j * group * rows + m * group + q;
        for (int i = 0; i < group; ++i) sum[i] += l * k[i * rows];
      }
    }
    for (int i = 0; i < group; ++i) {
      Group result = {};
      for (int q = 0; q < group; ++q)
        result -= load_group(K + (c * group + q) * rows + c * group) * sum[i][q];
      store_group(K + (j * group + i) * rows + c * group, result);
    }
  }
}

int factor(const double* A, Depth depth, double* D, double* K, const double* least) {
  const long starts[groups] = {0, depth.of[0], depth.of[0] + depth.of[1]};
  const long end = starts[2] + depth.of[2];
  std::memset(K, 0, sizeof(double) * rows * rows);
  for (int c = 0; c < groups; ++c) {
    double* column = D + c * group * rows;
    const double* B = A + rows * starts[c] + c * group;
    Group block[group], inverse[group] = {};
    update_group(B, B, end - starts[c] + c * group, column + c * group, block);
    for (int j = 0; j < group; ++j) inverse[j][j] = 1;
    const int failed = factor_block(block, inverse, least + c * group);
    if (failed >= 0) return c * group + failed;
    for (int j = 0; j < group; ++j) {
      for (int i = 0; i < j; ++i) block[j][i] = 0;
      store_group(column + j * rows + c * group, block[j]);
      for (int i = j; i < group; ++i) K[(c * group + j) * rows + c * group + i] = inverse[i][j];
    }
    const double* k = K + c * group * (rows + 1);
    for (int g = c + 1; g < groups; ++g) {
      const long shift = starts[g] - starts[c];
      update_group(A + rows * starts[g] + g * group, B + rows * shift, end - starts[g] + c * group,
                   column + g * group, block);
      for (int j = group - 1; j >= 0; --j) {
        Group sum = block[0] * k[j];
        for (int m = 1; m <= j; ++m) sum += block[m] * k[j + m * rows];
        store_group(column + j * rows + g * group, sum);
      }
    }
    extend_inverse(D, K, c);
  }
  return -1;
}

void subtract_square(const double* A, Depth depth, double* D) {
  const long starts[groups] = {0, depth.of[0], depth.of[0] + depth.of[1]};
  const long end = starts[2] + depth.of[2];
  for (int c = 0; c < groups; ++c) {
    for (int g = c; g < groups; ++g) {
      Group block[group];
      double* C = D + c * group * rows + g * group;
      update_group(A + rows * starts[g] + g * group, A + rows * starts[g] + c * group,
                   end - starts[g], C, block);
      for (int j = 0; j < group; ++j) store_group(C + j * rows, block[j]);
    }
  }
}

void multiply(const double* A, const double* X, long head, long blocks, double* C) {
  const double* const begin = X + (head > 0 ? rows - head : 0);
  for (int g = 0; g < groups; g += block_groups) {
    for (int c = 0; c < group; c += block_columns) {
      Sums sums = {};
      const double* a = A + g * group;
      const double* x = X + c * rows;
      if (head > 0) {
        accumulate<block_groups, 1, rows>(sums, a, begin + c * rows, head);
        a += head * rows, x += group * rows;
      }
      for (long b = 0; b < blocks; ++b, a += rows * rows, x += group * rows)
        accumulate<block_groups, 1, rows>(sums, a, x, rows);
      for (int j = 0; j < block_columns; ++j) {
        for (int v = 0; v < block_groups * vectors; ++v) {
          double* out = C + (c + j) * rows + g * group + v * lanes;
          store(out, load(out) - sums[j][v]);
        }
      }
    }
  }
}

void multiply_vector(const double* A, const double* x, long columns, double* c) {
  constexpr int all = groups * vectors, chains = lanes == 8 ? 4 : lanes == 4 ? 2 : 1;
  Vector sums[chains][all] = {};
  long k = 0;
  for (; k + chains <= columns; k += chains) {
#pragma GCC unroll 4
    for (int u = 0; u < chains; ++u) {
      const double factor = x[k + u];
#pragma GCC unroll 12
      for (int v = 0; v < all; ++v) sums[u][v] += load(A + (k + u) * rows + v * lanes) * factor;
    }
  }
  for (; k < columns; ++k) {
    for (int v = 0; v < all; ++v) sums[0][v] += load(A + k * rows + v * lanes) * x[k];
  }
#pragma GCC unroll 12
  for (int v = 0; v < all; ++v) {
    for (int u = 1; u < chains; ++u) sums[0][v] += sums[u][v];
    store(c + v * lanes, load(c + v * lanes) - sums[0][v]);
  }
}

/// Eight rows of X stay in registers with the sums of two columns of A in flight.
void multiply_transposed(const double* A, const double* C, long columns, double* X) {
  constexpr int step = lanes == 8 ? rows : lanes == 4 ? 6 : 3;  // rows of C in registers
  if constexpr (lanes == 8) {
    Vector c[rows];
#pragma GCC unroll 24
    for (int r = 0; r < rows; ++r) c[r] = load(C + r * group);
    for (long k = 0; k < columns; ++k, A += rows, X += group) {
      Vector even = load(X), odd = {};
#pragma GCC unroll 24
      for (int r = 0; r < rows; r += 2) {
        even -= c[r] * A[r];
        odd -= c[r + 1] * A[r + 1];
      }
      store(X, even + odd);
    }
  } else {
    for (int v = 0; v < vectors; ++v) {
      for (int from = 0; from < rows; from += step) {
        Vector c[step];
        for (int r = 0; r < step; ++r) c[r] = load(C + (from + r) * group + v * lanes);
        for (long k = 0; k < columns; ++k) {
          Vector sum = load(X + k * group + v * lanes);
#pragma GCC unroll 6
          for (int r = 0; r < step; ++r) sum -= c[r] * A[k * rows + from + r];
          store(X + k * group + v * lanes, sum);
        }
      }
    }
  }
}

void multiply_transposed_vector(const double* A, const double* c, long columns, double* x) {
  constexpr int all = groups * vectors;
  Vector part[all];
  for (int v = 0; v < all; ++v) part[v] = load(c + v * lanes);
  for (long k = 0; k < columns; ++k, A += rows) {
    Vector sum = load(A) * part[0];
#pragma GCC unroll 12
    for (int v = 1; v < all; ++v) sum += load(A + v * lanes) * part[v];
    double total = 0;
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) total += sum[l];
    x[k] -= total;
  }
}

constexpr Table table(const char* name) {
  return {name,           eliminate,       factor,              subtract_square,
          multiply,       multiply_vector, multiply_transposed, multiply_transposed_vector};
}

}  // namespace
}  // namespace panel_kernels
}  // namespace eulersolid
