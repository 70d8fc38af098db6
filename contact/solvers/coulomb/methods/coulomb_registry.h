#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// A solver of Coulomb's problem, as users see it.
struct CoulombMethod {
  std::string_view name, summary;
  std::unique_ptr<CoulombSolver> (*make)();
};

/// All of them, in the order in which users see them.
std::span<const CoulombMethod> coulomb_methods();

/// @throws InputError when no solver has this name
std::unique_ptr<CoulombSolver> make_coulomb_solver(const std::string& name);

}  // namespace eulersolid
