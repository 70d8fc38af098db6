#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "contact/warm_memory.h"
#include "grid/state_fields.h"

namespace eulersolid {

/// Impulse [N s], friction's part of it, and angular impulse about the origin [N m s] that one
/// partner gave to one body.
struct ReceivedImpulse {
  Vec3 impulse, friction, torque;
};

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
  double collected_since = 0;     ///< when the contacts' forces were last asked for [s]
  std::map<std::pair<std::string, std::string>, ReceivedImpulse> received;  ///< since then
  std::set<std::string> outside;  ///< bodies that have been reported to be out of the domain
};

}  // namespace eulersolid
