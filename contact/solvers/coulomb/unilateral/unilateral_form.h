#pragma once

#include "contact/solvers/coulomb/friction_problem.h"
#include "contact/solvers/coulomb/unilateral/interior_point.h"

namespace eulersolid {

/// The components of a problem that act where there is no friction: normals of contacts, and all
/// three of joints (contact_cone.h).
struct ActingComponents {
  std::vector<int> component;  ///< 3 c + k, ascending
  std::vector<char> joint;     ///< is it a joint's?
};
ActingComponents acting_components(const std::vector<double>& mu);

std::vector<double> picked(const std::vector<Vec3>& vectors, const ActingComponents& acting);

/// A problem without its friction by its bodies' velocities: a row for each acting component, whose
/// multipliers are impulses.
UnilateralProblem unilateral_problem(const GlobalForm& problem);

/// A local one by its impulses, as many as acting components: a row r_N >= 0 for each contact,
/// whose multiplier is u_N; impulses of joints have none, and so u = 0. W is taken for symmetric.
UnilateralProblem unilateral_problem(const FrictionProblem& problem);

}  // namespace eulersolid
