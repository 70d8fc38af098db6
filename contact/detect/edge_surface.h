#pragma once

#include <cmath>

#include "contact/constants.h"
#include "contact/detect/cell_curve.h"
#include "contact/detect/cell_side.h"
#include "contact/detect/mid_surface.h"

namespace eulersolid {

/// A side of a pair as a function in the cell: distances of shapes with edges are those of the
/// point at rest, where interpolated ones would cut off the edge; those of smooth shapes are
/// interpolated along cubics, since an interpolated map wrinkles them.
struct SideInCell {
  const CellSide* side;
  const CellShape* at;
  bool exact;
  CellCurve curve;       ///< of a smooth shape
  double added[8] = {};  ///< by the guard of the level set, at the corners [m]

  ES_HD SideInCell(const CellSide& values, const CellShape& shape, bool edges,
                   const CellCurve& curved)
      : side(&values), at(&shape), exact(edges), curve(curved) {
    for (int n = 0; edges && n < 8; ++n)
      added[n] =
          side->phi[n] - signed_distance(at->shape->shape, to_local(at->shape->pose, at->X[n]));
  }
  /// [m]
  ES_HD double operator()(Vec3 xi) const {
    if (!exact) return trilinear::interpolate(side->phi, xi) + curve.at(xi);
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

/// Two sides as one function in the cell.
struct BothSides {
  const SideInCell &a, &b;
  double stretch_a = 1, stretch_b = 1;  ///< along the normal

  ES_HD void stretch_at(Vec3 xi, Vec3 n, double h) {
    stretch_a = larger(a.stretch(xi, n, h), least_gradient);
    stretch_b = larger(b.stretch(xi, n, h), least_gradient);
  }
  /// Sum of two distances [m].
  ES_HD double sum(double phi_a, double phi_b) const {
    return phi_a / stretch_a + phi_b / stretch_b;
  }
  /// That of the distances of a point. By the triangle inequality it is nowhere less than the gap
  /// between the two bodies, and just that between the points where they are nearest.
  ES_HD double sum(Vec3 xi) const { return sum(a(xi), b(xi)); }
};

/// The least sum of distances near a point of the cell that has the least of all points of a
/// lattice, by a pattern search. @param step  half of the lattice's spacing
ES_HD inline double least_sum(const BothSides& both, Vec3 xi, double step) {
  double least = both.sum(xi);
  for (int round = 0; round < tip_rounds; ++round, step *= 0.5) {
    Vec3 best = xi;
    double found = least;
    for (int d = 0; d < 27; ++d) {
      Vec3 at = xi + step * Vec3{d % 3 - 1.0, d / 3 % 3 - 1.0, d / 9 - 1.0};
      for (int axis = 0; axis < 3; ++axis) at[axis] = larger(0, smaller(1, at[axis]));
      const double value = both.sum(at);
      if (value < found) found = value, best = at;
    }
    least = found, xi = best;
  }
  return least;
}

/// The mid-surface of a cell where an edge comes first, with its gap.
struct EdgeSurface {
  CellSurface surface;
  /// Of the tip [m], or, where the tip is in the partner, the parts' mean, and none while that is
  /// open: tips go on to sink in while the parts' mean velocity is held, and to push them out gives
  /// energy.
  double gap = 0;

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

/// The p-th point of a lattice of n in each direction, with spacing one.
ES_HD inline Vec3 lattice_point(int p, int n) {
  return {double(p % n), double(p / n % n), double(p / (n * n))};
}

/// Where an edge or a corner comes first, from values at the points of a cell's thirds: at its
/// corners alone the tip may be invisible. Parts of the surface in the small cells count
/// exp(-(gap - least)/(tip_depth h)), so that it is the tip that touches.
///
/// @param n  unit normal from the partner to the body
ES_HD inline EdgeSurface edge_surface(const SideInCell& a, const SideInCell& b, Vec3 n, double h) {
  constexpr int parts = edge_parts, points = parts + 1;
  constexpr double size = 1.0 / parts;
  double difference[points * points * points], sum[points * points * points];
  BothSides both{a, b};
  int first = 0;
  for (int p = 0; p < points * points * points; ++p) {
    const Vec3 xi = size * lattice_point(p, points);
    const double phi_a = a(xi), phi_b = b(xi);
    difference[p] = phi_a - phi_b;
    both.stretch_at(xi, n, h);
    sum[p] = both.sum(phi_a, phi_b);
    if (sum[p] < sum[first]) first = p;
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
  if (!(whole.surface.area > 0)) return whole;
  const Vec3 xi = size * lattice_point(first, points);
  both.stretch_at(xi, n, h);
  const double tip = least_sum(both, xi, 0.5 * size), mean = whole.gap / whole.surface.area;
  whole.gap = larger(tip, smaller(mean, 0));
  return whole;
}

}  // namespace eulersolid
