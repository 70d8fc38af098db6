#pragma once

#include <cstdint>
#include <vector>

#include "contact/pair_losses.h"
#include "kernels/core/host_device.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A place where a pair met; in the order of pairs, then z, y, x.
struct WarmKey {
  std::uint64_t pair = 0;   ///< its number
  std::uint64_t place = 0;  ///< place_key() of z, y, x

  ES_HD bool operator<(const WarmKey& o) const {
    return pair < o.pair || (pair == o.pair && place < o.place);
  }
  ES_HD bool operator==(const WarmKey& o) const { return pair == o.pair && place == o.place; }
};

/// What was known there of a pair at the end of a step: the traction [Pa], so that split and merged
/// patches and steps of any length agree.
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
