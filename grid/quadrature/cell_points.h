#pragma once

#include "grid/quadrature/octants.h"

namespace eulersolid {

/// The integration points of a cell, one in each octant: at the centroid of the octant's solid
/// part, with its volume as the weight. What is linear over an octant is integrated exactly,
/// whatever plane cuts it.
struct CellPoints {
  double w[8];             ///< solid volume of the octant [m^3]
  double at[3][8];         ///< x, y and z in the cell, 0 to 1; set unless `at_middles`
  bool at_middles = true;  ///< every octant is full or empty: its point is its middle
};

/// The points with the masses that they stand for.
struct MassPoints {
  CellPoints points;
  double mass[8];  ///< [kg]
};

/// Middle of an octant along an axis of its cell, in parts of an edge.
ES_HD inline double octant_middle(int q, int axis) { return 0.25 + 0.5 * ((q >> axis) & 1); }

/// Columns of grad f at the eight points, component by component, so that loops over q run in
/// vector registers.
struct PointColumns {
  double c0[3][8], c1[3][8], c2[3][8];

  ES_HD Vec3 x(int q) const { return {c0[0][q], c0[1][q], c0[2][q]}; }
  ES_HD Vec3 y(int q) const { return {c1[0][q], c1[1][q], c1[2][q]}; }
  ES_HD Vec3 z(int q) const { return {c2[0][q], c2[1][q], c2[2][q]}; }
};

/// Bilinear interpolation of 4 values, numbered a + 2 b, between the edges of a cell.
ES_HD inline double between_edges(const double* value, double x, double y) {
  const double low = value[0] + x * (value[1] - value[0]);
  const double high = value[2] + x * (value[3] - value[2]);
  return low + y * (high - low);
}

/// sign grad f at the octants' middles, plus `diagonal` on the diagonal.
ES_HD inline void middle_columns(const Vec3* corner, double h, double sign, double diagonal,
                                 PointColumns& out) {
  for (int i = 0; i < 3; ++i) {
    double value[8];
    for (int n = 0; n < 8; ++n) value[n] = corner[n][i];
    const octants::Gradient<double> g = octants::gradient(value, sign / h);
    for (int q = 0; q < 8; ++q) {
      out.c0[i][q] = g.x[octants::along_x(q)] + (i == 0 ? diagonal : 0);
      out.c1[i][q] = g.y[octants::along_y(q)] + (i == 1 ? diagonal : 0);
      out.c2[i][q] = g.z[octants::along_z(q)] + (i == 2 ? diagonal : 0);
    }
  }
}

/// sign grad f at the points, plus `diagonal` on the diagonal.
ES_HD inline void point_columns(const CellPoints& points, const Vec3* corner, double h, double sign,
                                double diagonal, PointColumns& out) {
  if (points.at_middles) {
    middle_columns(corner, h, sign, diagonal, out);
    return;
  }
  const double *x = points.at[0], *y = points.at[1], *z = points.at[2];
  for (int i = 0; i < 3; ++i) {
    double value[8];
    for (int n = 0; n < 8; ++n) value[n] = corner[n][i];
    const octants::Gradient<double> g = octants::edge_gradient(value, sign / h);
    for (int q = 0; q < 8; ++q) {
      out.c0[i][q] = between_edges(g.x, y[q], z[q]) + (i == 0 ? diagonal : 0);
      out.c1[i][q] = between_edges(g.y, x[q], z[q]) + (i == 1 ? diagonal : 0);
      out.c2[i][q] = between_edges(g.z, x[q], y[q]) + (i == 2 ? diagonal : 0);
    }
  }
}

/// Values of a field at the points.
ES_HD inline void point_values(const CellPoints& points, const Vec3* corner, Vec3* value) {
  for (int q = 0; q < 8; ++q) value[q] = corner[q];
  if (points.at_middles) {
    octants::blend8(value);
    return;
  }
  for (int q = 0; q < 8; ++q) {
    const double x = points.at[0][q], y = points.at[1][q], z = points.at[2][q];
    Vec3 sum;
    for (int n = 0; n < 8; ++n)
      sum += ((n & 1 ? x : 1 - x) * (n & 2 ? y : 1 - y) * (n & 4 ? z : 1 - z)) * corner[n];
    value[q] = sum;
  }
}

/// The transpose of between_edges at all points: adds their t to the 4 edges.
ES_HD inline void add_to_edges(const double* t, const double* x, const double* y, double* edge) {
  for (int q = 0; q < 8; ++q) {
    const double high = y[q] * t[q], low = t[q] - high;
    edge[0] += (1 - x[q]) * low, edge[1] += x[q] * low;
    edge[2] += (1 - x[q]) * high, edge[3] += x[q] * high;
  }
}

/// Adds to `corner` the sum of t . grad S_N over the points.
/// @param tx,ty,tz  components of t at the points
ES_HD inline void add_divergence(const CellPoints& points, const double* tx, const double* ty,
                                 const double* tz, double inverse_h, double* corner) {
  octants::Gradient<double> flux{{}, {}, {}};
  if (!points.at_middles) {
    const double *x = points.at[0], *y = points.at[1], *z = points.at[2];
    add_to_edges(tx, y, z, flux.x), add_to_edges(ty, x, z, flux.y), add_to_edges(tz, x, y, flux.z);
    octants::add_edge_divergence(flux, inverse_h, corner);
    return;
  }
  for (int n = 0; n < 4; ++n) {
    const int y = (n & 1) + 4 * (n >> 1);
    flux.x[n] = tx[2 * n] + tx[2 * n + 1];
    flux.y[n] = ty[y] + ty[y + 2];
    flux.z[n] = tz[n] + tz[n + 4];
  }
  octants::add_divergence(flux, inverse_h, corner);
}

/// What the points hold becomes what the corners get of it, sum_q value_q S_N(q); in place.
ES_HD inline void share(const CellPoints& points, double* value) {
  if (points.at_middles) {
    octants::blend8(value);
    return;
  }
  double corner[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int q = 0; q < 8; ++q) {
    const double x = points.at[0][q], y = points.at[1][q], z = points.at[2][q];
    for (int n = 0; n < 8; ++n)
      corner[n] += value[q] * (n & 1 ? x : 1 - x) * (n & 2 ? y : 1 - y) * (n & 4 ? z : 1 - z);
  }
  for (int n = 0; n < 8; ++n) value[n] = corner[n];
}

}  // namespace eulersolid
