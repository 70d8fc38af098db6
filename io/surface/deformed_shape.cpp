#include "io/surface/deformed_shape.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "io/surface/spline.h"

namespace eulersolid {

namespace {

/// Is a point, in nodes, at least `margin` of them away from the ends of a box? Not-a-number is
/// not.
bool is_within(Vec3 at, Cells nodes, double margin) {
  return at.x >= margin && at.y >= margin && at.z >= margin && at.x <= nodes.nx - 1 - margin &&
         at.y <= nodes.ny - 1 - margin && at.z <= nodes.nz - 1 - margin;
}

using Displacement = DeformedShape::Displacement;

Displacement by_spline(const BodyMap& body, double h, Vec3 at) {
  const SplineWeights x(at.x), y(at.y), z(at.z);
  Displacement d;
  for (int c = 0; c < 3; ++c)
    for (int b = 0; b < 3; ++b) {
      const auto row = std::size_t(body.nodes.index(x.first, y.first + b, z.first + c));
      if (!body.known[row] || !body.known[row + 1] || !body.known[row + 2]) return d;
      const Vec3* u = &body.u[row];
      const Vec3 sum = x.w[0] * u[0] + x.w[1] * u[1] + x.w[2] * u[2];
      const Vec3 along = x.slope[0] * u[0] + x.slope[1] * u[1] + x.slope[2] * u[2];
      d.u += (y.w[b] * z.w[c]) * sum;
      d.slope[0] += (y.w[b] * z.w[c]) * along;
      d.slope[1] += (y.slope[b] * z.w[c]) * sum;
      d.slope[2] += (y.w[b] * z.slope[c]) * sum;
    }
  for (Vec3& slope : d.slope) slope = (1 / h) * slope;
  d.known = true;
  return d;
}

Displacement by_corners(const BodyMap& body, double h, Vec3 at) {
  const Linear x(at.x, body.nodes.nx), y(at.y, body.nodes.ny), z(at.z, body.nodes.nz);
  Displacement d;
  for (int n = 0; n < 8; ++n) {
    const int a = n & 1, b = (n >> 1) & 1, c = n >> 2;
    const auto node = std::size_t(body.nodes.index(x.first + a, y.first + b, z.first + c));
    if (!body.known[node]) return {};
    const Vec3 u = body.u[node];
    d.u += (x.w[a] * y.w[b] * z.w[c]) * u;
    d.slope[0] += ((a ? 1 : -1) / h * y.w[b] * z.w[c]) * u;
    d.slope[1] += ((b ? 1 : -1) / h * x.w[a] * z.w[c]) * u;
    d.slope[2] += ((c ? 1 : -1) / h * x.w[a] * y.w[b]) * u;
  }
  d.known = true;
  return d;
}

/// (grad X)^T n, of X = x - u.
Vec3 pulled_back(const Displacement& d, Vec3 n) {
  return n - Vec3{dot(d.slope[0], n), dot(d.slope[1], n), dot(d.slope[2], n)};
}

/// dX/dx, dX/dy, dX/dz.
struct Columns {
  Vec3 x, y, z;
};
Columns map_gradient(const Displacement& d) {
  return {Vec3{1, 0, 0} - d.slope[0], Vec3{0, 1, 0} - d.slope[1], Vec3{0, 0, 1} - d.slope[2]};
}

double det(const Displacement& d) {
  const Columns a = map_gradient(d);
  return dot(a.x, cross(a.y, a.z));
}

/// Mean stretch of lengths by X.
double mean_stretch(const Displacement& d) { return std::cbrt(std::fabs(det(d))); }

/// No length is stretched by more: the root of the largest row sum of A^T A bounds |A|.
double greatest_stretch(const Displacement& d) {
  const Columns a = map_gradient(d);
  const double xy = std::fabs(dot(a.x, a.y)), yz = std::fabs(dot(a.y, a.z)),
               zx = std::fabs(dot(a.z, a.x));
  return std::sqrt(
      std::max({dot(a.x, a.x) + xy + zx, dot(a.y, a.y) + xy + yz, dot(a.z, a.z) + yz + zx}));
}

}  // namespace

DeformedShape::DeformedShape(const BodyMap& body, Vec3 origin, double h)
    : body_(body),
      origin_(origin),
      corner_(origin + h * Vec3{double(body.first.x), double(body.first.y), double(body.first.z)}),
      h_(h) {}

DeformedShape::Displacement DeformedShape::displacement(Vec3 x) const {
  const Vec3 at = in_nodes(x);
  if (is_within(at, body_.nodes, 1.0)) {
    const Displacement smooth = by_spline(body_, h_, at);
    if (smooth.known) return smooth;
  }
  return is_within(at, body_.nodes, 0) ? by_corners(body_, h_, at) : Displacement{};
}

/// By differences over a hundred thousandth of h; shorter than 1 on edges and on medial planes
/// only.
Vec3 DeformedShape::shape_normal(Vec3 X, const DistanceAround& level, double side) const {
  const double step = side * 1e-5 * h_;
  Vec3 n;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 beside = X;
    beside[axis] += step;
    n[axis] = (level.at(beside) - level.value()) / step;
  }
  return n;
}

