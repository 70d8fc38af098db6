#pragma once

#include <vector>

namespace eulersolid {

/// The profile of a symmetric matrix on the host: row i is zero before column first[i].
using Profile = std::vector<int>;

/// Per column: the last row that it or a column before it reaches. Ascending.
std::vector<int> last_rows(const Profile& first);

/// A stretch of unknowns that is eliminated on its own, and the separators that it touches.
struct Chain {
  std::vector<int> rows;   ///< the unknowns in order of elimination, then those of the separators
  int eliminated = 0;      ///< how many of them belong to the chain: a multiple of the tile
  std::vector<int> first;  ///< profile of the matrix in this order
  std::vector<int> place;  ///< per separator row: its place in the remaining matrix
};

/// How the unknowns of a banded matrix are eliminated: the chains first, all at the same time, then
/// what remains.
///
/// One chain is the usual elimination from the first row to the last. With two ends, the last rows
/// are eliminated backwards until both ends meet in a separator as wide as the band: no more flops,
/// half the depth. With more chains the inner ones have a separator on both sides and fill in
/// between, for two to four times the flops; the remaining matrix is block tridiagonal, with
/// at most twice the bandwidth.
struct EliminationPlan {
  std::vector<Chain> chains;
  std::vector<int> rows;   ///< the remaining unknowns in order of elimination
  std::vector<int> first;  ///< their profile, with the fill that the chains cause
  int independent = 0;     ///< how many of them, from the first, no chain touches
};

/// Number of chains for a matrix of order n and bandwidth rho: a function of these alone, so that
/// results do not depend on the number of threads. Two where both ends have a fair part of the
/// rows, one elsewhere; on a gpu up to `most` for long narrow bands.
/// @param tile  rows per tile, of which every chain has at least one
int number_of_chains(int n, int rho, int most, int tile);

/// Cut a matrix into `chains` chains; fewer, where the separators would leave chains without rows.
/// @param tile  rows per tile
EliminationPlan plan_elimination(const Profile& first, int chains, int tile);

}  // namespace eulersolid
