#pragma once

#include <cstdint>

#include "grid/constants.h"
#include "grid/lattice.h"
#include "kernels/core/host_device.h"

namespace eulersolid {

// Patches and contacts are sorted by keys of 64 bits.

/// Places are counted in half cells: that of a cell, or of what begins where it begins, is even.
ES_HD inline Int3 place_of(Int3 cell) { return {2 * cell.x, 2 * cell.y, 2 * cell.z}; }
ES_HD inline Int3 cell_of(Int3 place) { return {place.x >> 1, place.y >> 1, place.z >> 1}; }

/// The coordinates of a place on the grid, 21 bits each, so that keys are in the order of (a, b,
/// c).
ES_HD inline std::uint64_t place_key(int a, int b, int c) {
  constexpr int farthest = 2 * farthest_node;
  return (std::uint64_t(a + farthest) << 42) | (std::uint64_t(b + farthest) << 21) |
         std::uint64_t(c + farthest);
}

/// The places of a window in groups: keys are in the order of the group, then of the coordinates,
/// slowest first. The next cell along the last of these axes, and no other, has the key after the
/// next, since the last node of a row begins no cell.
/// @param group  below 2^30
/// @param axes   a permutation of 0, 1, 2
ES_HD inline std::uint64_t sort_key(Index group, const Window& window, Int3 place, Int3 axes) {
  const Int3 at = place - place_of(window.first);
  const Int3 size = place_of({window.nodes.nx, window.nodes.ny, window.nodes.nz});
  const std::uint64_t in_window =
      std::uint64_t(at[axes.z]) +
      std::uint64_t(size[axes.z]) *
          (std::uint64_t(at[axes.y]) +
           std::uint64_t(size[axes.y]) * std::uint64_t(at[axes.x]));  // nodes are below 2^31
  return (std::uint64_t(group) << 34) | in_window;
}

}  // namespace eulersolid
