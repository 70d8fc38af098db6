#pragma once

#include <cstdint>

#include "kernels/math/lanes3.h"
#include "kernels/math/mat3.h"
#include "shapes/placed_shape.h"
#include "surface/constants.h"

namespace eulersolid {

/// Weights of the three nodes nearest to a place on a row of nodes, by the quadratic B-spline, and
/// their derivatives: with t in [-1/2, 1/2] from the nearest, (1/2 - t)^2 / 2, 3/4 - t^2 and
/// (1/2 + t)^2 / 2. They reproduce linear functions.
struct SplineWeights {
  int first;  ///< the lowest of the three
  double w[3], slope[3];

  ES_HD explicit SplineWeights(double at) {
    const double nearest = std::floor(at + 0.5), t = at - nearest;
    first = int(nearest) - 1;
    w[0] = 0.5 * (0.5 - t) * (0.5 - t), w[1] = 0.75 - t * t, w[2] = 0.5 * (0.5 + t) * (0.5 + t);
    slope[0] = t - 0.5, slope[1] = -2 * t, slope[2] = t + 0.5;
  }
};

/// Displacements u = x - X of a box of nodes, as one smooth map: the quadratic B-spline of the
/// nodes' values. Linear displacements are reproduced, others smoothed by h^2/8 of their second
/// derivatives, and first derivatives are continuous.
struct SmoothMap {
  Vec3 corner;   ///< position of node (0, 0, 0) [m]
  double h = 1;  ///< [m]
  Cells nodes;
  Span<const Vec3> u;              ///< [m]
  Span<const std::int8_t> layers;  ///< values are known up to `last`
  std::int8_t last = 0;

  struct Value {
    bool known = false;
    Vec3 u;         ///< [m]
    Vec3 slope[3];  ///< du/dx, du/dy, du/dz [-]

    /// (grad X)^T n.
    ES_HD Vec3 pulled_back(Vec3 n) const {
      return n - Vec3{dot(slope[0], n), dot(slope[1], n), dot(slope[2], n)};
    }
    /// grad X, by rows.
    ES_HD Mat3 gradient() const {
      return transpose(
          Mat3{{Vec3{1, 0, 0} - slope[0], Vec3{0, 1, 0} - slope[1], Vec3{0, 0, 1} - slope[2]}});
    }
    /// At least the largest stretch of grad X, by the row sums of its Gram matrix.
    ES_HD double largest_stretch() const {
      const Vec3 a = Vec3{1, 0, 0} - slope[0], b = Vec3{0, 1, 0} - slope[1],
                 c = Vec3{0, 0, 1} - slope[2];
      const double ab = std::fabs(dot(a, b)), ac = std::fabs(dot(a, c)), bc = std::fabs(dot(b, c));
      return std::sqrt(
          larger(dot(a, a) + ab + ac, larger(dot(b, b) + ab + bc, dot(c, c) + ac + bc)));
    }
  };

  /// False where the node nearest to x has no value, or neighbours outside the box, and at what is
  /// not a number: a cheap test that ends most of what is far away.
  ES_HD bool may_know(Vec3 x) const {
    const Vec3 place = (1 / h) * (x - corner);
    if (!(place.x >= 1 && place.y >= 1 && place.z >= 1 && place.x <= nodes.nx - 2 &&
          place.y <= nodes.ny - 2 && place.z <= nodes.nz - 2))
      return false;
    return layers[nodes.index(int(place.x + 0.5), int(place.y + 0.5), int(place.z + 0.5))] <= last;
  }

