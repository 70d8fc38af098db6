#pragma once

#include <cstdint>
#include <vector>

#include "contact/pair_losses.h"
#include "kernels/core/host_device.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A cell in which a pair met; in the order of pairs, then z, y, x of the cell.
struct WarmKey {
  std::uint64_t pair = 0;  ///< its number
  std::uint64_t cell = 0;  ///< cell_key() of z, y, x

  ES_HD bool operator<(const WarmKey& o) const {
    return pair < o.pair || (pair == o.pair && cell < o.cell);
  }
  ES_HD bool operator==(const WarmKey& o) const { return pair == o.pair && cell == o.cell; }
};

/// What a cell knew about a pair at the end of a step: impulses per area [N s/m^2], so that split
/// and merged patches agree.
struct WarmEntry {
  double normal = 0;
  Vec3 friction;
};

/// All that the contact module remembers from one step to the next, in host memory.
struct WarmMemory {
  std::vector<WarmKey> keys;  ///< ascending
  std::vector<WarmEntry> entries;
  PairLosses losses;
};

}  // namespace eulersolid
