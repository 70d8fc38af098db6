#include "contact/solvers/coulomb/methods/coulomb_registry.h"

#include "contact/solvers/coulomb/methods/accelerated_gradient.h"
#include "contact/solvers/coulomb/methods/automatic.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/hybrid.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"
#include "contact/solvers/coulomb/methods/spectral_gradient.h"
#include "contact/solvers/coulomb/unilateral/frictionless_solver.h"
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

template <int size>
Made make_blocks() {
  return std::make_unique<BlockGaussSeidel>(size);
}

constexpr CoulombMethod methods[] = {
    {"automatic", "Gauss-Seidel while it gets on, then the proximal Newton method",
     make<Automatic>},
    {"pgs", "projected Gauss-Seidel on the exact cone, contacts as they are numbered",
     make_sweeps<SweepOrder::natural>},
    {"pgs_random", "the same in a new random order each sweep", make_sweeps<SweepOrder::random>},
    {"pgs_residual", "the same, largest error first", make_sweeps<SweepOrder::residual>},
    {"pgs_effective_mass", "the same, largest effective mass first",
     make_sweeps<SweepOrder::effective_mass>},
    {"pgs_coloured", "the same by colours: contacts of one are not coupled",
     make_sweeps<SweepOrder::coloured>},
    {"pgs_blocks_4", "the same by blocks of four contacts that are coupled most", make_blocks<4>},
    {"pgs_blocks_16", "the same by blocks of sixteen", make_blocks<16>},
    {"p_spg_fb", "preconditioned spectral projected gradients, De Saxce's term refreshed outside",
     make<SpectralGradient>},
    {"apgd", "accelerated projected gradients with restart, the same outside",
     make<AcceleratedGradient>},
    {"proximal_newton", "proximal points with Newton's method inside, in the bodies' unknowns",
     make<ProximalNewton>},
    {"hybrid", "p_spg_fb to find which contacts act, proximal_newton to finish", make<Hybrid>},
    {"interior_point", "Mehrotra's predictor-corrector method, for contact without friction",
     make<FrictionlessSolver>},
};

}  // namespace

std::span<const CoulombMethod> coulomb_methods() { return methods; }

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
  return made_by_name(methods, name);
}

}  // namespace eulersolid
