#pragma once

#include <cstdint>
#include <vector>

#include "contact/pair_losses.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// What a cell knew about a pair at the end of a step: impulses per area [N s/m^2], so that split
/// and merged patches agree.
struct WarmEntry {
  double normal = 0;
  Vec3 friction;
};

/// All that the contact module remembers from one step to the next, in host memory.
struct WarmMemory {
  std::vector<std::uint64_t> keys;  ///< ascending: pair number, then z, y, x of the cell
  std::vector<WarmEntry> entries;
  PairLosses losses;
};

}  // namespace eulersolid
