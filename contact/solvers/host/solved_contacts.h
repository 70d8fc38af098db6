#pragma once

#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Contact of one step of a simulation as a problem of its own, and what was made of it.
struct SolvedContacts {
  GlobalForm problem;
  std::vector<Vec3> start;  ///< the impulses that the solver started from [N s]
  std::vector<Vec3> r;      ///< those that it left [N s]
  std::vector<Vec3> u;      ///< velocities of contact that they make, bounds taken off [m/s]
  std::vector<double> v;    ///< velocities of the degrees of freedom [m/s]
};

}  // namespace eulersolid
