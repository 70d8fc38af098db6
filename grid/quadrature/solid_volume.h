#pragma once

#include "grid/quadrature/cell_force.h"
#include "grid/quadrature/constants.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// Solid volume [m^3] of a small cube of edge `edge` from the level set at its centre and the
/// 1-norm of its gradient, e^3 clamp(1/2 - phi / (e |grad phi|_1), 0, 1): exact for a plane through
/// the cube along an axis, where phi varies by e |grad phi|_1 over it.
ES_HD inline double part_volume(double phi, double slope, double edge) {
  const double part = 0.5 - phi / (edge * larger(slope, least_slope));
  return edge * edge * edge * smaller(larger(part, 0), 1);
}

/// Solid volumes of the octants; the gradient is that of the corners.
ES_HD inline void octant_volumes(const double* phi_corner, const double* phi_octant, double h,
                                 double* w) {
  const octants::Gradient<double> g = octants::gradient(phi_corner, 1 / h);
  for (int q = 0; q < 8; ++q) {
    const double slope = std::fabs(g.x[octants::along_x(q)]) + std::fabs(g.y[octants::along_y(q)]) +
                         std::fabs(g.z[octants::along_z(q)]);
    w[q] = part_volume(phi_octant[q], slope, 0.5 * h);
  }
}

/// X at the octants' centres and its derivatives there, of one cell.
struct OctantMap {
  Vec3 X[8];
  OctantColumns A;
};

ES_HD inline void octant_map(Vec3 lower, double h, const Vec3* corner_u, OctantMap& map) {
  Vec3 u[8];
  for (int q = 0; q < 8; ++q) u[q] = corner_u[q];
  octants::blend8(u);
  for (int q = 0; q < 8; ++q) {
    const Vec3 at{0.25 + 0.5 * (q & 1), 0.25 + 0.5 * ((q >> 1) & 1), 0.25 + 0.5 * (q >> 2)};
    map.X[q] = lower + h * at - u[q];
  }
}

/// Solid volume of octant q of a cell that an edge or a corner of the shape passes: the sum of
/// eight parts. At an edge phi at a part's centre gives too much solid (the smaller of two faces'
/// fractions, not their product), phi averaged over its corners too little, twice as much:
/// Simpson's weights 2/3 and 1/3 cancel both.
ES_HD inline double split_octant_volume(const PlacedShape& shape, const OctantMap& map, double h,
                                        int q) {
  const Vec3 X = map.X[q], a0 = map.A.x(q), a1 = map.A.y(q), a2 = map.A.z(q);
  const double step = 0.25 * h;
  double lattice[27];
  for (int n = 0; n < 27; ++n) {
    const Vec3 at =
        X + (step * (n % 3 - 1)) * a0 + (step * (n / 3 % 3 - 1)) * a1 + (step * (n / 9 - 1)) * a2;
    lattice[n] = signed_distance(shape, at);
  }
  double total = 0;
  for (int part = 0; part < 8; ++part) {
    const int i = part & 1, j = (part >> 1) & 1, k = part >> 2;
    double corner[8], mean = 0, slope = 0;
    for (int n = 0; n < 8; ++n) {
      corner[n] = lattice[i + (n & 1) + 3 * (j + ((n >> 1) & 1)) + 9 * (k + (n >> 2))];
      mean += 0.125 * corner[n];
    }
    for (int axis = 1; axis <= 4; axis *= 2) {
      double difference = 0;
      for (int n = 0; n < 8; ++n) difference += (n & axis ? 0.25 : -0.25) * corner[n];
      slope += std::fabs(difference);
    }
    const Vec3 centre =
        X + (step * (i - 0.5)) * a0 + (step * (j - 0.5)) * a1 + (step * (k - 0.5)) * a2;
    const double middle = signed_distance(shape, centre);
    total += part_volume((2 * middle + mean) / 3, slope / step, step);
  }
  return total;
}

/// An edge of the shape shows as a difference between phi_ref at the octants and phi interpolated.
ES_HD inline bool has_kink(const double* phi_corner, const double* phi_octant, double h) {
  double interpolated[8];
  for (int q = 0; q < 8; ++q) interpolated[q] = phi_corner[q];
  octants::blend8(interpolated);
  bool kink = false;
  for (int q = 0; q < 8; ++q) {
    kink = kink || std::fabs(interpolated[q] - phi_octant[q]) > edge_difference * h;
  }
  return kink;
}

/// Solid volumes [m^3] of the octants of a cell near the surface: phi_ref is taken at the
/// interpolated X, since phi interpolated from the corners would cut edges off and shift curved
/// surfaces by h^2/R.
///
/// @param lower  position of the cell's corner 0 [m]
/// @param corner_u, corner_phi  displacements and level set at the corners [m]
ES_HD inline void solid_volumes(const PlacedShape& shape, Vec3 lower, double h,
                                const Vec3* corner_u, const double* corner_phi, double* w) {
  OctantMap map;
  double octant_phi[8];
  octant_map(lower, h, corner_u, map);
  for (int q = 0; q < 8; ++q) octant_phi[q] = signed_distance(shape, map.X[q]);
  octant_volumes(corner_phi, octant_phi, h, w);
  if (!has_kink(corner_phi, octant_phi, h)) return;
  octant_columns(corner_u, h, -1, 1, map.A);
  for (int q = 0; q < 8; ++q) {
    if (std::fabs(octant_phi[q]) < split_reach * h) w[q] = split_octant_volume(shape, map, h, q);
  }
}

}  // namespace eulersolid
