#pragma once

#include <span>
#include <string>
#include <string_view>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// A solver of Coulomb's problem, as users see it.
struct CoulombMethod {
  std::string_view name, summary;
  CoulombSolver solve;
};

/// Does it solve another problem, which users compare with Coulomb's? (contact that gives way, the
/// relaxed problem)
constexpr bool is_of_another_law(std::string_view name) {
  return name == "sap" || name == "apgd_relaxed";
}

/// Does it solve problems of rolling friction, too? (rolling_friction.h)
constexpr bool takes_rolling_friction(std::string_view name) {
  return name == "automatic" || name == "admm" || name == "pgs" || name == "pgs_random";
}

/// @throws InputError when none of these has this name
CoulombSolver solver_named(const std::string& name, std::span<const CoulombMethod> among);

/// Those that need no backend, in the order in which users see them.
std::span<const CoulombMethod> coulomb_methods();

/// One of those. @throws InputError when none has this name
CoulombSolver coulomb_solver(const std::string& name);

}  // namespace eulersolid
