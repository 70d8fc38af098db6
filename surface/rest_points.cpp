#include "surface/rest_points.h"

#include <array>
#include <cstdint>
#include <unordered_map>

#include "kernels/math/cells.h"
#include "kernels/math/mat3.h"
#include "shapes/placed_shape.h"
#include "shapes/samples/sharp_distance.h"
#include "surface/constants.h"

namespace eulersolid {

namespace {

Int3 corner_of(int n) { return {n & 1, (n >> 1) & 1, n >> 2}; }

class Contour {
 public:
  Contour(const Shape& shape, double spacing) : placed_{shape, {}}, spacing_(spacing) {}

  RestContour contour() {
    const Bounds box = bounds(placed_);
    const Vec3 extent = (1 / spacing_) * (box.high - box.low);
    const double most = std::fmax(extent.x, std::fmax(extent.y, extent.z)) + 4;
    int size = 1;
    while (size < most) size *= 2;
    // The middle of the shape is that of a cell: mirrored shapes have mirrored points.
    origin_ = 0.5 * (box.low + box.high) - (0.5 * size + 0.5) * spacing_ * Vec3{1, 1, 1};
    visit({0, 0, 0}, size);
    for (std::size_t c = 0; c < cells_.size(); ++c) add_faces(cells_[c]);
    return {std::move(points_), std::move(faces_)};
  }

 private:
  Vec3 position(Int3 node) const {
    return origin_ + spacing_ * Vec3{double(node.x), double(node.y), double(node.z)};
  }
  double distance(Vec3 p) const { return DistanceAround(placed_, p).value(); }
  Vec3 slope(Vec3 p) const {
    const DistanceAround around(placed_, p);
    const double step = 0.01 * spacing_;
    Vec3 g;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 ahead = p, behind = p;
      ahead[axis] += step, behind[axis] -= step;
      g[axis] = around.at(ahead) - around.at(behind);
    }
    return normalized(g);
  }
  static std::uint64_t key(Int3 cell) {
    return (std::uint64_t(cell.x) << 42) | (std::uint64_t(cell.y) << 21) | std::uint64_t(cell.z);
  }

  /// Signed distances are 1-Lipschitz, those between samples almost: cubes without surface are left
  /// out at once.
  void visit(Int3 low, int size) {
    const double half = 0.5 * size * spacing_;
    if (std::fabs(distance(position(low) + half * Vec3{1, 1, 1})) > 2.2 * half) return;
    if (size == 1) {
      add_cell(low);
      return;
    }
    for (int n = 0; n < 8; ++n) {
      const Int3 at = corner_of(n);
      const int step = size / 2;
      visit(low + Int3{step * at.x, step * at.y, step * at.z}, step);
    }
  }

  void add_cell(Int3 cell) {
    std::array<double, 8> phi;
    int inside = 0;
    for (int n = 0; n < 8; ++n) {
      phi[std::size_t(n)] = distance(position(cell + corner_of(n)));
      inside += phi[std::size_t(n)] < 0;
    }
    if (inside == 0 || inside == 8) return;
    number_.emplace(key(cell), int(points_.size()));
    cells_.push_back({cell, phi});
    points_.push_back(point_in(cell, phi));
  }

  /// Where the surface crosses an edge of the lattice, to rounding: mirrored shapes have mirrored
  /// points. By false positions (the Illinois method: an end that stays counts half as much).
  Vec3 crossing(Vec3 a, Vec3 b, double phi_a, double phi_b) const {
    double weight_a = phi_a, weight_b = phi_b;
    for (int round = 0; round < 60 && norm(b - a) > 1e-14 * spacing_; ++round) {
      const Vec3 middle = a + (weight_a / (weight_a - weight_b)) * (b - a);
      const double phi = distance(middle);
      if (std::fabs(phi) < 1e-14 * spacing_) return middle;
      if ((phi < 0) == (phi_a < 0)) {
        a = middle, weight_a = phi, weight_b *= 0.5;
      } else {
        b = middle, weight_b = phi, weight_a *= 0.5;
      }
    }
    return 0.5 * (a + b);
  }

  RestPoint point_in(Int3 cell, const std::array<double, 8>& phi) const {
    Vec3 at[12], normal[12], middle, mean;
    int count = 0;
    for (int n = 0; n < 8; ++n) {
      for (int axis = 0; axis < 3; ++axis) {
        const int m = n | (1 << axis);
        if (m == n || (phi[std::size_t(n)] < 0) == (phi[std::size_t(m)] < 0)) continue;
        at[count] = crossing(position(cell + corner_of(n)), position(cell + corner_of(m)),
                             phi[std::size_t(n)], phi[std::size_t(m)]);
        normal[count] = slope(at[count]);
        middle += at[count], mean += normal[count];
        ++count;
      }
    }
    middle = (1.0 / count) * middle, mean = normalized(mean);
    Mat3 planes = diagonal(pull_to_middle, pull_to_middle, pull_to_middle);
    double least = 1;
    for (int c = 0; c < count; ++c) {
      planes = planes + outer(normal[c], normal[c]);
      least = std::fmin(least, dot(normal[c], mean));
    }
    const Mat3 solve = inverse(planes);
    Vec3 nearest = middle;
    for (int round = 0; round < 5; ++round) {  // each takes all but a thousandth of the pull away
      Vec3 right;
      for (int c = 0; c < count; ++c) right += dot(normal[c], at[c] - nearest) * normal[c];
      nearest += solve * right;
    }
    // A point of a narrow cone may lie two cells beyond the crossings; what is not there is none.
    if (!(norm(nearest - middle) < 3 * spacing_) ||
        !(std::fabs(distance(nearest)) < 0.1 * spacing_))
      nearest = middle;
    RestPoint point{nearest, {}, least < sharp_cosine};
    point.at -= distance(point.at) * slope(point.at);
    return point;
  }

  struct Cell {
    Int3 at;
    std::array<double, 8> phi;
  };

  /// Shares out the faces that cross the cell's three edges from its first corner.
  void add_faces(const Cell& cell) {
    for (int axis = 0; axis < 3; ++axis) {
      const double first = cell.phi[0], last = cell.phi[std::size_t(1 << axis)];
      if ((first < 0) == (last < 0)) continue;
      Int3 u, v;
      u[(axis + 1) % 3] = 1, v[(axis + 2) % 3] = 1;
      const Int3 around[4] = {cell.at, cell.at - u, cell.at - u - v, cell.at - v};
      RestFace face;
      bool whole = true;
      for (std::size_t c = 0; c < 4; ++c) {
        const auto found = number_.find(key(around[c]));
        whole = whole && found != number_.end();
        if (whole) face[first < 0 ? c : 3 - c] = found->second;
      }
      if (!whole) continue;
      const auto at = [&](std::size_t c) { return points_[std::size_t(face[c])].at; };
      const Vec3 area = 0.5 * cross(at(2) - at(0), at(3) - at(1));
      for (const int p : face) points_[std::size_t(p)].area += 0.25 * area;
      faces_.push_back(face);
    }
  }

  PlacedShape placed_;
  double spacing_;
  Vec3 origin_;
  std::unordered_map<std::uint64_t, int> number_;
  std::vector<Cell> cells_;
  std::vector<RestPoint> points_;
  std::vector<RestFace> faces_;
};

}  // namespace

RestContour rest_contour(const Shape& shape, double spacing) {
  return Contour(shape, spacing).contour();
}

}  // namespace eulersolid
