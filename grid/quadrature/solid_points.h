#pragma once

#include "grid/quadrature/cell_points.h"
#include "grid/quadrature/plane_cut.h"
#include "shapes/many_distances.h"

namespace eulersolid {

/// Volume, and point at the centroid, of the solid part of octant q; its middle where that is all
/// of the octant or nothing.
/// @param solid  moments about the octant's middle
ES_HD inline void place_point(CellPoints& points, int q, double h, const Moments& solid) {
  points.w[q] = solid.volume;
  for (int axis = 0; axis < 3; ++axis) {
    const double moment = solid.first[axis];
    points.at[axis][q] = octant_middle(q, axis) + (moment != 0 ? moment / (solid.volume * h) : 0);
    points.at_middles = points.at_middles && moment == 0;
  }
}

/// Solid octants of a cell by a plane in each, from the level set at their middles and the gradient
/// of that at the corners.
ES_HD inline void cut_octants(const double* phi_corner, const double* phi_octant, double h,
                              CellPoints& points) {
  const octants::Gradient<double> g = octants::gradient(phi_corner, 1 / h);
  points.at_middles = true;
  for (int q = 0; q < 8; ++q) {
    const Vec3 slope{g.x[octants::along_x(q)], g.y[octants::along_y(q)], g.z[octants::along_z(q)]};
    place_point(points, q, h, plane_cut(phi_octant[q], slope, 0.5 * h));
  }
}

/// X at the octants' middles and its derivatives there, of one cell.
struct OctantMap {
  Vec3 X[8];
  PointColumns A;
};

ES_HD inline void octant_map(Vec3 lower, double h, const Vec3* corner_u, OctantMap& map) {
  Vec3 u[8];
  for (int q = 0; q < 8; ++q) u[q] = corner_u[q];
  octants::blend8(u);
  for (int q = 0; q < 8; ++q) {
    const Vec3 at{octant_middle(q, 0), octant_middle(q, 1), octant_middle(q, 2)};
    map.X[q] = lower + h * at - u[q];
  }
}

/// Middle of a part of an octant split in eight, from the octant's middle.
ES_HD inline Vec3 part_middle(int part, double step) {
  return step * Vec3{(part & 1) - 0.5, ((part >> 1) & 1) - 0.5, (part >> 2) - 0.5};
}

/// phi_ref on the lattice that splits octant q in eight, 3 points along each axis, h/4 apart, and
/// at the middles of the eight parts.
struct SplitLevels {
  double lattice[27], middle[8];
};

ES_HD inline void split_levels(const PlacedShape& shape, const OctantMap& map, double step, int q,
                               SplitLevels& phi) {
  const Vec3 X = map.X[q], a0 = map.A.x(q), a1 = map.A.y(q), a2 = map.A.z(q);
  Vec3 at[27], middle[8];
  for (int n = 0; n < 27; ++n) {
    at[n] =
        X + (step * (n % 3 - 1)) * a0 + (step * (n / 3 % 3 - 1)) * a1 + (step * (n / 9 - 1)) * a2;
  }
  signed_distances<27>(shape, at, phi.lattice);
  for (int part = 0; part < 8; ++part) {
    const Vec3 from_middle = part_middle(part, step);
    middle[part] = X + from_middle.x * a0 + from_middle.y * a1 + from_middle.z * a2;
  }
  signed_distances<8>(shape, middle, phi.middle);
}

/// Solid of octant q of a cell that an edge or a corner of the shape passes, about the octant's
/// middle: the sum of eight parts. At an edge phi at a part's centre gives too much solid (the
/// smaller of two faces' fractions, not their product), phi averaged over its corners too little,
/// twice as much: Simpson's weights 2/3 and 1/3 cancel both. (Of a smooth phi they make the mean.)
ES_HD inline Moments split_octant(const PlacedShape& shape, const OctantMap& map, double h, int q) {
  const double step = 0.25 * h;
  SplitLevels phi;
  split_levels(shape, map, step, q, phi);
  Moments total;
  for (int part = 0; part < 8; ++part) {
    const int i = part & 1, j = (part >> 1) & 1, k = part >> 2;
    double mean = 0;
    Vec3 slope;
    for (int n = 0; n < 8; ++n) {
      const double at = phi.lattice[i + (n & 1) + 3 * (j + ((n >> 1) & 1)) + 9 * (k + (n >> 2))];
      mean += 0.125 * at;
      for (int axis = 0; axis < 3; ++axis) slope[axis] += ((n >> axis) & 1 ? 0.25 : -0.25) * at;
    }
    Moments solid = plane_cut((2 * phi.middle[part] + mean) / 3, (1 / step) * slope, step);
    solid.first += solid.volume * part_middle(part, step);
    total += solid;
  }
  return total;
}

/// The mean over each octant of a smooth phi, from its values at the octant's middle and there
/// interpolated from the corners of the cell: these differ by 3/32 h^2, the mean and the value in
/// the middle by 1/96 h^2, times the sum of the second derivatives. Without it a ball is too large
/// by (h/R)^2/16.
/// @return whether an edge of the shape passes the cell, which shows as a larger difference
ES_HD inline bool average_octants(const double* phi_corner, double h, double* phi_octant) {
  double interpolated[8];
  for (int q = 0; q < 8; ++q) interpolated[q] = phi_corner[q];
  octants::blend8(interpolated);
  bool edge = false;
  for (int q = 0; q < 8; ++q) {
    const double difference = interpolated[q] - phi_octant[q];
    edge = edge || std::fabs(difference) > edge_difference * h;
    phi_octant[q] += difference / 9;
  }
  return edge;
}

/// Solid octants of a cell near the surface: phi_ref is taken at the interpolated X, since phi
/// interpolated from the corners would cut edges off and shift curved surfaces by h^2/R.
///
/// @param lower  position of the cell's corner 0 [m]
/// @param corner_u, corner_phi  displacements and level set at the corners [m]
ES_HD inline void solid_points(const PlacedShape& shape, Vec3 lower, double h, const Vec3* corner_u,
                               const double* corner_phi, CellPoints& points) {
  OctantMap map;
  double octant_phi[8];
  octant_map(lower, h, corner_u, map);
  for (int q = 0; q < 8; ++q) octant_phi[q] = signed_distance(shape, map.X[q]);
  const bool edge = average_octants(corner_phi, h, octant_phi);
  cut_octants(corner_phi, octant_phi, h, points);
  if (!edge) return;
  middle_columns(corner_u, h, -1, 1, map.A);
  for (int q = 0; q < 8; ++q) {
    if (std::fabs(octant_phi[q]) < split_reach * h)
      place_point(points, q, h, split_octant(shape, map, h, q));
  }
}

}  // namespace eulersolid
