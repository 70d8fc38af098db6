#pragma once

#include <random>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/one_contact.h"
#include "contact/solvers/coulomb/methods/sweep_order.h"

namespace eulersolid {

/// Projected Gauss-Seidel on the exact cone, contact by contact: a sweep solves each on its own
/// with the impulses of the others as they are (Jourdan, Alart and Jean, Comput. Methods Appl.
/// Mech. Eng. 155 (1998) 31-47; orders: see docs/solvers.md).
class GaussSeidelSweeps {
 public:
  /// @param problem  stays where it is while this lives
  GaussSeidelSweeps(const LocalProblem& problem, SweepOrder order, std::uint64_t seed = 1);

  void sweep(std::vector<Vec3>& r);

 private:
  const LocalProblem& problem_;
  SweepOrder kind_;
  std::vector<Mat3> diagonal_;
  std::vector<OneContact> contacts_;
  std::vector<int> order_;
  std::mt19937_64 random_;
};

/// Sweeps until the problem is solved.
class GaussSeidel final : public CoulombSolver {
 public:
  explicit GaussSeidel(SweepOrder order, std::uint64_t seed = 1) : order_(order), seed_(seed) {}
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;

 private:
  SweepOrder order_;
  std::uint64_t seed_;
};

}  // namespace eulersolid
