#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/contact/solvers/qp/qp_problem.h"

namespace eulersolid {

/// U(-1, 1) in a full band, with the diagonal 1.1 times the edge of the spectrum of such a matrix,
/// 2 sqrt(2 bandwidth / 3): condition about 20 (our reading of chapter 7.1 of the thesis).
DenseBand uniform_band(int order, int bandwidth, unsigned seed);

/// B B^T + eps, B with `bandwidth` + 1 random elements per row: largest eigenvalue about 4.
DenseBand product_band(int order, int bandwidth, double eps, unsigned seed);

/// Five-point Laplacian of a square grid, and its square.
DenseBand laplacian(int side);
DenseBand biharmonic(int side);

/// A row of rigid bodies, each with six degrees of freedom and in contact with the next three: the
/// normal rows J of contacts at random places, and H = J M^-1 J^T + eps.
struct ContactGram {
  DenseBand H;
  std::vector<double> consistent;  ///< -J v for random velocities v: c in range(J)
};
/// @param per_freedom  contacts per degree of freedom: above 1, H is singular without eps
/// @param copies       contacts close to each other at each place, as from patches not merged
ContactGram contact_gram(int bodies, double per_freedom, int copies, double eps, unsigned seed);

enum class BoundsKind { contact, friction };  ///< x >= 0; or |x| <= a load, none on one in eight

/// One QP with its bounds; loads are exponential numbers of mean 1.
QpProblem with_bounds(DenseBand H, std::vector<double> c, BoundsKind kind, unsigned seed);

struct NamedProblem {
  std::string family;
  bool hard;  ///< c not in range(J) or eps < 1e-6: more factorisations are allowed
  QpProblem qp;
};

/// How many problems of each family, and how large.
struct FamilySize {
  int seeds = 1;
  int bodies = 30;  ///< of the contact families; the orders of the others follow
};

/// Every family, the redundant contacts at 0.5, 0.9, 1.1 and 2 contacts per degree of freedom and
/// eps 1e-2 to 1e-8; c in the range of J, and random; one- and two-sided bounds.
void for_each_problem(const FamilySize& size,
                      const std::function<void(const NamedProblem&)>& visit);

/// The start of the tables: bound where c pulls that way.
std::vector<std::int8_t> bound_where_pulled(const QpProblem& qp);

}  // namespace eulersolid
