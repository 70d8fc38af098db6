#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Trilinear interpolation between the 8 corners of a cell and the centres of its 8 octants, at
/// 1/4 and 3/4 of each edge. Corner and octant (a, b, c), each 0 or 1, have number a + 2 b + 4 c.
///
/// The one-dimensional weights [3/4 1/4; 1/4 3/4] are symmetric, so the same functions carry values
/// from corners to octants and, transposed, contributions from octants to corners; gradients are
/// differences along one axis interpolated in the other two.
namespace octants {

/// In place along one pair of values.
template <class T>
ES_HD inline void blend(T& low, T& high) {
  const T l = 0.75 * low + 0.25 * high, h = 0.25 * low + 0.75 * high;
  low = l, high = h;
}

/// In place on a face: 4 values numbered a + 2 b.
template <class T>
ES_HD inline void blend4(T* value) {
  blend(value[0], value[1]), blend(value[2], value[3]);
  blend(value[0], value[2]), blend(value[1], value[3]);
}

/// In place on a cell: 8 values.
template <class T>
ES_HD inline void blend8(T* value) {
  blend4(value), blend4(value + 4);
  for (int n = 0; n < 4; ++n) blend(value[n], value[n + 4]);
}

/// Along x at the four edges or octants (b, c), along y at (a, c), along z at (a, b), each numbered
/// in that order.
template <class T>
struct Gradient {
  T x[4], y[4], z[4];
};

/// Differences of corner values along the edges of the cell.
/// @param corner  8 values
/// @param inverse_h  1 / cell size
template <class T>
ES_HD inline Gradient<T> edge_gradient(const T* corner, double inverse_h) {
  Gradient<T> g;
  for (int n = 0; n < 4; ++n) {
    const int bit0 = n & 1, bit1 = n >> 1;
    g.x[n] = inverse_h * (corner[2 * bit0 + 4 * bit1 + 1] - corner[2 * bit0 + 4 * bit1]);
    g.y[n] = inverse_h * (corner[bit0 + 4 * bit1 + 2] - corner[bit0 + 4 * bit1]);
    g.z[n] = inverse_h * (corner[bit0 + 2 * bit1 + 4] - corner[bit0 + 2 * bit1]);
  }
  return g;
}

/// Gradient of corner values at the octants.
template <class T>
ES_HD inline Gradient<T> gradient(const T* corner, double inverse_h) {
  Gradient<T> g = edge_gradient(corner, inverse_h);
  blend4(g.x), blend4(g.y), blend4(g.z);
  return g;
}

/// Numbers of an octant's entries in Gradient.
ES_HD inline int along_x(int q) { return q >> 1; }
ES_HD inline int along_y(int q) { return (q & 1) + 2 * (q >> 2); }
ES_HD inline int along_z(int q) { return q & 3; }

/// The transpose of `edge_gradient`: adds what the edges' fluxes bring to the corners.
template <class T>
ES_HD inline void add_edge_divergence(const Gradient<T>& flux, double inverse_h, T* corner) {
  for (int n = 0; n < 4; ++n) {
    const int bit0 = n & 1, bit1 = n >> 1;
    const T x = inverse_h * flux.x[n], y = inverse_h * flux.y[n], z = inverse_h * flux.z[n];
    const int cx = 2 * bit0 + 4 * bit1, cy = bit0 + 4 * bit1, cz = bit0 + 2 * bit1;
    corner[cx + 1] = corner[cx + 1] + x, corner[cx] = corner[cx] - x;
    corner[cy + 2] = corner[cy + 2] + y, corner[cy] = corner[cy] - y;
    corner[cz + 4] = corner[cz + 4] + z, corner[cz] = corner[cz] - z;
  }
}

/// The transpose of `gradient`: adds to the corners sum_q flux_q . grad S_corner(q), where the
/// fluxes have been summed over the axis that the entry does not see. Destroys `flux`.
template <class T>
ES_HD inline void add_divergence(Gradient<T>& flux, double inverse_h, T* corner) {
  blend4(flux.x), blend4(flux.y), blend4(flux.z);
  add_edge_divergence(flux, inverse_h, corner);
}

}  // namespace octants

}  // namespace eulersolid
