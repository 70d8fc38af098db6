#pragma once

#include <cstdint>
#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// In which order contacts are visited by a sweep of Gauss-Seidel. Residual and random orders are
/// made anew for each sweep; the others once.
enum class SweepOrder {
  natural,         ///< as they are numbered
  random,          ///< a new permutation each
  residual,        ///< largest error first
  effective_mass,  ///< largest 1 / tr W_cc first: what is heavy, or far below, before what is light
};

std::vector<int> natural_order(int contacts);
std::vector<int> mass_order(const FrictionProblem& problem);
/// Contacts by colours, such that no two of a colour are coupled, so that they can be solved at
/// once: each takes the first that is free.
struct ContactColours {
  std::vector<int> order;  ///< all contacts, colour by colour
  std::vector<int> start;  ///< of each colour in it, and its end
};
/// Contacts are coupled by a block in the row of either.
ContactColours contact_colours(const BlockMatrix& W);
/// All contacts by blocks of at most `size`: each begins with the first contact that is free and
/// takes the free ones that are coupled with it most, as those of the same bodies are.
std::vector<std::vector<int>> coupled_blocks(const BlockMatrix& W, int size);
/// Largest error of the natural map first.
std::vector<int> residual_order(const FrictionProblem& problem, const std::vector<Mat3>& diagonal,
                                const std::vector<Vec3>& r);

}  // namespace eulersolid
