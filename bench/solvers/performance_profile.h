#pragma once

#include <string>
#include <vector>

namespace eulersolid {

/// Share of problems that each solver solves within tau times what the fastest one takes (Dolan and
/// More, Math. Program. 91 (2002) 201-213).
struct PerformanceProfile {
  std::vector<double> tau;                 ///< ascending from 1: where a curve steps
  std::vector<std::vector<double>> share;  ///< of each solver, at each tau
};

/// @param times  of each solver, one for each problem; infinite where it did not solve it
/// Problems that none solves stay in the whole that shares are of.
PerformanceProfile performance_profile(const std::vector<std::vector<double>>& times);

}  // namespace eulersolid
