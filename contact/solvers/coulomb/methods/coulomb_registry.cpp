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

using Made = std::unique_ptr<CoulombSolver>;

template <class Solver>
Made make() {
  return std::make_unique<Solver>();
}

template <SweepOrder order>
Made make_sweeps() {
  return std::make_unique<GaussSeidel>(order);
}

Made make_projected_sweeps() {
  return std::make_unique<GaussSeidel>(SweepOrder::natural, 1, ContactVisit::projection);
}

template <int size>
Made make_blocks() {
  return std::make_unique<BlockGaussSeidel>(size);
}

constexpr CoulombMethod before_parallel[] = {
    {"automatic", "pgs, admm, proximal_newton and interior_point in a race", make<Automatic>},
    {"pgs", "projected Gauss-Seidel on the exact cone, contacts as they are numbered",
     make_sweeps<SweepOrder::natural>},
    {"pgs_random", "the same in a new random order each sweep", make_sweeps<SweepOrder::random>},
    {"pgs_residual", "the same, largest error first", make_sweeps<SweepOrder::residual>},
    {"pgs_effective_mass", "the same, largest effective mass first",
     make_sweeps<SweepOrder::effective_mass>},
    {"pgs_projection", "the same, a contact by one projection in place of its solution",
     make_projected_sweeps},
    {"pgs_blocks_4", "the same by blocks of four contacts that are coupled most", make_blocks<4>},
    {"pgs_blocks_16", "the same by blocks of sixteen", make_blocks<16>},
};
constexpr CoulombMethod after_parallel[] = {
    {"admm", "alternating directions with one sparse factor", make<Admm>},
    {"proximal_newton", "proximal points with Newton's method inside, in the bodies' unknowns",
     make<ProximalNewton>},
    {"hybrid", "p_spg_fb to find which contacts act, proximal_newton to finish", make<Hybrid>},
    {"sap",
     "the convex, compliant problem of Castro, Permenter and Han by Newton's method; creeps and "
     "parts",
     make<Sap>},
    {"interior_point", "Mehrotra's predictor-corrector method, with friction in second-order cones",
     make<ConeInteriorPoint>},
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

std::unique_ptr<CoulombSolver> made_by_name(std::span<const CoulombMethod> among,
                                            const std::string& name) {
  std::string names;
  for (const CoulombMethod& method : among) {
    if (method.name == name) return method.make();
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  throw InputError("there is no solver \"" + name + "\"; there are " + names);
}

std::unique_ptr<CoulombSolver> make_coulomb_solver(const std::string& name) {
  return made_by_name(coulomb_methods(), name);
}

}  // namespace eulersolid
