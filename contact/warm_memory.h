#pragma once

#include <cstdint>
#include <vector>

#include "contact/pair_losses.h"
#include "kernels/core/host_device.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A part of a cell in which a pair met; in the order of pairs, then z, y, x of the cell, then
/// parts.
struct WarmKey {
  std::uint64_t pair = 0;  ///< its number
  std::uint64_t cell = 0;  ///< cell_key() of z, y, x
  std::uint64_t part = 0;  ///< 8 halves + half of the patch; 0: the whole cell

  ES_HD bool operator<(const WarmKey& o) const {
    if (pair != o.pair) return pair < o.pair;
    return cell < o.cell || (cell == o.cell && part < o.part);
  }
  ES_HD bool operator==(const WarmKey& o) const {
    return pair == o.pair && cell == o.cell && part == o.part;
  }
};

/// What was known there of a pair at the end of a step: the traction [Pa], so that split and merged
/// patches and steps of any length agree; and for files the slip.
struct WarmEntry {
  double normal = 0;
  Vec3 friction;
  double slip = 0;  ///< how fast the surfaces slid over each other, while they pressed [m/s]
};

/// All that the contact module remembers from one step to the next, in host memory.
struct WarmMemory {
  std::vector<WarmKey> keys;  ///< ascending
  std::vector<WarmEntry> entries;
  PairLosses losses;
};

}  // namespace eulersolid
