#pragma once

/// The kernels of panel_kernels.h for the instruction set that the including file is compiled for.
/// All names are local to that file: nothing compiled for one processor may be linked into code
/// for another.

#include <cmath>
#include <cstring>

#include "kernels/cpu/band/panel_kernels.h"

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
constexpr int vectors = group / lanes;  // per group

#define ES_INLINE inline __attribute__((always_inline))

ES_INLINE Vector load(const double* from) { return *reinterpret_cast<const Vector*>(from); }
ES_INLINE void store(double* to, Vector v) { *reinterpret_cast<Vector*>(to) = v; }

/// Eight numbers.
struct Group {
  Vector part[vectors];
};
ES_INLINE Group load_group(const double* from) {
  Group g;
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) g.part[v] = load(from + v * lanes);
  return g;
}
ES_INLINE void store_group(double* to, const Group& g) {
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) store(to + v * lanes, g.part[v]);
}
/// a += b * factor.
ES_INLINE void add_product(Group& a, const Group& b, double factor) {
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) a.part[v] += b.part[v] * factor;
}
ES_INLINE Group product(const Group& a, double factor) {
  Group g;
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) g.part[v] = a.part[v] * factor;
  return g;
}

/// Sums for block_groups groups of rows by block_columns columns.
using Sums = Vector[block_columns][block_groups * vectors];

