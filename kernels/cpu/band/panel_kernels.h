#pragma once

namespace eulersolid {

/// Products over panels of a banded matrix, on one thread, for one instruction set.
///
/// A panel is a row of tiles: 24 rows, by columns, so it is already in the order in which a
/// register kernel reads it, and nothing is ever packed. Its rows form three groups of eight; the
/// first columns of a panel may touch only the first group or two. An element of a result is one
/// sum in ascending order with fused multiply-add (where the processor has it), so its bits do not
/// depend on how the work is cut.
namespace panel_kernels {

constexpr int rows = 24, group = 8, groups = rows / group;

/// Columns of a panel that touch one group, two groups, all three.
struct Depth {
  long of[groups];
};

/// A block of right-hand sides is 24 rows by 8 columns, stored by columns in a forward substitution
/// and by rows in a backward one; vectors are stored as such.
struct Table {
  const char* name;

  /// Eight columns of a panel: C = (C - A B^T) K^T with A a panel, B eight rows of another one, and
  /// K the inverse of a lower triangular 8 x 8 block of a tile; no K where it is null.
  void (*eliminate)(const double* A, const double* B, Depth depth, double* C, const double* K);
  /// The diagonal tile D of the panel A: D = L with L L^T = D - A A^T, and K = L^{-1}. Returns -1,
  /// or the column whose pivot is not above `least[column]`.
  int (*factor)(const double* A, Depth depth, double* D, double* K, const double* least);
  /// D = D - A A^T for the diagonal tile alone.
  void (*subtract_square)(const double* A, Depth depth, double* D);

  /// C -= A X over `head` columns of A for the rows that end a block of X, and `blocks` whole
  /// blocks after it; the first `columns` of X. Where A is `cold`, in none of the caches, it is
  /// asked for ahead.
  void (*multiply)(const double* A, const double* X, long head, long blocks, double* C, int columns,
                   bool cold);
  void (*multiply_vector)(const double* A, const double* x, long columns, double* c);
  /// X -= A^T C for `columns` columns of A.
  void (*multiply_transposed)(const double* A, const double* C, long columns, double* X, bool cold);
  void (*multiply_transposed_vector)(const double* A, const double* c, long columns, double* x);
};

const Table& portable();
const Table& avx2();
const Table& avx512();

/// The best one that this processor has; ES_KERNELS=portable|avx2|avx512 in the environment asks
/// for less.
const Table& best();
/// Every one that this processor has, the best first.
int available(const Table* (&list)[3]);
/// Use another one from now on; for tests.
void choose(const Table& table);

}  // namespace panel_kernels
}  // namespace eulersolid
