#include "io/mesh/contour/cell_patches.h"

#include <utility>

#include "io/disjoint_sets.h"

namespace eulersolid {

namespace {

bool is_inside(unsigned inside, int corner) { return ((inside >> corner) & 1U) != 0; }

/// The edge between two corners that are neighbours.
int edge_between(int a, int b) {
  for (int edge = 0; edge < 12; ++edge) {
    const EdgeCorners ends = edge_corners(edge);
    if ((ends.low == a && ends.high == b) || (ends.low == b && ends.high == a)) return edge;
  }
  return -1;
}

/// Joins the edges that the surface connects across one face, given by its corners in turn.
void join_across(unsigned inside, const std::array<int, 4>& corners, DisjointSets& groups) {
  std::array<int, 4> crossed{};
  int count = 0;
  for (std::size_t n = 0; n < 4; ++n) {
    const int a = corners[n], b = corners[(n + 1) % 4];
    if (is_inside(inside, a) != is_inside(inside, b))
      crossed[std::size_t(count++)] = edge_between(a, b);
  }
  if (count == 2) groups.join(crossed[0], crossed[1]);
  if (count != 4) return;
  for (std::size_t n = 0; n < 4; ++n)  // each inside corner is cut off
    if (is_inside(inside, corners[n]))
      groups.join(edge_between(corners[n], corners[(n + 1) % 4]),
                  edge_between(corners[n], corners[(n + 3) % 4]));
}

CellPatches patches_of(unsigned inside) {
  DisjointSets groups(12);
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      const int first = side << axis, u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3);
      join_across(inside, {first, first + u, first + u + v, first + v}, groups);
    }
  CellPatches patches;
  patches.of_edge.fill(-1);
  std::array<signed char, 12> of_root{};
  of_root.fill(-1);
  for (int edge = 0; edge < 12; ++edge) {
    const EdgeCorners ends = edge_corners(edge);
    if (is_inside(inside, ends.low) == is_inside(inside, ends.high)) continue;
    signed char& patch = of_root[std::size_t(groups.set_of(edge))];
    if (patch < 0) patch = static_cast<signed char>(patches.count++);
    patches.of_edge[std::size_t(edge)] = patch;
  }
  return patches;
}

}  // namespace

EdgeCorners edge_corners(int edge) {
  const int axis = edge / 4, b = edge & 1, c = (edge >> 1) & 1;
  const int low = (b << ((axis + 1) % 3)) + (c << ((axis + 2) % 3));
  return {low, low + (1 << axis)};
}

const CellPatches& cell_patches(unsigned inside) {
  static const std::array<CellPatches, 256> table = [] {
    std::array<CellPatches, 256> all;
    for (unsigned n = 0; n < 256; ++n) all[n] = patches_of(n);
    return all;
  }();
  return table[inside];
}

}  // namespace eulersolid
