#include "io/surface/near_cells.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// phi at the corners of a cell: the least and largest, and a bound of its slope.
struct Corners {
  bool known = true;
  double least = INFINITY, largest = -INFINITY, slope = 0;
};

Corners corners_of(const std::vector<double>& phi, Cells nodes, Int3 cell, double h) {
  Corners corners;
  double value[8];
  for (int n = 0; n < 8; ++n) {
    value[n] = phi[std::size_t(nodes.index(cell + Int3{n & 1, (n >> 1) & 1, n >> 2}))];
    if (!std::isfinite(value[n])) return {false};
    corners.least = std::min(corners.least, value[n]);
    corners.largest = std::max(corners.largest, value[n]);
  }
  Vec3 change;  // the most along each axis
  for (int n = 0; n < 8; ++n)
    for (int axis = 0; axis < 3; ++axis)
      if (const int step = 1 << axis; (n & step) == 0)
        change[axis] = std::max(change[axis], std::fabs(value[n + step] - value[n]));
  corners.slope = norm(change) / h;
  return corners;
}

/// phi_0(X) at the nodes; infinite where X is not known.
std::vector<double> levels(const BodyMap& body, double h, Vec3 corner) {
  std::vector<double> phi(body.u.size(), INFINITY);
  for (std::size_t n = 0; n < phi.size(); ++n) {
    if (!body.known[n]) continue;
    const Int3 at = body.nodes.coordinates(Index(n));
    const Vec3 x = corner + h * Vec3{double(at.x), double(at.y), double(at.z)};
    phi[n] = signed_distance(body.shape, x - body.u[n]);
  }
  return phi;
}

/// Nothing in the cell is farther than this from a corner, with what a spline may differ by from
/// its nodes' values.
constexpr double farthest_from_corner = 1.2;  // [h]

Nearness nearness_of(const Corners& corners, double h, double reach) {
  if (!corners.known) return Nearness::outside;
  // phi changes by no more than this part of the way gone; 1 where the body is as at rest.
  const double steepest = std::max(1.0, corners.slope);
  const double far = (reach + farthest_from_corner * h) * steepest;
  if (corners.least > far) return Nearness::outside;
  return corners.largest < -far ? Nearness::inside : Nearness::near;
}

}  // namespace

NearCells::NearCells(const BodyMap& body, Vec3 origin, double h, double reach)
    : cells_(body.cells()) {
  const Vec3 corner =
      origin + h * Vec3{double(body.first.x), double(body.first.y), double(body.first.z)};
  const std::vector<double> phi = levels(body, h, corner);
  nearness_.resize(std::size_t(cells_.count()));
  low_ = {cells_.nx, cells_.ny, cells_.nz};
  for (Index c = 0; c < cells_.count(); ++c) {
    const Int3 cell = cells_.coordinates(c);
    const Nearness nearness = nearness_of(corners_of(phi, body.nodes, cell, h), h, reach);
    nearness_[std::size_t(c)] = nearness;
    if (nearness == Nearness::outside) continue;
    any_ = true;
    for (int axis = 0; axis < 3; ++axis) {
      low_[axis] = std::min(low_[axis], cell[axis]);
      high_[axis] = std::max(high_[axis], cell[axis] + 1);
    }
  }
}

}  // namespace eulersolid
