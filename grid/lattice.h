#pragma once

#include "grid/numerics.h"
#include "kernels/core/span.h"
#include "kernels/math/cells.h"
#include "kernels/math/lanes3.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// The fixed grid that all bodies share: node (i, j, k) lies at origin + h (i, j, k). Indices may
/// be negative: the grid has no ends. With what is computed on it goes by.
struct GridSpec {
  Vec3 origin;       ///< [m]
  double h = 1;      ///< cell size [m]
  Int3 period = {};  ///< along each axis: cells after which all is there again; 0: never
  GridNumerics numerics = {};

  ES_HD bool is_periodic() const { return period.x > 0 || period.y > 0 || period.z > 0; }
  /// What so many cells are [m].
  ES_HD Vec3 offset(Int3 cells) const { return {h * cells.x, h * cells.y, h * cells.z}; }
  ES_HD Vec3 position(Int3 node) const {
    return {origin.x + h * node.x, origin.y + h * node.y, origin.z + h * node.z};
  }
};

/// Grid coordinates of the cell around a point.
ES_HD inline Int3 cell_at(const GridSpec& grid, Vec3 x) {
  return cell_of((1 / grid.h) * (x - grid.origin));
}

/// The box of grid nodes on which one body keeps its fields.
struct NodeBox {
  Int3 first;   ///< grid indices of the node box's node (0, 0, 0)
  Cells nodes;  ///< number of nodes in each direction

  ES_HD Int3 to_grid(Index node) const { return first + nodes.coordinates(node); }
  /// Position in the node box's arrays of a grid node that the node box contains.
  ES_HD Index index(Int3 grid_node) const { return nodes.index(grid_node - first); }
  ES_HD bool contains(Int3 grid_node) const { return nodes.contains(grid_node - first); }
  ES_HD bool contains_cell(Int3 grid_cell) const {
    const Int3 c = grid_cell - first;
    return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x + 1 < nodes.nx && c.y + 1 < nodes.ny &&
           c.z + 1 < nodes.nz;
  }
};

/// How far apart neighbours along x, y and z are in an array over a box.
struct Strides {
  Index x, y, z;

  ES_HD Index along(int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};
ES_HD inline Strides strides(Cells nodes) { return {1, nodes.nx, Index(nodes.nx) * nodes.ny}; }

/// Position of corner n = a + 2 b + 4 c of the cell whose corner 0 is at `lower`.
ES_HD inline Index corner_index(Index lower, int n, Cells nodes) {
  const Strides s = strides(nodes);
  return lower + (n & 1) + s.y * ((n >> 1) & 1) + s.z * (n >> 2);
}
/// Position of the cell (of its corner 0) that has `node` as its corner n.
ES_HD inline Index cell_with_corner(Index node, int n, Cells nodes) {
  const Strides s = strides(nodes);
  return node - (n & 1) - s.y * ((n >> 1) & 1) - s.z * (n >> 2);
}

/// Second difference of a field at a node, along the axis whose neighbours are `step` apart.
ES_HD inline Vec3 second_difference(Span<const Vec3> field, Index node, Index step) {
  return field[node + step] - 2 * field[node] + field[node - step];
}

/// A cell of a box of nodes, and a place in it or near it.
struct Place {
  Index lower;  ///< the node of its corner 0
  Vec3 xi;      ///< in [0, 1]^3 within the cell
};

/// The place at the end of a way (in node units) from a node, in one of the eight cells around the
/// node: in the cell where it ends if the way is no longer than a cell along any axis; else fields
/// are continued from the cell beside the node, for two cells at most. So whatever the way,
/// not-a-number included, no node is looked up that is not a neighbour.
ES_HD inline Place place_beside(Index node, Cells nodes, Vec3 way) {
  const Strides stride = strides(nodes);
  Place place{node, {}};
  for (int axis = 0; axis < 3; ++axis) {
    const double w = std::fmin(std::fmax(way[axis], -2.0), 2.0);
    const bool behind = w < 0;
    place.xi[axis] = behind ? w + 1 : w;
    place.lower -= behind ? stride.along(axis) : 0;
  }
  return place;
}

/// Trilinear value of a field at a place.
ES_HD inline Vec3 interpolate(Span<const Vec3> field, Cells nodes, const Place& at) {
  const double a = at.xi.x, b = at.xi.y, c = at.xi.z;
  const Index row = nodes.nx, plane = row * nodes.ny;
  const Span<const Vec3> f = field.part(at.lower, plane + row + 2);
  const Lanes3 f00 = (1 - a) * lanes(f, 0) + a * lanes(f, 1);
  const Lanes3 f10 = (1 - a) * lanes(f, row) + a * lanes(f, row + 1);
  const Lanes3 f01 = (1 - a) * lanes(f, plane) + a * lanes(f, plane + 1);
  const Lanes3 f11 = (1 - a) * lanes(f, plane + row) + a * lanes(f, plane + row + 1);
  return Vec3((1 - c) * ((1 - b) * f00 + b * f10) + c * ((1 - b) * f01 + b * f11));
}

}  // namespace eulersolid
