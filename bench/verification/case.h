#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "src/simulation/simulation.h"

namespace eulersolid {

/// A physical problem with a known answer, run on finer and finer grids. How the answer is measured
/// and what is exact come from different formulas: none of ours knows the other.
struct VerificationCase {
  std::string name;        ///< as on the command line: `hanging-bar`
  std::string group;       ///< of the cases' list below
  std::string what;        ///< the scene, in a sentence
  std::string quantity;    ///< what is compared, with its unit: `way of the centroid [m]`
  std::string source;      ///< of the exact value
  std::string across;      ///< what the cells are counted along: `the edge`
  std::vector<int> cells;  ///< along that, coarsest first
  int coarse = 2;          ///< how many of them the fast tests run
  double exact = 0;
  double scale = 0;          ///< what errors are parts of; |exact| when 0
  double most = 0.01;        ///< the error that the finest grid is to have at most
  double known = 0;          ///< the one that it has, rounded up, where that is more; 0 elsewhere
  double max_coarse = 0.02;  ///< the error that the finest of the coarse grids has at most
  std::optional<double> order =
      {};  ///< the least that the tests ask for; none where it is only listed
  /// @param cells  one of those above
  /// @throws SimulationError where the scene cannot be run
  std::function<double(Backend backend, int cells)> measure;
};

/// By name, in messages of tests.
inline std::ostream& operator<<(std::ostream& out, const VerificationCase& one) {
  return out << one.name;
}

// The cases, by what they are about; each group in the file of its name.
std::vector<VerificationCase> geometry_cases();
std::vector<VerificationCase> motion_cases();
std::vector<VerificationCase> law_cases();
std::vector<VerificationCase> elasticity_cases();
std::vector<VerificationCase> wave_cases();
std::vector<VerificationCase> impact_cases();
std::vector<VerificationCase> contact_cases();
std::vector<VerificationCase> friction_cases();
std::vector<VerificationCase> rigid_cases();
std::vector<VerificationCase> benchmark_cases();

/// All of them, in that order.
std::vector<VerificationCase> verification_cases();

}  // namespace eulersolid
