#include "io/surface/map_row.h"

#include <algorithm>
#include <cmath>

#include "io/surface/spline.h"

namespace eulersolid {

namespace {

/// Nodes of the row that a range of x needs.
struct Range {
  int first, end;
};

Range nodes_of(double low, double high, int nodes) {
  return {std::max(0, int(std::floor(low)) - 1), std::min(nodes, int(std::ceil(high)) + 2)};
}

template <class Vector>
auto* flat(Vector* vectors) {
  return &vectors->x;  // three numbers each, one after the other
}

}  // namespace

MapRow::MapRow(const DeformedShape& shape) : shape_(shape) {
  const auto nodes = std::size_t(shape.body().nodes.nx);
  for (std::vector<double>* sums : {&sum_, &along_y_, &along_z_}) sums->resize(3 * nodes);
  velocity_.resize(3 * nodes);
  known_.resize(nodes), known_linear_.resize(nodes);
}

void MapRow::move_to(Vec3 point, double first, double last) {
  point_ = point;
  const BodyMap& body = shape_.body();
  const Vec3 at = shape_.in_nodes(point);
  const Range range =
      nodes_of(shape_.in_nodes({first, 0, 0}).x, shape_.in_nodes({last, 0, 0}).x, body.nodes.nx);
  std::fill(known_.begin(), known_.end(), 0),
      std::fill(known_linear_.begin(), known_linear_.end(), 0);
  if (range.first >= range.end) return;
  const int begin = 3 * range.first, end = 3 * range.end;
  const auto row_of = [&](int y, int z) { return std::size_t(body.nodes.index(0, y, z)); };
  const auto keep_known = [&](std::vector<unsigned char>& known, std::size_t row) {
    for (int i = range.first; i < range.end; ++i)
      known[std::size_t(i)] &= body.known[row + std::size_t(i)];
  };

  if (at.y >= 1 && at.z >= 1 && at.y <= body.nodes.ny - 2 && at.z <= body.nodes.nz - 2) {
    const SplineWeights y(at.y), z(at.z);
    for (std::vector<double>* sums : {&sum_, &along_y_, &along_z_})
      std::fill(sums->begin() + begin, sums->begin() + end, 0.0);
    std::fill(known_.begin() + range.first, known_.begin() + range.end, 1);
    double *sum = sum_.data(), *along_y = along_y_.data(), *along_z = along_z_.data();
    for (int c = 0; c < 3; ++c)
      for (int b = 0; b < 3; ++b) {
        const std::size_t row = row_of(y.first + b, z.first + c);
        const double* u = flat(&body.u[row]);
        const double w = y.w[b] * z.w[c], wy = y.slope[b] * z.w[c], wz = y.w[b] * z.slope[c];
        for (int i = begin; i < end; ++i) {
          sum[i] += w * u[i];
          along_y[i] += wy * u[i];
          along_z[i] += wz * u[i];
        }
        keep_known(known_, row);
      }
  }
  if (at.y >= 0 && at.z >= 0 && at.y <= body.nodes.ny - 1 && at.z <= body.nodes.nz - 1) {
    const Linear y(at.y, body.nodes.ny), z(at.z, body.nodes.nz);
    std::fill(velocity_.begin() + begin, velocity_.begin() + end, 0.0F);
    std::fill(known_linear_.begin() + range.first, known_linear_.begin() + range.end, 1);
    float* sum = velocity_.data();
    for (int c = 0; c < 2; ++c)
      for (int b = 0; b < 2; ++b) {
        const std::size_t row = row_of(y.first + b, z.first + c);
        const float* v = flat(&body.velocity[row]);
        const float w = float(y.w[b] * z.w[c]);
        for (int i = begin; i < end; ++i) sum[i] += w * v[i];
        keep_known(known_linear_, row);
      }
  }
}

DeformedShape::Displacement MapRow::displacement(double x) const {
  const double at = shape_.in_nodes({x, 0, 0}).x;
  if (at >= 1 && at <= shape_.body().nodes.nx - 2) {
    const SplineWeights s(at);
    const auto first = std::size_t(s.first);
    if (known_[first] && known_[first + 1] && known_[first + 2]) {
      DeformedShape::Displacement d;
      d.known = true;
      const double h = 1 / shape_.h();
      const double *sum = &sum_[3 * first], *along_y = &along_y_[3 * first],
                   *along_z = &along_z_[3 * first];
      for (int axis = 0; axis < 3; ++axis) {
        const double u[3] = {sum[axis], sum[3 + axis], sum[6 + axis]};
        d.u[axis] = s.w[0] * u[0] + s.w[1] * u[1] + s.w[2] * u[2];
        d.slope[0][axis] = h * (s.slope[0] * u[0] + s.slope[1] * u[1] + s.slope[2] * u[2]);
        d.slope[1][axis] =
            h * (s.w[0] * along_y[axis] + s.w[1] * along_y[3 + axis] + s.w[2] * along_y[6 + axis]);
        d.slope[2][axis] =
            h * (s.w[0] * along_z[axis] + s.w[1] * along_z[3 + axis] + s.w[2] * along_z[6 + axis]);
      }
      return d;
    }
  }
  return shape_.displacement({x, point_.y, point_.z});
}

Vec3f MapRow::velocity(double x) const {
  const double at = shape_.in_nodes({x, 0, 0}).x;
  const int nodes = shape_.body().nodes.nx;
  if (!(at >= 0 && at <= nodes - 1)) return {};
  const Linear l(at, nodes);
  const auto first = std::size_t(l.first);
  if (!known_linear_[first] || !known_linear_[first + 1]) return {};
  const float a = float(l.w[0]), b = float(l.w[1]), *v = &velocity_[3 * first];
  return {a * v[0] + b * v[3], a * v[1] + b * v[4], a * v[2] + b * v[5]};
}

}  // namespace eulersolid
