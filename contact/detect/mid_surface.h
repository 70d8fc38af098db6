#pragma once

#include "grid/trilinear.h"

namespace eulersolid {

/// The part of a surface that lies in one cell, in units of the cell size.
struct CellSurface {
  double shape[8] = {};  ///< integral of each corner's trilinear shape function over the surface
  double area = 0;       ///< their sum
  Vec3 squares;          ///< integrals of the squares of the coordinates
};

namespace marching {

/// A point with the value there of the function whose zeros are sought, and of those that bound
/// them.
struct Vertex {
  Vec3 xi;
  double value = 0;
  double bound[2] = {-1, -1};
};

/// The point at the part t of the way from a to b.
ES_HD inline Vertex between(const Vertex& a, const Vertex& b, double t) {
  Vertex c;
  c.xi = a.xi + t * (b.xi - a.xi);
  c.value = a.value + t * (b.value - a.value);
  for (int side = 0; side < 2; ++side)
    c.bound[side] = a.bound[side] + t * (b.bound[side] - a.bound[side]);
  return c;
}

/// A plane section of a tetrahedron, cut by two planes.
struct Polygon {
  Vertex vertex[6];
  int count = 0;

  ES_HD void add(const Vertex& v) { vertex[count++] = v; }
};

/// The part where a bound is negative.
ES_HD inline Polygon cut(const Polygon& whole, int side) {
  Polygon part;
  for (int v = 0; v < whole.count; ++v) {
    const Vertex &here = whole.vertex[v], &next = whole.vertex[v + 1 < whole.count ? v + 1 : 0];
    const double a = here.bound[side], b = next.bound[side];
    if (a < 0) part.add(here);
    if ((a < 0) != (b < 0)) part.add(between(here, next, a / (a - b)));
  }
  return part;
}

ES_HD inline void add_point(CellSurface& surface, Vec3 xi, double weight) {
  double S[8];
  trilinear::shape(xi, S);
  for (int n = 0; n < 8; ++n) surface.shape[n] += weight * S[n];
  surface.area += weight;
  surface.squares += weight * Vec3{xi.x * xi.x, xi.y * xi.y, xi.z * xi.z};
}

/// Adds a triangle with the 3-point rule of the edges' middles, exact for quadratic functions.
ES_HD inline void add_triangle(CellSurface& surface, Vec3 a, Vec3 b, Vec3 c) {
  const double third = norm(cross(b - a, c - a)) / 6;
  add_point(surface, 0.5 * (a + b), third);
  add_point(surface, 0.5 * (b + c), third);
  add_point(surface, 0.5 * (c + a), third);
}

/// Adds a convex polygon as triangles around its middle, so that no direction is preferred.
ES_HD inline void add_polygon(CellSurface& surface, const Polygon& polygon) {
  const Vertex* p = polygon.vertex;
  if (polygon.count == 3) add_triangle(surface, p[0].xi, p[1].xi, p[2].xi);
  if (polygon.count < 4) return;
  Vec3 middle;
  for (int v = 0; v < polygon.count; ++v) middle += (1.0 / polygon.count) * p[v].xi;
  for (int v = 0; v < polygon.count; ++v)
    add_triangle(surface, middle, p[v].xi, p[v + 1 < polygon.count ? v + 1 : 0].xi);
}

/// The zero surface of the linear function on a tetrahedron: nothing, a triangle or a
/// quadrilateral.
ES_HD inline Polygon section(const Vertex* vertex) {
  int negative[4], other[4], negatives = 0, others = 0;
  for (int v = 0; v < 4; ++v) {
    if (vertex[v].value < 0) {
      negative[negatives++] = v;
    } else {
      other[others++] = v;
    }
  }
  Polygon polygon;
  const int corners = negatives == 2 ? 4 : negatives && others ? 3 : 0;
  for (int e = 0; e < corners; ++e) {  // those of a quadrilateral in their order around it
    const int in = negatives == 2 ? e / 2 : negatives == 1 ? 0 : e;
    const int out = negatives == 2 ? (e == 1 || e == 2) : negatives == 1 ? e : 0;
    const Vertex &a = vertex[negative[in]], &b = vertex[other[out]];
    polygon.add(between(a, b, a.value / (a.value - b.value)));
  }
  return polygon;
}

}  // namespace marching

/// A vertex at the mean of some corners of a cell, numbered in `corner`.
ES_HD inline marching::Vertex vertex_of(const int* corner, int count, const double* value,
                                        const double* bound_a, const double* bound_b) {
  marching::Vertex mean;
  mean.bound[0] = mean.bound[1] = bound_a ? 0 : -1;
  for (int c = 0; c < count; ++c) {
    const int n = corner[c];
    const Int3 at = trilinear::corner(n);
    mean.xi += (1.0 / count) * Vec3{double(at.x), double(at.y), double(at.z)};
    mean.value += (1.0 / count) * value[n];
    if (!bound_a) continue;
    mean.bound[0] += (1.0 / count) * bound_a[n];
    mean.bound[1] += (1.0 / count) * bound_b[n];
  }
  return mean;
}

/// The zero surface of a function given at the 8 corners of a cell, by marching tetrahedra.
///
/// The cell is split into 24 tetrahedra, each of the cell's centre, the centre of a face and an
/// edge of that face. Unlike the common split into 6 this one has all symmetries of the cube, so
/// mirrored bodies get mirrored surfaces. Zero counts as positive.
///
/// @param bound_a, bound_b  null, or two functions at the corners: the surface is that where both
///                          are negative
ES_HD inline CellSurface zero_surface(const double* value, const double* bound_a = nullptr,
                                      const double* bound_b = nullptr) {
  CellSurface surface;
  int negatives = 0;
  for (int n = 0; n < 8; ++n) negatives += value[n] < 0;
  if (negatives == 0 || negatives == 8) return surface;
  const int all[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  marching::Vertex tetrahedron[4];
  tetrahedron[0] = vertex_of(all, 8, value, bound_a, bound_b);
  for (int face = 0; face < 6; ++face) {
    const int axis = face >> 1, across = 1 << axis, u = 1 << ((axis + 1) % 3),
              v = 1 << ((axis + 2) % 3);
    const int first = (face & 1) ? across : 0;
    const int ring[5] = {first, first + u, first + u + v, first + v, first};
    tetrahedron[1] = vertex_of(ring, 4, value, bound_a, bound_b);
    for (int e = 0; e < 4; ++e) {
      tetrahedron[2] = vertex_of(ring + e, 1, value, bound_a, bound_b);
      tetrahedron[3] = vertex_of(ring + e + 1, 1, value, bound_a, bound_b);
      marching::Polygon polygon = marching::section(tetrahedron);
      for (int side = 0; bound_a && side < 2; ++side) polygon = marching::cut(polygon, side);
      marching::add_polygon(surface, polygon);
    }
  }
  return surface;
}

}  // namespace eulersolid
