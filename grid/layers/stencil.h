#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>

#include "grid/constants.h"
#include "grid/lattice.h"
#include "kernels/math/bits.h"

namespace eulersolid {

/// Which of the nodes around a node, at most ghost_reach = 2 away along each axis, are of lower
/// layers: a bit for each of 5 x 5 x 5, which number their offsets by
///     n = (x + 2) + 5 (y + 2) + 25 (z + 2).
/// Fits, and what is extrapolated with them, depend on nothing else.
struct Stencil {
  std::uint64_t low = 0;   ///< n = 0 .. 63
  std::uint64_t high = 0;  ///< n = 64 .. 124

  /// The 25 bits of the slice z = dz.
  ES_HD unsigned slice(int dz) const {
    const std::uint64_t bits = dz < 0    ? low >> (25 * dz + 50)
                               : dz == 0 ? low >> 50 | high << 14
                                         : high >> (25 * dz - 14);
    return unsigned(bits) & 0x1ffffff;
  }
  /// From its five slices.
  ES_HD static Stencil of(const std::uint64_t* slice) {
    return {slice[0] | slice[1] << 25 | slice[2] << 50,
            slice[2] >> 14 | slice[3] << 11 | slice[4] << 36};
  }
  ES_HD bool holds(Int3 d) const { return slice(d.z) >> (d.x + 2 + 5 * (d.y + 2)) & 1; }
  /// Takes in the node at d, at most ghost_reach away.
  ES_HD void add(Int3 d) {
    const int n = (d.x + 2) + 5 * (d.y + 2) + 25 * (d.z + 2);
    (n < 64 ? low : high) |= std::uint64_t(1) << (n & 63);
  }
  ES_HD bool operator==(const Stencil& o) const { return low == o.low && high == o.high; }
};

namespace stencil {

constexpr int reach = ghost_reach, width = 2 * reach + 1;
static_assert(width == 5, "the places of the bits are those of five nodes");

/// The five bits of the row y = dy of a slice, and whether they hold the node x = dx.
ES_HD inline unsigned row(unsigned slice, int dy) { return slice >> (width * (dy + reach)) & 31; }
ES_HD inline bool holds(unsigned row, int dx) { return row >> (dx + reach) & 1; }

/// The lowest bits of the first five bytes, of which no other bit is set, side by side.
ES_HD inline unsigned gather_bits(std::uint64_t bytes) {
  // Bit 8 i goes to bit i: of all products of a bit with a power only those with it fall there.
  constexpr std::uint64_t gather = 0x10204081;
  return unsigned(bytes * gather >> 28) & 31;
}

/// Which of the first five nodes of a row are flagged, by 1 and not 0. Reads eight.
ES_HD inline unsigned flagged_in_row(Span<const std::uint8_t> row) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, row.data, sizeof bytes);
  return gather_bits(bytes & 0x0101010101);
}

/// Which of the first five nodes of a row lie in layers below `below`. All bytes at once: a byte of
/// 0x80 + layer - below keeps its high bit unless the layer is lower. Reads eight.
ES_HD inline std::uint64_t lower_in_row(Span<const std::int8_t> row, std::int8_t below) {
  constexpr std::uint64_t ones = 0x0101010101, high = 0x8080808080;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, row.data, sizeof bytes);
  const std::uint64_t lower = ~((bytes | high) - ones * std::uint64_t(below)) & high;
  return gather_bits(lower >> 7);
}

/// The bits of a slice of five rows from the first node of the first one on.
ES_HD inline std::uint64_t lower_in_slice(Span<const std::int8_t> layers, Index first, Index row,
                                          std::int8_t below) {
  std::uint64_t bits = 0;
  for (int y = 0; y < width; ++y) {
    const Span<const std::int8_t> at = layers.part(first + y * row, Index(sizeof(std::uint64_t)));
    bits |= lower_in_row(at, below) << (width * y);
  }
  return bits;
}

