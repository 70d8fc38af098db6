#pragma once

#include "grid/trilinear.h"

namespace eulersolid {

/// The part of a surface that lies in one cell, in units of the cell size.
struct CellSurface {
  double shape[8] = {};  ///< integral of each corner's trilinear shape function over the surface
  double area = 0;       ///< their sum
};

namespace marching {

/// A vertex of a tetrahedron with the value of the function there.
struct Vertex {
  Vec3 xi;
  double value = 0;
};

ES_HD inline void add_point(CellSurface& surface, Vec3 xi, double weight) {
  double S[8];
  trilinear::shape(xi, S);
  for (int n = 0; n < 8; ++n) surface.shape[n] += weight * S[n];
  surface.area += weight;
}

/// Adds a triangle with the 3-point rule of the edges' middles, exact for quadratic functions.
ES_HD inline void add_triangle(CellSurface& surface, Vec3 a, Vec3 b, Vec3 c, double factor) {
  const double third = factor * norm(cross(b - a, c - a)) / 6;
  add_point(surface, 0.5 * (a + b), third);
  add_point(surface, 0.5 * (b + c), third);
  add_point(surface, 0.5 * (c + a), third);
}

/// Where the linear function is zero on the edge from a negative to another value.
ES_HD inline Vec3 crossing(const Vertex& negative, const Vertex& other) {
  const double t = negative.value / (negative.value - other.value);
  return negative.xi + t * (other.xi - negative.xi);
}

/// Adds the zero surface of the linear function on a tetrahedron: a triangle, or a quadrilateral,
/// which is split along both diagonals with half the weight each, so that no direction is
/// preferred.
ES_HD inline void add_tetrahedron(CellSurface& surface, const Vertex* vertex) {
  int negative[4], other[4], negatives = 0, others = 0;
  for (int v = 0; v < 4; ++v) {
    if (vertex[v].value < 0) {
      negative[negatives++] = v;
    } else {
      other[others++] = v;
    }
  }
  if (negatives == 0 || others == 0) return;
  Vec3 p[4];
  if (negatives == 2) {
    for (int e = 0; e < 4; ++e) {  // around the quadrilateral
      p[e] = crossing(vertex[negative[e / 2]], vertex[other[e == 1 || e == 2]]);
    }
    for (int e = 0; e < 4; ++e) add_triangle(surface, p[e], p[(e + 1) & 3], p[(e + 2) & 3], 0.5);
    return;
  }
  for (int e = 0; e < 3; ++e) {
    p[e] = negatives == 1 ? crossing(vertex[negative[0]], vertex[other[e]])
                          : crossing(vertex[negative[e]], vertex[other[0]]);
  }
  add_triangle(surface, p[0], p[1], p[2], 1.0);
}

}  // namespace marching

/// The zero surface of a function given at the 8 corners of a cell, by marching tetrahedra.
///
/// The cell is split into 24 tetrahedra, each of the cell's centre, the centre of a face and an
/// edge of that face. Unlike the common split into 6 this one has all symmetries of the cube, so
/// mirrored bodies get mirrored surfaces. Zero counts as positive.
ES_HD inline CellSurface zero_surface(const double* corner_value) {
  CellSurface surface;
  int negatives = 0;
  double mean = 0;
  for (int n = 0; n < 8; ++n) {
    negatives += corner_value[n] < 0;
    mean += 0.125 * corner_value[n];
  }
  if (negatives == 0 || negatives == 8) return surface;
  marching::Vertex tetrahedron[4];
  tetrahedron[0] = {{0.5, 0.5, 0.5}, mean};
  for (int face = 0; face < 6; ++face) {
    const int axis = face >> 1, across = 1 << axis, u = 1 << ((axis + 1) % 3),
              v = 1 << ((axis + 2) % 3);
    const int first = (face & 1) ? across : 0;
    const int ring[5] = {first, first + u, first + u + v, first + v, first};
    marching::Vertex& centre = tetrahedron[1];
    centre = {{0.5, 0.5, 0.5}, 0};
    centre.xi[axis] = face & 1;
    for (int e = 0; e < 4; ++e) centre.value += 0.25 * corner_value[ring[e]];
    for (int e = 0; e < 4; ++e) {
      for (int end = 0; end < 2; ++end) {
        const Int3 at = trilinear::corner(ring[e + end]);
        tetrahedron[2 + end] = {{double(at.x), double(at.y), double(at.z)},
                                corner_value[ring[e + end]]};
      }
      marching::add_tetrahedron(surface, tetrahedron);
    }
  }
  return surface;
}

}  // namespace eulersolid
