#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "contact/warm_memory.h"
#include "grid/rigid/rigid_state.h"
#include "grid/state_fields.h"
#include "src/simulation/relaxation.h"

namespace eulersolid {

/// Impulse [N s], friction's part of it, and angular impulse about the origin [N m s] that one
/// partner gave to one body.
struct ReceivedImpulse {
  Vec3 impulse, friction, torque;
};

/// What a region of a body got: impulses and angular impulses about the origin since it was last
/// asked [N s], [N m s], of loads and of what holds it; and their work since the start [J].
struct ReceivedByRegion {
  Vec3 load, load_torque, reaction, reaction_torque;
  double load_work = 0, hold_work = 0;
};

using RegionSums = std::map<std::pair<std::string, std::string>, ReceivedByRegion>;

/// The energy of all bodies together since the start [J].
struct SharedEnergies {
  double obstacle_work = 0;
  double dissipated_friction = 0, dissipated_impact = 0;
  double impact_before = 0;  ///< of the latter, while cells had another size

  bool operator==(const SharedEnergies&) const = default;
};

/// All that a simulation carries from one step to the next, in host memory: a fresh simulation of
/// the same scene that is given it goes on with the same bits, on the same backend. A checkpoint
/// is this on disk.
struct SimulationState {
  double time = 0;  ///< [s]
  int steps = 0;
  SharedEnergies energies;
  std::vector<HostState> bodies;  ///< in the scene's order
  WarmMemory contact;             ///< tractions that the next step expects
  double collected_since =
      0;  ///< until when forces had acted when those of contacts were last asked for [s]
  std::map<std::pair<std::string, std::string>, ReceivedImpulse> received;  ///< since then
  double regions_since = 0;       ///< the same of regions [s]
  RegionSums by_region;           ///< by body and region
  RigidMemory rigid;              ///< of the rigid bodies among them, and of joints
  Relaxation relaxation;          ///< of a static scene
  std::set<std::string> outside;  ///< bodies that have been reported to be out of the domain
};

}  // namespace eulersolid
