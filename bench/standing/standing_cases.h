#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"

namespace eulersolid {

/// A scene in contact that should come to rest and stay there, or gain nothing: what the bench
/// `standing` runs.
struct StandingCase {
  std::string name;  ///< on the command line: `stack-4-0.3`
  std::string what;
  Scene scene;
  double settled = 0;  ///< since when forces and creep are averaged [s]
  /// An obstacle and the bodies on it, from below: each carries the weight of those above.
  std::vector<std::string> stack;
  Vec3 downhill;              ///< along which a body creeps; zero where none may
  bool keeps_energy = false;  ///< of motion and strain: nothing loads it, nothing damps it
};

struct StandingOptions {
  double ramp = 0.5;         ///< in which gravity sets in [s]
  double seconds = 0;        ///< of a run, 0: as long as the case says
  int cubes = 4;             ///< of a stack
  double viscosity = 0.002;  ///< of what weighs 1000 kg/m^3 and has E = 0.1 MPa [s]
};

/// Stacks of cubes of 4 and 5 cells whose faces lie 0, 0.3 and 0.5 cells off the nodes in each
/// direction; a cube on one of 1/100 and 1/1000 of its density; a ball that strikes four in a row
/// which touch; a block on an incline of 20 degrees with friction 0.5.
std::vector<StandingCase> standing_cases(const StandingOptions& options);

}  // namespace eulersolid
