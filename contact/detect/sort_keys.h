#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"

namespace eulersolid {

// Patches and contacts are sorted by keys of 64 bits: 45 for a cell, above them 19 for the pair, or
// for its place in the list and an axis.

/// Grid coordinates fit 15 bits of a sort key when shifted by this [nodes].
constexpr int farthest_node = 1 << 14;
constexpr int packed_cell_bits = 45;
/// Two bits are left to the axis.
constexpr int most_pair_numbers = 1 << 17;

/// Grid coordinates packed so that keys are in the order of (a, b, c).
ES_HD inline std::uint64_t pack_cell(int a, int b, int c) {
  return (std::uint64_t(a + farthest_node) << 30) | (std::uint64_t(b + farthest_node) << 15) |
         std::uint64_t(c + farthest_node);
}

/// @param group  below 4 most_pair_numbers
ES_HD inline std::uint64_t sort_key(int group, std::uint64_t packed_cell) {
  return (std::uint64_t(group) << packed_cell_bits) | packed_cell;
}

}  // namespace eulersolid
