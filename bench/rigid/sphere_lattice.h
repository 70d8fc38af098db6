#pragma once

#include <cstdint>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Spheres of radius 0.5 m and 0.5 to 2 kg on a cubic lattice, edge^3 of them, each touching its
/// neighbours and the lowest the floor: 3 edge^2 (edge - 1) + edge^2 contacts, mu from 0.2 to 0.8,
/// velocities at random and downwards. W has at most 11 blocks in a row, as in a heap.
/// @param compliance  added to the diagonal of W [1/kg]: 0 for rigid spheres, whose W lacks rank
FrictionProblem sphere_lattice(int edge, double compliance, std::uint64_t seed);

}  // namespace eulersolid
