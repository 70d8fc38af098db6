#pragma once

#include "src/simulation/simulation.h"

namespace eulersolid {

/// What a collision is measured by on grids of different cells.
struct Refined {
  int steps = 0;
  double compression = 0;  ///< greatest part by which the others' centres have come nearer [-]
  double force = 0;        ///< greatest sum of |force| on the body, means over a frame [N]
  double kinetic = 0;      ///< of all bodies at the end, over that at the start [-]
  double elastic = 0;      ///< the same of elastic energy [-]
  double translation = 0;  ///< the same of sum p^2 / 2 m, which no vibration is part of [-]
  double viscosity = 0;    ///< the same of what viscosity has taken, that of shocks too [-]
  double transport = 0, masses = 0, restored = 0, map = 0;  ///< made by the end, likewise [-]
  std::string failure;  ///< why the run ended early; empty where it did not
};

/// The scene with cells of another size, and steps in proportion that divide a frame.
/// @pre it has a fixed step
Scene refined(Scene scene, double cell_size);

/// @param body  on which the others press
/// @throws InputError where there is no such body, or no other
Refined measure_collision(Backend backend, const Scene& scene, const std::string& body);

}  // namespace eulersolid
