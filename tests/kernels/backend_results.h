#pragma once

#include <vector>

namespace eulersolid {

/// What a backend makes of a banded matrix and some vectors: plain values, so that one test sees
/// the results of both.
struct BackendResults {
  std::vector<double> product, solution, library_solution;
  std::vector<double>
      forward;  ///< L^{-1} of the vectors, with one subdomain: no choice is left open
  long failed = -1;
};

}  // namespace eulersolid
