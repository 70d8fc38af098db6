#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_overrides.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// A scene's `[numerics]` with something changed, and what the tables call it.
struct NumericsCase {
  std::string name;
  std::vector<SceneOverride> changes;
};

/// All corrections of the ledgers, each one left out, and none.
std::vector<NumericsCase> ledger_cases();

/// The scene with energy as the grid makes it.
Scene without_return(Scene scene);

/// How far a run strays from what impulses alone decide: the largest over its steps. Momentum is
/// relative to the greatest sqrt(2 m T) of the run, T being the kinetic energy, but at least to
/// 1e-3 m c with c the wave speed; angular momentum to that times the cube root of the volume;
/// energy to the greatest kinetic plus elastic energy plus |work of gravity| plus |of obstacles|.
struct Drift {
  int steps = 0;
  int contacts = 0;      ///< most that had an impulse in a step
  double mass = 0;       ///< |measured / body's - 1| [-]
  double momentum = 0;   ///< |measured - account|, summed over the bodies [-]
  double spin = 0;       ///< the same of the angular momentum about the origin [-]
  EnergyRecord energy;   ///< made by the end by what should make none [-]
  double gain = 0;       ///< largest sum of `made_energies` over the run [-]
  EnergyRecord worst;    ///< made when |closure| is largest [-]
  double closure = 0;    ///< then: transport + masses + restored + map [-]
  double advection = 0;  ///< largest |transport + masses|: the one takes what the other brings [-]
  DriftRecord alarms;    ///< of the body where it is largest, at the end
  std::string failure;   ///< why the run ended early; empty where it did not
};

/// In the scene's steps, or the largest stable ones.
/// @param max_steps  after which the run ends
Drift measure_drift(Backend backend, const Scene& scene, int max_steps);

}  // namespace eulersolid
