#pragma once

#include "kernels/core/span.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// Integer coordinates in a grid.
struct Int3 {
  int x = 0, y = 0, z = 0;

  ES_HD int operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  ES_HD int& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
};
ES_HD inline Int3 operator+(Int3 a, Int3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
ES_HD inline Int3 operator-(Int3 a, Int3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
ES_HD inline Int3 times(Int3 a, Int3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
ES_HD inline bool operator==(Int3 a, Int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// The cell around a place given in cells. What is too far away to be numbered, not-a-number
/// included, is in a cell that no box contains and whose neighbours still have numbers.
ES_HD inline Int3 cell_of(Vec3 place) {
  constexpr double limit = 1 << 30;
  Int3 cell;
  for (int axis = 0; axis < 3; ++axis)
    cell[axis] = int(std::floor(std::fmax(-limit, std::fmin(place[axis], limit))));
  return cell;
}

/// A box of nx * ny * nz elements stored with x running fastest.
struct Cells {
  int nx = 0, ny = 0, nz = 0;

  ES_HD Index count() const { return Index(nx) * ny * nz; }
  ES_HD Index index(int i, int j, int k) const {
    assert(contains({i, j, k}));
    return i + Index(nx) * (j + Index(ny) * k);
  }
  ES_HD Index index(Int3 c) const { return index(c.x, c.y, c.z); }
  ES_HD bool contains(Int3 c) const {
    return 0 <= c.x && c.x < nx && 0 <= c.y && c.y < ny && 0 <= c.z && c.z < nz;
  }
  /// Is everything in the box that is at most `reach` away from `c` in each direction?
  ES_HD bool contains_around(Int3 c, int reach) const {
    const Int3 r{reach, reach, reach};
    return contains(c - r) && contains(c + r);
  }
  ES_HD Int3 coordinates(Index c) const {
    const Index row = c / nx;
    return {int(c - row * nx), int(row % ny), int(row / ny)};
  }
};

}  // namespace eulersolid