/// The stencil of a node: the nodes around it in layers below `below`.
ES_HD inline Stencil around(Index node, Cells box, Span<const std::int8_t> layers,
                            std::int8_t below) {
  assert(box.contains_around(box.coordinates(node), reach));
  const Strides stride = strides(box);
  const Index first = node - reach * (stride.x + stride.y + stride.z);
  std::uint64_t slice[width];
  for (int z = 0; z < width; ++z)
    slice[z] = lower_in_slice(layers, first + z * stride.z, stride.y, below);
  return Stencil::of(slice);
}

/// The bits of a slice, and of all that are beside them along x or y.
ES_HD inline std::uint64_t spread(std::uint64_t slice) {
  constexpr std::uint64_t first = 0x108421, last = first << 4, all = 0x1ffffff;
  slice |= (slice & ~last) << 1 | (slice & ~first) >> 1;
  return (slice | slice << width | slice >> width) & all;
}

/// All nodes at a squared distance from the one in the middle.
ES_HD constexpr Stencil shell(int square) {
  Stencil all;
  for (int n = 0; n < width * width * width; ++n) {
    const int x = n % width - reach, y = n / width % width - reach, z = n / (width * width) - reach;
    if (x * x + y * y + z * z == square)
      (n < 64 ? all.low : all.high) |= std::uint64_t(1) << (n & 63);
  }
  return all;
}

/// Those of a stencil.
template <int square>
ES_HD inline Stencil in_shell(const Stencil& whole) {
  constexpr Stencil all = shell(square);
  return {whole.low & all.low, whole.high & all.high};
}

template <int square, int... larger>
ES_HD inline Stencil first_in_shells(const Stencil& whole) {
  const Stencil found = in_shell<square>(whole);
  if constexpr (sizeof...(larger) > 0)
    if (found == Stencil{}) return first_in_shells<larger...>(whole);
  return found;
}

/// The nodes of a stencil that are nearest to its middle.
ES_HD inline Stencil nearest_of(const Stencil& whole) {
  return first_in_shells<0, 1, 2, 3, 4, 5, 6, 8, 9, 12>(whole);
}

/// Of a stencil, the nodes that hang together, neighbour by neighbour, with the nearest to the node
/// in its middle. Where two limbs of a body face each other across a narrow gap, what lies between
/// them belongs to the nearer one; fitted to both it would be torn.
ES_HD inline Stencil own_part(const Stencil& whole) {
  const Stencil nearest = nearest_of(whole);
  std::uint64_t in[width], part[width];
  for (int z = 0; z < width; ++z)
    in[z] = whole.slice(z - reach), part[z] = nearest.slice(z - reach);
  for (bool grows = true; grows;) {
    grows = false;
    std::uint64_t wide[width];
    for (int z = 0; z < width; ++z) wide[z] = spread(part[z]);
    for (int z = 0; z < width; ++z) {
      const std::uint64_t around =
          (wide[z] | (z > 0 ? wide[z - 1] : 0) | (z + 1 < width ? wide[z + 1] : 0)) & in[z];
      grows = grows || around != part[z];
      part[z] = around;
    }
  }
  return Stencil::of(part);
}

/// Calls body(dx) for each node that a row holds, in their order.
template <class F>
ES_HD inline void for_each_in_row(unsigned row, F body) {
  for (; row != 0; row &= row - 1) body(lowest_bit(row) - reach);
}

/// Calls body(dy, dz, row) for each row that holds a node, in the order of the nodes.
template <class F>
ES_HD inline void for_each_row(const Stencil& around, F body) {
  for (int dz = -reach; dz <= reach; ++dz) {
    const unsigned slice = around.slice(dz);
    if (slice == 0) continue;
    for (int dy = -reach; dy <= reach; ++dy) {
      const unsigned nodes = row(slice, dy);
      if (nodes != 0) body(dy, dz, nodes);
    }
  }
}

}  // namespace stencil

}  // namespace eulersolid