/// sums += A B over `depth` columns of A, of which `n` groups are touched, and m columns of B.
/// Element (k, j) of B is B[k * row + j * column].
template <int n, int m, int row, int column>
ES_INLINE void accumulate(Vector (&sums)[m][block_groups * vectors], const double* A,
                          const double* B, long depth) {
  for (long k = 0; k < depth; ++k, A += rows, B += row) {
    Vector a[n * vectors];
#pragma GCC unroll 16
    for (int v = 0; v < n * vectors; ++v) a[v] = load(A + v * lanes);
#pragma GCC unroll 16
    for (int j = 0; j < m; ++j) {
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

/// out = C - A B^T, B eight rows of a panel; `out` may be C.
ES_INLINE void update(const double* A, const double* B, Depth depth, const double* C, double* out) {
  const long starts[groups] = {0, depth.of[0], depth.of[0] + depth.of[1]};
  const long end = starts[2] + depth.of[2];
#pragma GCC unroll 3
  for (int g = 0; g < groups; g += block_groups) {
#pragma GCC unroll 4
    for (int c = 0; c < group; c += block_columns) {
      Sums sums = {};
      if constexpr (block_groups == groups) {
        accumulate<1, block_columns, rows, 1>(sums, A, B, starts[1]);
        accumulate<2, block_columns, rows, 1>(sums, A + rows * starts[1], B + rows * starts[1],
                                              depth.of[1]);
        accumulate<3, block_columns, rows, 1>(sums, A + rows * starts[2], B + rows * starts[2],
                                              depth.of[2]);
      } else {
        accumulate<1, block_columns, rows, 1>(sums, A + rows * starts[g] + g * group,
                                              B + rows * starts[g] + c, end - starts[g]);
      }
#pragma GCC unroll 8
      for (int j = 0; j < block_columns; ++j) {
#pragma GCC unroll 6
        for (int v = 0; v < block_groups * vectors; ++v) {
          const int place = (c + j) * rows + g * group + v * lanes;
          store(out + place, load(C + place) - sums[j][v]);
        }
      }
    }
  }
}

/// C = block K^T; K lower triangular, part of a tile.
ES_INLINE void finish(const Block& block, const double* K, double* C) {
#pragma GCC unroll 8
  for (int j = group - 1; j >= 0; --j) {
#pragma GCC unroll 6
    for (int v = 0; v < groups * vectors; ++v) {
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
  if (K == nullptr) return update(A, B, depth, C, C);
  Block block;
  update(A, B, depth, C, &block.at[0][0]);
  finish(block, K, C);
}

/// block = C - A B^T for one group of rows.
ES_INLINE void update_group(const double* A, const double* B, long depth, const double* C,
                            Group (&block)[group]) {
  constexpr int together = lanes == 2 ? 2 : lanes;  // columns whose sums fit into the registers
#pragma GCC unroll 4
  for (int c = 0; c < group; c += together) {
    Group sums[together] = {};
    for (long k = 0; k < depth; ++k) {
      const Group a = load_group(A + k * rows);
#pragma GCC unroll 8
      for (int j = 0; j < together; ++j) add_product(sums[j], a, B[k * rows + c + j]);
    }
#pragma GCC unroll 8
    for (int j = 0; j < together; ++j) {
      block[c + j] = load_group(C + (c + j) * rows);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) block[c + j].part[v] -= sums[j].part[v];
    }
  }
}

/// Right-looking on an 8 x 8 block with the identity below it: the operations that turn the block
/// into L turn the identity into L^{-T}. Columns are scaled at the end, as each pivot waits for the
/// one before: for a division, and not for a root as well.
ES_INLINE int factor_block(Group (&a)[group], Group (&b)[group], const double* least) {
  double scale[group];
#pragma GCC unroll 8
  for (int j = 0; j < group; ++j) {
    const double pivot = a[j].part[j / lanes][j % lanes];
    if (!(pivot > least[j]) || !std::isfinite(pivot)) return j;
    const double inverse = 1 / pivot;
    scale[j] = __builtin_sqrt(inverse);
#pragma GCC unroll 8
    for (int k = j + 1; k < group; ++k) {
      const double factor = -inverse * a[j].part[k / lanes][k % lanes];
      add_product(a[k], a[j], factor);
      add_product(b[k], b[j], factor);
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < group; ++j) a[j] = product(a[j], scale[j]), b[j] = product(b[j], scale[j]);
  return -1;
}

/// The blocks of K = L^{-1} left of the diagonal block c: K_cj = -K_cc sum_m L_cm K_mj.
ES_INLINE void extend_inverse(const double* L, double* K, int c) {
  for (int j = 0; j < c; ++j) {
    alignas(64) double sums[group][group];
    for (int i = 0; i < group; ++i) {
      const double* k = K + (j * group + i) * rows + j * group;
      const double* l = L + j * group * rows + c * group;
      Group even = {}, odd = {};
      for (int q = 0; q < (c - j) * group; q += 2) {
        add_product(even, load_group(l + q * rows), k[q]);
        add_product(odd, load_group(l + (q + 1) * rows), k[q + 1]);
      }
      add_product(even, odd, 1);
      store_group(sums[i], even);
    }
    for (int i = 0; i < group; ++i) {
      Group even = {}, odd = {};
#pragma GCC unroll 4
      for (int q = 0; q < group; q += 2) {
        const double* k = K + (c * group + q) * rows + c * group;
        add_product(even, load_group(k), -sums[i][q]);
        add_product(odd, load_group(k + rows), -sums[i][q + 1]);
      }
      add_product(even, odd, 1);
      store_group(K + (j * group + i) * rows + c * group, even);
    }
  }
}

/// C = block K^T, K a lower triangular 8 x 8 block of a tile.
ES_INLINE void finish_group(const Group (&block)[group], const double* K, double* C) {
#pragma GCC unroll 8
  for (int j = 0; j < group; ++j) {
    Group sum = product(block[0], K[j]);
#pragma GCC unroll 8
    for (int m = 1; m <= j; ++m) add_product(sum, block[m], K[j + m * rows]);
    store_group(C + j * rows, sum);
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
#pragma GCC unroll 8
    for (int j = 0; j < group; ++j) inverse[j].part[j / lanes][j % lanes] = 1;
    const int failed = factor_block(block, inverse, least + c * group);
    if (failed >= 0) return c * group + failed;
    alignas(64) double transposed[group][group];
#pragma GCC unroll 8
    for (int j = 0; j < group; ++j) {
      store_group(column + j * rows + c * group, block[j]);
      store_group(transposed[j], inverse[j]);
    }
    for (int j = 0; j < group; ++j) {
      for (int i = 0; i < j; ++i) column[j * rows + c * group + i] = 0;
      for (int i = j; i < group; ++i) K[(c * group + j) * rows + c * group + i] = transposed[i][j];
    }
    for (int g = c + 1; g < groups; ++g) {
      const long shift = starts[g] - starts[c];
      update_group(A + rows * starts[g] + g * group, B + rows * shift, end - starts[g] + c * group,
                   column + g * group, block);
      finish_group(block, K + c * group * (rows + 1), column + g * group);
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
#pragma GCC unroll 8
      for (int j = 0; j < group; ++j) store_group(C + j * rows, block[j]);
    }
  }
}

/// C -= A X for `n` columns of X at a time.
template <int n>
ES_INLINE void multiply_columns(const double* A, const double* X, long head, long blocks, double* C,
                                bool cold) {
  for (int g = 0; g < groups; g += block_groups) {
    Vector sums[n][block_groups * vectors] = {};
    const double* a = A + g * group;
    const double* x = X;
    if (head > 0) {
      accumulate<block_groups, n, 1, rows>(sums, a, x + rows - head, head);
      a += head * rows, x += group * rows;
    }
    for (long b = 0; b < blocks; ++b, a += rows * rows, x += group * rows) {
      for (int line = 0; line < n * rows; line += group)
        __builtin_prefetch(x + group * rows + line);
      for (int line = 0; cold && line < rows * rows; line += group)
        __builtin_prefetch(a + rows * rows + line);
      accumulate<block_groups, n, 1, rows>(sums, a, x, rows);
    }
#pragma GCC unroll 8
    for (int j = 0; j < n; ++j) {
#pragma GCC unroll 6
      for (int v = 0; v < block_groups * vectors; ++v) {
        double* out = C + j * rows + g * group + v * lanes;
        store(out, load(out) - sums[j][v]);
      }
    }
  }
}

void multiply(const double* A, const double* X, long head, long blocks, double* C, int columns,
              bool cold) {
  int c = 0;
  for (; c + block_columns / 2 < columns; c += block_columns, cold = false)
    multiply_columns<block_columns>(A, X + c * rows, head, blocks, C + c * rows, cold);
  for (; c < columns; c += block_columns / 2, cold = false)
    multiply_columns<block_columns / 2>(A, X + c * rows, head, blocks, C + c * rows, cold);
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
void multiply_transposed(const double* A, const double* C, long columns, double* X, bool cold) {
  constexpr int step = lanes == 8 ? rows : lanes == 4 ? 6 : 3;  // rows of C in registers
  if constexpr (lanes == 8) {
    Vector c[rows];
#pragma GCC unroll 24
    for (int r = 0; r < rows; ++r) c[r] = load(C + r * group);
    for (long k = 0; k < columns; ++k, A += rows, X += group) {
      for (int line = 0; cold && line < rows; line += group)
        __builtin_prefetch(A + rows * rows + line);
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

/// The sums of the elements of each of `lanes` vectors.
ES_INLINE Vector sums_of(Vector (&v)[lanes]) {
#if defined(__AVX512F__)
  Vector t[4], u[2];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i)
    t[i] = __builtin_shufflevector(v[i], v[i + 4], 0, 1, 2, 3, 8, 9, 10, 11) +
           __builtin_shufflevector(v[i], v[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i)
    u[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 8, 9, 4, 5, 12, 13) +
           __builtin_shufflevector(t[i], t[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  return __builtin_shufflevector(u[0], u[1], 0, 8, 2, 10, 4, 12, 6, 14) +
         __builtin_shufflevector(u[0], u[1], 1, 9, 3, 11, 5, 13, 7, 15);
#elif defined(__AVX__)
  Vector t[2];
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i)
    t[i] = __builtin_shufflevector(v[i], v[i + 2], 0, 1, 4, 5) +
           __builtin_shufflevector(v[i], v[i + 2], 2, 3, 6, 7);
  return __builtin_shufflevector(t[0], t[1], 0, 4, 2, 6) +
         __builtin_shufflevector(t[0], t[1], 1, 5, 3, 7);
#else
  return __builtin_shufflevector(v[0], v[1], 0, 2) + __builtin_shufflevector(v[0], v[1], 1, 3);
#endif
}

void multiply_transposed_vector(const double* A, const double* c, long columns, double* x) {
  constexpr int all = groups * vectors;
  Vector part[all];
#pragma GCC unroll 12
  for (int v = 0; v < all; ++v) part[v] = load(c + v * lanes);
  long k = 0;
  for (; k + lanes <= columns; k += lanes, A += lanes * rows) {
    Vector products[lanes];
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) {
      products[l] = load(A + l * rows) * part[0];
#pragma GCC unroll 12
      for (int v = 1; v < all; ++v) products[l] += load(A + l * rows + v * lanes) * part[v];
    }
    store(x + k, load(x + k) - sums_of(products));
  }
  for (; k < columns; ++k, A += rows) {
    double total = 0;
    for (int r = 0; r < rows; ++r) total += A[r] * c[r];
    x[k] -= total;
  }
}

constexpr Table table(const char* name) {
  return {name,
          eliminate,
          factor,
          subtract_square,
          multiply,
          multiply_vector,
          multiply_transposed,
          multiply_transposed_vector};
}

}  // namespace
}  // namespace panel_kernels
}  // namespace eulersolid