int DeformedShape::corners_with(const std::vector<std::uint8_t>& flags, Vec3 x) const {
  const Cells cells = body_.cells();
  const Vec3 at = in_nodes(x);
  const auto along = [](double place, int count) {
    return std::clamp(int(std::floor(place)), 0, count - 1);
  };
  const Index lower =
      body_.nodes.index(along(at.x, cells.nx), along(at.y, cells.ny), along(at.z, cells.nz));
  const std::uint8_t* flag = &flags[std::size_t(lower)];
  const Index row = body_.nodes.nx, plane = row * body_.nodes.ny;
  int count = 0;
  for (const Index n : {Index(0), row, plane, plane + row}) count += flag[n] + flag[n + 1];
  return count;
}

bool DeformedShape::may_be_solid(Vec3 x, const Displacement& d) const {
  return det(d) > 0 && (body_.massive.empty() || corners_with(body_.massive, x) > 0);
}

bool DeformedShape::is_witnessed(Vec3 x, const Displacement& d) const {
  const bool is_amidst = !body_.active.empty() && corners_with(body_.active, x) == 8;
  if (!body_.rest || is_amidst) return true;
  return body_.rest->advected(body_.points).may_hold(x - d.u, x, h_);
}

double DeformedShape::without_spurious(double level, Vec3 x, const Displacement& d) const {
  if (!(level < h_)) return level;  // nor what is no number
  const bool ghost = (level < 0 && !may_be_solid(x, d)) || !is_witnessed(x, d);
  return ghost ? std::fmax(std::fabs(level), h_) : level;
}

double DeformedShape::level(Vec3 x) const {
  const Displacement d = displacement(x);
  if (!d.known) return INFINITY;
  return without_spurious(DistanceAround(body_.shape, x - d.u).value(), x, d);
}

double DeformedShape::distance(Vec3 x, const Displacement& d, double most) const {
  constexpr double min_normal = 0.5, min_stretch = 0.02;
  if (!d.known) return INFINITY;
  const DistanceAround around(body_.shape, x - d.u);
  const double level = without_spurious(around.value(), x, d);
  if (std::fabs(level) >= most * greatest_stretch(d)) return std::copysign(most, level);
  const Vec3 n = shape_normal(x - d.u, around);
  // On a medial plane there is no normal, and no surface near it either.
  const double steepness =
      norm(n) > min_normal ? norm(pulled_back(d, normalized(n))) : mean_stretch(d);
  return level / std::fmax(steepness, min_stretch);
}

DeformedShape::LevelAround DeformedShape::level_around(Vec3 x) const {
  const Displacement d = displacement(x);
  if (!d.known) return {};
  const Vec3 X = x - d.u;
  const DistanceAround around(body_.shape, X);
  Vec3 n = shape_normal(X, around);
  if (norm(n) < 0.5) n = shape_normal(X, around, -1);  // at an edge whose solid is ahead
  return {without_spurious(around.value(), x, d), pulled_back(d, n)};
}

Vec3 DeformedShape::normal(Vec3 x) const { return normalized(level_around(x).gradient); }

Vec3f DeformedShape::velocity(Vec3 at) const {
  const Vec3 p = in_nodes(at);
  if (!is_within(p, body_.nodes, 0)) return {};
  const Linear x(p.x, body_.nodes.nx), y(p.y, body_.nodes.ny), z(p.z, body_.nodes.nz);
  Vec3 sum;
  for (int n = 0; n < 8; ++n) {
    const int a = n & 1, b = (n >> 1) & 1, c = n >> 2;
    const auto node = std::size_t(body_.nodes.index(x.first + a, y.first + b, z.first + c));
    if (!body_.known[node]) return {};
    const Vec3f v = body_.velocity[node];
    sum += (x.w[a] * y.w[b] * z.w[c]) * Vec3{v.x, v.y, v.z};
  }
  return {float(sum.x), float(sum.y), float(sum.z)};
}

float DeformedShape::cell_value(const NamedValues& values, Vec3 at) const {
  const Cells cells = body_.cells();
  const Vec3 p = in_nodes(at) - Vec3{0.5, 0.5, 0.5};
  if (!is_within(p, cells, 0)) return values.otherwise;
  const Linear x(p.x, cells.nx), y(p.y, cells.ny), z(p.z, cells.nz);
  double sum = 0, weights = 0;
  for (int n = 0; n < 8; ++n) {
    const int a = n & 1, b = (n >> 1) & 1, c = n >> 2;
    const double w = x.w[a] * y.w[b] * z.w[c];
    const float value =
        values.values[std::size_t(cells.index(x.first + a, y.first + b, z.first + c))];
    if (std::isnan(value)) continue;
    sum += w * double(value), weights += w;
  }
  return weights > 0 ? float(sum / weights) : values.otherwise;
}

std::vector<NamedValues> DeformedShape::cell_values(const std::vector<Vec3>& points) const {
  std::vector<NamedValues> all;
  for (const NamedValues& its : body_.cell_values) {
    all.push_back({its.name, std::vector<float>(points.size())});
    std::vector<float>& at = all.back().values;
    tbb::parallel_for(std::size_t(0), points.size(),
                      [&](std::size_t n) { at[n] = cell_value(its, points[n]); });
  }
  return all;
}

}  // namespace eulersolid
