#pragma once

#include <string_view>

/// The solvers of frictional contact, in the order in which users see them: SOLVER(name, what it
/// is). Each has a function make_<name>() (contact/solvers/registry.h). A macro, because the
/// registry, the scene's schema and the help are all to be made from this one list.
#define ES_CONTACT_SOLVERS(SOLVER)                                                                 \
  SOLVER(schurpa_sp,                                                                               \
         "staggered projections that update a factorisation where that costs less than a new one") \
  SOLVER(direct_sp, "staggered projections that factor in each iteration")                         \
  SOLVER(interior_point_sp, "staggered projections whose QPs interior points solve")               \
  SOLVER(automatic,                                                                                \
         "schurpa_sp, and what that leaves to a race of pgs, admm, proximal_newton and "           \
         "interior_point")                                                                         \
  ES_HOST_METHODS(SOLVER)

/// Those of them that solve Coulomb's exact law as a problem of the host, there
/// (coulomb/methods/coulomb_registry.h) or on this backend (coulomb/parallel/parallel_methods.h).
#define ES_HOST_METHODS(SOLVER)                                                       \
  SOLVER(pgs, "projected Gauss-Seidel on the exact cone, on the host")                \
  SOLVER(pgs_coloured, "the same by colours, on the backend")                         \
  SOLVER(p_spg_fb, "spectral projected gradients, on the backend")                    \
  SOLVER(apgd, "accelerated projected gradients, on the backend")                     \
  SOLVER(admm, "alternating directions with one sparse factor, on the host")          \
  SOLVER(proximal_newton, "proximal points with Newton's method inside, on the host") \
  SOLVER(interior_point, "interior points in second-order cones, on the host")        \
  SOLVER(hybrid, "p_spg_fb, then proximal_newton, on the host")

namespace eulersolid {

constexpr std::string_view without_last(std::string_view text) {
  return text.substr(0, text.size() - 1);
}

#define ES_NAME(name, summary) #name " "
/// The names, separated by spaces.
inline constexpr std::string_view solver_names = without_last(ES_CONTACT_SOLVERS(ES_NAME));
#undef ES_NAME

#define ES_LINE(name, summary) "`" #name "`: " summary ". "
/// A sentence on each.
inline constexpr std::string_view solver_summaries = without_last(ES_CONTACT_SOLVERS(ES_LINE));
#undef ES_LINE

/// The names of the values of FrictionCone (friction_cone.h), separated by spaces.
inline constexpr std::string_view friction_cone_names = "disc pyramid";

}  // namespace eulersolid
