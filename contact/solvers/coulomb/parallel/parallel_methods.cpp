#include "contact/solvers/coulomb/parallel/held_problem.h"  // first: makes its namespace inline

#include "contact/solvers/coulomb/parallel/parallel_methods.h"

ES_BEGIN

namespace {

constexpr CoulombMethod methods[] = {
    {"pgs_coloured", "projected Gauss-Seidel by colours: contacts of one are not coupled",
     make_coloured_sweeps},
    {"p_spg_fb", "preconditioned spectral projected gradients, De Saxce's term refreshed outside",
     make_spectral_gradient},
    {"apgd", "accelerated projected gradients with restart, the same outside",
     [] { return make_accelerated_gradient({}); }},
    {"apgd_relaxed",
     "the same for the relaxed problem alone, without De Saxce's term: sliding parts",
     [] {
       AccelerationOptions relaxed;
       relaxed.external_s = false;
       return make_accelerated_gradient(relaxed);
     }},
};

}  // namespace

std::span<const CoulombMethod> parallel_methods() { return methods; }

ES_END