  /// Known where all nodes around have values.
  ES_HD Value at(Vec3 x) const {
    Value value;
    if (!may_know(x)) return value;
    const Vec3 place = (1 / h) * (x - corner);
    const SplineWeights wx(place.x), wy(place.y), wz(place.z);
    const Index first = nodes.index(wx.first, wy.first, wz.first),
                plane = nodes.nx * Index(nodes.ny);
    for (int c = 0; c < 3; ++c) {
      for (int b = 0; b < 3; ++b) {
        const Index row = first + b * nodes.nx + c * plane;
        if (layers[row] > last || layers[row + 1] > last || layers[row + 2] > last) return value;
      }
    }
    Lanes3 sums, slope[3];
    for (int c = 0; c < 3; ++c) {
      for (int b = 0; b < 3; ++b) {
        const Index row = first + b * nodes.nx + c * plane;
        const Lanes3 u0 = lanes(u, row), u1 = lanes(u, row + 1), u2 = lanes(u, row + 2);
        const Lanes3 sum = wx.w[0] * u0 + wx.w[1] * u1 + wx.w[2] * u2;
        const Lanes3 along = wx.slope[0] * u0 + wx.slope[1] * u1 + wx.slope[2] * u2;
        sums += (wy.w[b] * wz.w[c]) * sum;
        slope[0] += (wy.w[b] * wz.w[c]) * along;
        slope[1] += (wy.slope[b] * wz.w[c]) * sum;
        slope[2] += (wy.w[b] * wz.slope[c]) * sum;
      }
    }
    value.u = Vec3(sums);
    for (int axis = 0; axis < 3; ++axis) value.slope[axis] = Vec3((1 / h) * slope[axis]);
    value.known = true;
    return value;
  }
};

/// Where the map takes the material X, by Newton's method from a point near it; as near as it gets
/// where the map is not known or no map of a solid.
ES_HD inline Vec3 place_of(const SmoothMap& map, Vec3 X, Vec3 x) {
  for (int round = 0; round < map_rounds; ++round) {
    const SmoothMap::Value value = map.at(x);
    if (!value.known) return x;
    const Mat3 A = value.gradient();
    if (!(determinant(A) > 0)) return x;
    const Vec3 way = inverse(A) * (X - (x - value.u));
    const double length = norm(way), most = farthest_round * map.h;
    if (!(length > 0)) return x;
    x += (length > most ? most / length : 1) * way;
  }
  return x;
}

/// A surface as seen from a point near it.
struct SurfaceView {
  bool known = false;
  double distance = 0;  ///< signed, to first order near the surface [m]
  Vec3 normal;          ///< outward, unit
  bool folded = false;  ///< the map is inside out
};

/// Outward normal of a shape near a point, by central differences; shorter than one at edges.
ES_HD inline Vec3 slope_of(const PlacedShape& shape, Vec3 X, double step) {
  Vec3 n;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 ahead = X, behind = X;
    ahead[axis] += step, behind[axis] -= step;
    n[axis] = (signed_distance(shape, ahead) - signed_distance(shape, behind)) / (2 * step);
  }
  return n;
}

/// The surface phi_0(X(x)) = 0: distance phi_0 / |grad phi_0(X(x))|, with (grad X)^T n_0 as the
/// gradient.
/// @param most  distances beyond it, at rest, are not looked at [m]
/// @param far   nor are those that are farther outside to first order [m]
ES_HD inline SurfaceView view_from(const SmoothMap& map, const PlacedShape& shape, Vec3 x,
                                   double most, double far) {
  SurfaceView view;
  const SmoothMap::Value value = map.at(x);
  if (!value.known) return view;
  const Vec3 X = x - value.u;
  const double phi = signed_distance(shape, X);
  if (!(std::fabs(phi) < most)) return view;
  // Six distances are saved where no normal could bring it near.
  if (phi > far * value.largest_stretch()) return view;
  const Vec3 rest_normal = normalized(slope_of(shape, X, 0.02 * map.h));
  const Vec3 n = value.pulled_back(rest_normal);
  const double length = norm(n);
  if (!(length > 1e-3) || phi > far * length) return view;
  view.known = true;
  view.distance = phi / length, view.normal = (1 / length) * n;
  view.folded = !(determinant(value.gradient()) > 0);
  // Where the surface is dented the slope here is not that of the way to it: where its nearest
  // point at rest is now says more.
  const Vec3 foot = X - phi * rest_normal;
  const Vec3 at = place_of(map, foot, x - view.distance * view.normal);
  const SmoothMap::Value there = map.at(at);
  if (!there.known || !(norm(at - there.u - foot) < 0.1 * map.h)) return view;
  const Vec3 normal = there.pulled_back(rest_normal);
  if (!(dot(normal, n) > 0)) return view;
  view.normal = normalized(normal);
  view.distance = dot(x - at, view.normal);
  return view;
}

ES_HD inline SurfaceView view_from(const PlacedShape& shape, Vec3 x, double most, double h) {
  SurfaceView view;
  view.distance = signed_distance(shape, x);
  if (!(std::fabs(view.distance) < most)) return view;
  view.normal = normalized(slope_of(shape, x, 0.02 * h));
  view.known = dot(view.normal, view.normal) > 0;
  return view;
}

}  // namespace eulersolid
