#pragma once

#include <cstdint>

#include "grid/constants.h"
#include "grid/lattice.h"
#include "kernels/core/host_device.h"

namespace eulersolid {

// Patches and contacts are sorted by keys of 64 bits.

/// The coordinates of a cell of the grid, 21 bits each, so that keys are in the order of (a, b, c).
ES_HD inline std::uint64_t cell_key(int a, int b, int c) {
  return (std::uint64_t(a + farthest_node) << 42) | (std::uint64_t(b + farthest_node) << 21) |
         std::uint64_t(c + farthest_node);
}

/// The cell of a key, as (a, b, c).
inline Int3 cell_of_key(std::uint64_t key) {
  const auto part = [&](int shift) {
    return int((key >> shift) & ((1U << 21) - 1)) - farthest_node;
  };
  return {part(42), part(21), part(0)};
}

/// The cells of a node box in groups: keys are in the order of the group, then of the coordinates,
/// slowest first. The next cell along the last of these axes, and no other, has the next key, since
/// the last node of a row begins no cell.
/// @param group  below 2^32
/// @param axes   a permutation of 0, 1, 2
ES_HD inline std::uint64_t sort_key(Index group, const NodeBox& node_box, Int3 cell, Int3 axes) {
  const Int3 place = cell - node_box.first;
  const Int3 size{node_box.nodes.nx, node_box.nodes.ny, node_box.nodes.nz};
  const std::uint64_t in_node_box =
      std::uint64_t(place[axes.z]) +
      std::uint64_t(size[axes.z]) *
          (std::uint64_t(place[axes.y]) +
           std::uint64_t(size[axes.y]) *
               std::uint64_t(place[axes.x]));  // as node boxes, below 2^31
  return (std::uint64_t(group) << 32) | in_node_box;
}

}  // namespace eulersolid
