#include "contact/solvers/coulomb/methods/coulomb_registry.h"

#include "contact/solvers/coulomb/alternation/admm.h"
#include "contact/solvers/coulomb/cones/cone_interior_point.h"
#include "contact/solvers/coulomb/methods/automatic.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/hybrid.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"
#include "contact/solvers/coulomb/methods/sap.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

template <SweepOrder order, ContactVisit visit = ContactVisit::solution>
CoulombReport sweep(const FrictionProblem& problem, const CoulombLimits& limits,
                    std::vector<Vec3>& r) {
  return solve_by_sweeps(GaussSeidelSweeps(problem, order, 1, visit), problem, limits, r);
}

template <int size>
CoulombReport sweep_blocks(const FrictionProblem& problem, const CoulombLimits& limits,
                           std::vector<Vec3>& r) {
  return solve_by_sweeps(BlockSweeps(problem, size), problem, limits, r);
}

constexpr CoulombMethod before_parallel[] = {
    {"automatic", "pgs, admm, proximal_newton and interior_point in a race", solve_automatically},
    {"pgs", "projected Gauss-Seidel on the exact cone, contacts as they are numbered",
     sweep<SweepOrder::natural>},
    {"pgs_random", "the same in a new random order each sweep", sweep<SweepOrder::random>},
    {"pgs_residual", "the same, largest error first", sweep<SweepOrder::residual>},
    {"pgs_effective_mass", "the same, largest effective mass first",
     sweep<SweepOrder::effective_mass>},
    {"pgs_projection", "the same, a contact by one projection in place of its solution",
     sweep<SweepOrder::natural, ContactVisit::projection>},
    {"pgs_blocks_4", "the same by blocks of four contacts that are coupled most", sweep_blocks<4>},
    {"pgs_blocks_16", "the same by blocks of sixteen", sweep_blocks<16>},
};
constexpr CoulombMethod after_parallel[] = {
    {"admm", "alternating directions with one sparse factor", solve_by_admm},
    {"proximal_newton", "proximal points with Newton's method inside, in the bodies' unknowns",
     solve_by_proximal_newton},
    {"hybrid", "p_spg_fb to find which contacts act, proximal_newton to finish", solve_by_hybrid},
    {"sap",
     "the convex, compliant problem of Castro, Permenter and Han by Newton's method; creeps and "
     "parts",
     solve_by_sap},
    {"interior_point", "Mehrotra's predictor-corrector method, with friction in second-order cones",
     solve_by_interior_points},
};

}  // namespace

std::span<const CoulombMethod> coulomb_methods() {
  static const std::vector<CoulombMethod> all = [] {
    std::vector<CoulombMethod> methods(std::begin(before_parallel), std::end(before_parallel));
    for (const CoulombMethod& method : cpu::parallel_methods()) methods.push_back(method);
    methods.insert(methods.end(), std::begin(after_parallel), std::end(after_parallel));
    return methods;
  }();
  return all;
}

CoulombSolver solver_named(const std::string& name, std::span<const CoulombMethod> among) {
  std::string names;
  for (const CoulombMethod& method : among) {
    if (method.name == name) return method.solve;
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  throw InputError("there is no solver \"" + name + "\"; there are " + names);
}

CoulombSolver coulomb_solver(const std::string& name) {
  return solver_named(name, coulomb_methods());
}

}  // namespace eulersolid
