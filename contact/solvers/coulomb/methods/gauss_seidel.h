#pragma once

#include <algorithm>
#include <random>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/one_contact.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/methods/sweep_order.h"

namespace eulersolid {

/// How a contact is visited: solved on its own, or by one step of the projection of Siconos' NSGS
/// (Acary, Bremond and Huber, LNACM 79 (2018) 375-457, section 4).
enum class ContactVisit { solution, projection };

/// Projected Gauss-Seidel on the exact cone, contact by contact: a sweep solves each on its own
/// with the impulses of the others as they are (Jourdan, Alart and Jean, Comput. Methods Appl.
/// Mech. Eng. 155 (1998) 31-47; orders: see docs/solvers.md). Moments of rolling friction are
/// solved likewise, within the disc that the normal impulse leaves them.
class GaussSeidelSweeps {
 public:
  /// @param problem  stays where it is while this lives
  GaussSeidelSweeps(const FrictionProblem& problem, SweepOrder order, std::uint64_t seed = 1,
                    ContactVisit visit = ContactVisit::solution);

  void sweep(std::vector<Vec3>& r);

 private:
  const FrictionProblem& problem_;
  SweepOrder kind_;
  ContactVisit visit_;
  std::vector<Mat3> diagonal_;
  std::vector<OneContact> contacts_;
  std::vector<int> order_;
  std::mt19937_64 random_;
};

/// The same by blocks of contacts that are coupled most: those of a block are solved together, by
/// sweeps within it, with the impulses of the others as they are.
class BlockSweeps {
 public:
  /// @param problem  stays where it is while this lives
  BlockSweeps(const FrictionProblem& problem, int size);

  void sweep(std::vector<Vec3>& r);

 private:
  Vec3 inner_product(std::size_t contact, const std::vector<Vec3>& r) const;

  const FrictionProblem& problem_;
  std::vector<Mat3> diagonal_;
  std::vector<OneContact> contacts_;
  std::vector<std::vector<int>> blocks_;
  std::vector<std::vector<int>> inside_;  ///< elements of W of each contact that lie in its block
};

/// Call sweep() until judge() has found the problem solved, or the limits are reached. Returns the
/// number of sweeps.
template <class Judge, class Sweep>
int sweep_until_solved(const Progress& progress, Judge judge, Sweep sweep) {
  const int most = progress.limits().max_iterations;
  judge();
  int done = 0;
  while (!progress.solved() && !progress.out_of_time() && done < most) {
    // Judging costs half a sweep: seldom once there were many.
    const int count = std::min(std::clamp(done / 10, 1, max_sweeps_unjudged), most - done);
    for (int k = 0; k < count; ++k) sweep();
    done += count;
    judge();
  }
  return done;
}

/// Sweeps of one kind until the problem is solved.
template <class Sweeps>
CoulombReport solve_by_sweeps(Sweeps sweeps, const FrictionProblem& problem,
                              const CoulombLimits& limits, std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  const int done = sweep_until_solved(
      progress, [&] { progress.judge(r); }, [&] { sweeps.sweep(r); });
  return progress.finish(done, r);
}

}  // namespace eulersolid
