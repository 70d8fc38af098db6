#pragma once

#include <vector>

namespace eulersolid {

/// The profile of a symmetric matrix on the host: row i is zero before column first[i].
using Profile = std::vector<int>;

/// Per column: the last row that it or a column before it reaches. Ascending.
std::vector<int> last_rows(const Profile& first);

/// A stretch of unknowns that is eliminated on its own, and the separators that it touches.
struct Subdomain {
  std::vector<int> rows;   ///< the unknowns in order of elimination, then those of the separators
  int eliminated = 0;      ///< how many of them belong to the subdomain: a multiple of the tile
  std::vector<int> first;  ///< profile of the matrix in this order
  std::vector<int> place;  ///< per separator row: its place in the reduced system
};

/// The matrix that is left once the subdomains are eliminated: the rows before the first separator,
/// which no subdomain touches, and the separators with the fill that the subdomains cause. A Schur
/// complement, in the words of domain decomposition.
struct ReducedSystem {
  std::vector<int> rows;   ///< its unknowns in order of elimination
  std::vector<int> first;  ///< its profile
  int independent = 0;     ///< rows, from the first, that no subdomain touches
};

/// How the unknowns of a banded matrix are eliminated: the subdomains first, all at the same time,
/// then the reduced system.
///
/// Without subdomains this is the usual elimination from the first row to the last. With one, the
/// last rows are eliminated backwards while the independent ones are eliminated forwards, until
/// both ends meet in a separator as wide as the band: no more flops, half the depth. With more, the
/// inner ones have a separator on both sides and fill in between, for two to four times the flops;
/// the reduced system is block tridiagonal, with at most twice the bandwidth.
struct EliminationPlan {
  std::vector<Subdomain> subdomains;
  ReducedSystem reduced_system;
};

/// Number of parts that a matrix of order n and bandwidth rho is cut into, the independent rows of
/// the reduced system among them: a function of these alone, so that results do not depend on the
/// number of threads. Two where both ends have a fair part of the rows, one elsewhere; on a gpu up
/// to `most` for long narrow bands.
/// @param tile  rows per tile, of which every part has at least one
int number_of_subdomains(int n, int rho, int most, int tile);

/// Cut a matrix into `parts` parts; into one, where the separators would leave a part without rows.
/// @param tile  rows per tile
EliminationPlan plan_elimination(const Profile& first, int parts, int tile);

}  // namespace eulersolid
