#pragma once

#include <cmath>

#include "contact/constants.h"
#include "contact/detect/cell_side.h"
#include "contact/detect/mid_surface.h"

namespace eulersolid {

/// A side of a pair as a function in the cell: distances of shapes with edges are those of the
/// point at rest, where interpolated ones would cut off the edge; those of smooth shapes are
/// interpolated, since an interpolated map wrinkles them.
struct SideInCell {
  const CellSide* side;
  const CellShape* at;
  bool exact;
  double added[8] = {};  ///< by the guard of the level set, at the corners [m]

  ES_HD SideInCell(const CellSide& values, const CellShape& shape, bool edges)
      : side(&values), at(&shape), exact(edges) {
    for (int n = 0; edges && n < 8; ++n)
      added[n] =
          side->phi[n] - signed_distance(at->shape->shape, to_local(at->shape->pose, at->X[n]));
  }
  /// [m]
  ES_HD double operator()(Vec3 xi) const {
    if (!exact) return trilinear::interpolate(side->phi, xi);
    return signed_distance(at->shape->shape, local_point(*at, xi)) +
           trilinear::interpolate(added, xi);
  }
  /// How much longer the direction n is at rest than in space, at xi [-].
  ES_HD double stretch(Vec3 xi, Vec3 n, double h) const {
    if (!exact) return norm(trilinear::gradient(side->phi, xi)) / h;
    Vec3 along;
    double x[8];
    for (int axis = 0; axis < 3; ++axis) {
      for (int c = 0; c < 8; ++c) x[c] = at->X[c][axis];
      along[axis] = dot(trilinear::gradient(x, xi), n) / h;
    }
    return norm(along);
  }
};

/// The mid-surface of a cell where an edge comes first, with its gap.
struct EdgeSurface {
  CellSurface surface;
  double gap = 0;  ///< [m]

  ES_HD void scale(double factor) {
    for (double& integral : surface.shape) integral *= factor;
    surface.area *= factor, gap *= factor;
  }
  /// Adds what lies in a part of the cell, with a weight. @param size  of the part
  ES_HD void add(const CellSurface& part, Int3 at, double size, double its_gap, double weight) {
    weight *= size * size;
    for (int c = 0; c < 8; ++c) {  // the cell's functions are linear along the edges of the part
      const Int3 corner = at + trilinear::corner(c);
      double S[8];
      trilinear::shape(size * Vec3{double(corner.x), double(corner.y), double(corner.z)}, S);
      for (int k = 0; k < 8; ++k) surface.shape[k] += weight * part.shape[c] * S[k];
    }
    surface.area += weight * part.area, gap += weight * part.area * its_gap;
  }
};

/// Where an edge or a corner comes first, from values at the 27 points of a cell's halves: at its
/// corners alone the tip may be invisible. Parts of the surface in the eight small cells count
/// exp(-(gap - least)/(tip_depth h)), so that it is the tip that touches.
///
/// @param n  unit normal from the partner to the body
ES_HD inline EdgeSurface edge_surface(const SideInCell& a, const SideInCell& b, Vec3 n, double h) {
  constexpr int parts = edge_parts, points = parts + 1;
  constexpr double size = 1.0 / parts;
  double difference[points * points * points], sum[points * points * points];
  for (int p = 0; p < points * points * points; ++p) {
    const Vec3 xi =
        size * Vec3{double(p % points), double(p / points % points), double(p / (points * points))};
    const double phi_a = a(xi), phi_b = b(xi);
    difference[p] = phi_a - phi_b;
    sum[p] = phi_a / larger(a.stretch(xi, n, h), least_gradient) +
             phi_b / larger(b.stretch(xi, n, h), least_gradient);
  }
  EdgeSurface whole;
  double least = INFINITY;
  for (int k = 0; k < parts; ++k) {
    for (int j = 0; j < parts; ++j) {
      for (int i = 0; i < parts; ++i) {
        double values[8], gaps[8];
        for (int c = 0; c < 8; ++c) {
          const Int3 at = Int3{i, j, k} + trilinear::corner(c);
          const int p = at.x + points * (at.y + points * at.z);
          values[c] = difference[p], gaps[c] = sum[p];
        }
        const CellSurface part = zero_surface(values);
        if (!(part.area > 0)) continue;
        double gap = 0;
        for (int c = 0; c < 8; ++c) gap += part.shape[c] / part.area * gaps[c];
        if (gap < least) {
          whole.scale(std::exp((gap - least) / (tip_depth * h)));
          least = gap;
        }
        whole.add(part, Int3{i, j, k}, size, gap, std::exp((least - gap) / (tip_depth * h)));
      }
    }
  }
  if (whole.surface.area > 0) whole.gap /= whole.surface.area;
  return whole;
}

}  // namespace eulersolid
