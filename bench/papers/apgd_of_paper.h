#pragma once

#include "contact/solvers/coulomb/parallel/parallel_methods.h"

namespace eulersolid {

/// Where the algorithms of Acary and Cariaga end by their own rules.
struct ApgdOfPaper {
  bool stopped = false;  ///< by Eqs. 10 and 22, within 200 times 200 iterations
  int iterations = 0;    ///< of all inner problems
  std::vector<Vec3> r;   ///< [N s]
};

/// Their Algorithms 1 to 3 to the letter, from zero: De Saxce's term fixed inside, the inner
/// problem to Eq. 10 with g_d = 1e-6 and epsilon = 1e-3, rho by Algorithm 2 (ratio_1, ratio_2) or
/// fixed.
/// @param rho  the first one, finite
ApgdOfPaper apgd_of_paper(const FrictionProblem& problem, double rho, RhoUpdate update);

}  // namespace eulersolid
