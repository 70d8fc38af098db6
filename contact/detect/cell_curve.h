#pragma once

#include <cmath>

#include "contact/constants.h"
#include "contact/detect/cell_side.h"

namespace eulersolid {

/// What the trilinear function of a cell's corners leaves out of a function that is curved: its
/// second differences around the nodes, along the cell's edges. At a curved surface that is up to a
/// quarter of h^2/R, by which a gap would change with the place on the grid.
struct CellCurve {
  /// Along each axis, on the four edges of the cell that run along it, numbered by the two other
  /// bits of their corners: around the edge's first node, and around its last.
  double first[3][4] = {}, last[3][4] = {};

  /// Value to add to the mean of the trilinear function over a surface: along each axis that of the
  /// cubic through four nodes, with second differences as they are at the centroid.
  /// @param xi       centroid
  /// @param squares  means of the squares of the coordinates
  ES_HD double mean(Vec3 xi, Vec3 squares) const {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double t = xi[axis];
      const double second =
          (1 - t) * across(first[axis], axis, xi) + t * across(last[axis], axis, xi);
      sum -= 0.5 * (t - squares[axis]) * second;
    }
    return sum;
  }
  /// The same in a point.
  ES_HD double at(Vec3 xi) const { return mean(xi, {xi.x * xi.x, xi.y * xi.y, xi.z * xi.z}); }
  /// What is to be added to the trilinear function's derivatives with respect to xi, to have the
  /// central differences at the nodes interpolated: these are smoother than the function is.
  ES_HD Vec3 gradient(Vec3 xi) const {
    Vec3 g;
    for (int axis = 0; axis < 3; ++axis) {
      const double t = xi[axis];
      g[axis] = 0.5 * (t * across(last[axis], axis, xi) - (1 - t) * across(first[axis], axis, xi));
    }
    return g;
  }

 private:
  ES_HD static double across(const double* d, int axis, Vec3 xi) {
    const double s = xi[axis == 0 ? 1 : 0], t = xi[axis == 2 ? 1 : 2];
    return (1 - s) * (1 - t) * d[0] + s * (1 - t) * d[1] + (1 - s) * t * d[2] + s * t * d[3];
  }
};

/// A second difference, less the more it exceeds `most_curved`, and nothing from twice that on.
/// @param other  the one of the edge's other node, which stands for one that is not known
ES_HD inline double known_curve(double second, double other, double h) {
  if (std::isnan(second)) second = other;
  const double left = 2 * most_curved * h - std::fabs(second);
  return left > 0 ? std::copysign(smaller(std::fabs(second), left), second) : 0;
}

/// @param phi    at the cell's corners
/// @param value  of a node of the grid; NaN where it is not known
template <class Value>
ES_HD CellCurve curve_in(Int3 cell, double h, const double* phi, const Value& value) {
  CellCurve curve;
  for (int axis = 0; axis < 3; ++axis) {
    const int along = 1 << axis;
    Int3 step;
    step[axis] = 1;
    int edge = 0;
    for (int n = 0; n < 8; ++n) {
      if (n & along) continue;
      const Int3 node = cell + trilinear::corner(n);
      const double low = phi[n], high = phi[n + along];
      const double first = value(node - step) - 2 * low + high;
      const double last = low - 2 * high + value(node + step + step);
      curve.first[axis][edge] = known_curve(first, last, h);
      curve.last[axis][edge] = known_curve(last, first, h);
      ++edge;
    }
  }
  return curve;
}

/// @param face  that the side looks with, whose heights stand for distances; -1: none
ES_HD inline CellCurve curve_of(const BodyView& body, const GridSpec& grid, Int3 cell,
                                const double* phi, int face) {
  return curve_in(cell, grid.h, phi, [&](Int3 grid_node) -> double {
    if (!body.window.contains(grid_node)) return NAN;
    const Index node = body.window.index(grid_node);
    if (body.layers[node] > known_layers) return NAN;
    if (face < 0) return body.phi[node];
    const Vec3 X = grid.position(grid_node) - body.u[node];
    return body.phi[node] + seen_from_face(body.shape, face, X).more;
  });
}

ES_HD inline CellCurve curve_of(const ObstacleState& obstacle, const GridSpec& grid, Int3 cell,
                                const double* phi, int face) {
  return curve_in(cell, grid.h, phi, [&](Int3 grid_node) -> double {
    const Vec3 x = grid.position(grid_node);
    return signed_distance(obstacle, x) + (face < 0 ? 0 : seen_from_face(obstacle, face, x).more);
  });
}

}  // namespace eulersolid
