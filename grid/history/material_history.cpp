#include "grid/history/material_history.h"

#include <algorithm>

#include "grid/constants.h"
#include "grid/history/constants.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

ES_HD Inelastic read(Span<const double> numbers, Index point) {
  const double* n = &numbers[history_numbers * point];
  return {{n[0], n[1], n[2], n[3], n[4], n[5]}, n[6]};
}

ES_HD void write(Span<double> numbers, Index point, const Inelastic& value) {
  double* n = &numbers[history_numbers * point];
  n[0] = value.C.xx, n[1] = value.C.yy, n[2] = value.C.zz;
  n[3] = value.C.xy, n[4] = value.C.xz, n[5] = value.C.yz, n[6] = value.strain;
}

/// A point that a node of the lattice is fitted to.
struct FittedPoint {
  int number;
  Vec3 from;      ///< the node, in nodes
  double weight;  ///< of its value in that of the node
};

/// Weights of the value at the node of the linear function that is nearest to the points' values by
/// squares over the square of the distance; their mean where they lie in a plane.
void fit_linear(std::vector<FittedPoint>& points) {
  double sum = 0;
  Vec3 mean;
  for (FittedPoint& point : points) {
    point.weight = 1 / dot(point.from, point.from);
    sum += point.weight, mean += point.weight * point.from;
  }
  mean = (1 / sum) * mean;
  Mat3 square{};
  for (const FittedPoint& point : points)
    square = square + (point.weight / sum) * outer(point.from - mean, point.from - mean);
  // The value at the node is that at the mean less the slope times the mean.
  const bool is_plane = determinant(square) < flat_fit;
  const Vec3 slope = is_plane ? Vec3{} : inverse(square) * mean;
  for (FittedPoint& point : points) point.weight *= (1 - dot(slope, point.from - mean)) / sum;
}

/// Nodes of a lattice that are fitted to points, some of them each.
struct FittedNodes {
  std::vector<int> nodes, nearest, start{0}, of;
  std::vector<double> weight;
};

/// Those that have points within reach.
/// @param position  by node: its number among the points, or -1
FittedNodes fitted_nodes(Cells lattice, const std::vector<int>& position) {
  FittedNodes fitted;
  for (Index n = 0; n < lattice.count(); ++n) {
    if (position[std::size_t(n)] >= 0) continue;
    const Int3 node = lattice.coordinates(n);
    std::vector<FittedPoint> near;
    for (int k = -fit_reach; k <= fit_reach; ++k)
      for (int j = -fit_reach; j <= fit_reach; ++j)
        for (int i = -fit_reach; i <= fit_reach; ++i) {
          const Int3 other = node + Int3{i, j, k};
          if (!lattice.contains(other)) continue;
          const int p = position[std::size_t(lattice.index(other))];
          if (p >= 0) near.push_back({p, {double(i), double(j), double(k)}, 0});
        }
    if (near.empty()) continue;
    fit_linear(near);
    for (const FittedPoint& point : near)
      fitted.of.push_back(point.number), fitted.weight.push_back(point.weight);
    fitted.nearest.push_back(
        std::min_element(near.begin(), near.end(), [](const FittedPoint& a, const FittedPoint& b) {
          return dot(a.from, a.from) < dot(b.from, b.from);
        })->number);
    fitted.nodes.push_back(int(n)), fitted.start.push_back(int(fitted.of.size()));
  }
  return fitted;
}

/// Has what a fit says the positive eigenvalues that a tensor of squared lengths has, and nearly
/// its volume?
ES_HD bool is_tensor_of_lengths(const Symmetric& C) {
  return C.xx > 0 && C.xx * C.yy > C.xy * C.xy && determinant(full(C)) > min_fitted_det;
}

/// Where the map has lost a point, or is inverted, nothing flows.
template <class L>
void flow(const L& law, std::int8_t number, const SmoothMap& map, double dt, Span<const Vec3> rest,
          Span<const std::int8_t> material, BodyState& state) {
  const Span<const Vec3> at = state.history_at.span();
  const Span<double> history = state.history.span();
  const DetRange whole = valid_det;
  parallel_for(at.size, [=] ES_DEVICE(Index p) {
    if (material[p] != number) return;
    const SmoothMap::Value value = map.at(at[p]);
    if (!value.known || norm(at[p] - value.u - rest[p]) > lost_memory * map.h) return;
    const Mat3 A = value.gradient();
    if (!whole.holds(determinant(A))) return;
    write(history, p, flowed(law, A, read(history, p), dt));
  });
}

/// Nodes outside of a body, and the points that they follow.
struct Followers {
  Span<const int> nodes, nearest, start, of;
  Span<const double> weight;
};

void fill_lattice(Span<const double> history, Span<const int> inside, Followers outside,
                  Span<Inelastic> now) {
  parallel_for(inside.size, [=] ES_DEVICE(Index p) { now[inside[p]] = read(history, p); });
  parallel_for(outside.nodes.size, [=] ES_DEVICE(Index n) {
    Inelastic fit;
    fit.C = {};
    for (int w = outside.start[n]; w < outside.start[n + 1]; ++w) {
      const Inelastic value = read(history, outside.of[w]);
      fit.C = fit.C + outside.weight[w] * value.C, fit.strain += outside.weight[w] * value.strain;
    }
    fit.strain = larger(fit.strain, 0);
    now[outside.nodes[n]] = is_tensor_of_lengths(fit.C) ? fit : read(history, outside.nearest[n]);
  });
}

bool remembers(const Material& material) {
  return std::visit([](const auto& law) { return HasMemory<std::decay_t<decltype(law)>>; },
                    material.law);
}

}  // namespace

void MaterialHistory::make(const PlacedShape& shape, const BodyMaterials& materials, double h,
                           const AffineMap& place, BodyState& state) {
  bool any = false;
  materials.each_on_host(
      [&](const Material& material, const MaterialShare&) { any = any || remembers(material); });
  if (!any) return;
  const Bounds box = bounds(shape);
  spacing_ = h, first_ = box.low - Vec3{h, h, h};
  const Vec3 size = (1 / h) * (box.high - box.low);
  nodes_ = {int(std::ceil(size.x)) + 3, int(std::ceil(size.y)) + 3, int(std::ceil(size.z)) + 3};
  std::vector<int> inside, position(std::size_t(nodes_.count()), -1);
  std::vector<Vec3> at;
  const auto place_of_node = [&](Int3 n) {
    return first_ + h * Vec3{double(n.x), double(n.y), double(n.z)};
  };
  for (Index n = 0; n < nodes_.count(); ++n) {
    const Vec3 X = place_of_node(nodes_.coordinates(n));
    if (!(signed_distance(shape, X) < 0)) continue;
    position[std::size_t(n)] = int(inside.size());
    inside.push_back(int(n)), rest_.push_back(X), at.push_back(place.at(X));
  }
  std::vector<std::int8_t> material(inside.size());
  std::vector<double> most(inside.size(), 0.0);
  materials.each_on_host([&](const Material&, const MaterialShare& share) {
    for (std::size_t p = 0; p < inside.size(); ++p)
      if (const double part = share.at(rest_[p], h); part > most[p])
        most[p] = part, material[p] = std::int8_t(share.number);
  });
  const FittedNodes outside = fitted_nodes(nodes_, position);
  inside_.assign(inside), material_.assign(material), rest_now_.assign(rest_);
  outside_.assign(outside.nodes), nearest_.assign(outside.nearest);
  fit_start_.assign(outside.start), fit_of_.assign(outside.of);
  fit_weight_.assign(outside.weight);
  state.history_at.assign(at);
  std::vector<double> numbers;
  for (std::size_t p = 0; p < inside.size(); ++p)
    numbers.insert(numbers.end(), {1, 1, 1, 0, 0, 0, 0});
  state.history.assign(numbers);
  now_.assign(std::vector<Inelastic>(std::size_t(nodes_.count())));
  renew(state);
}

void MaterialHistory::fill(const BodyState& state) {
  fill_lattice(
      state.history.span(), inside_.span(),
      {outside_.span(), nearest_.span(), fit_start_.span(), fit_of_.span(), fit_weight_.span()},
      now_.span());
}

void MaterialHistory::renew(const BodyState& state) {
  if (empty()) return;
  fill(state);
  before_.copy_from(now_.span());
}

void MaterialHistory::advance(const BodyMaterials& materials, const GridSpec& grid, double dt,
                              BodyState& state) {
  if (empty()) return;
  const SmoothMap map = map_of(state, grid);
  advect_points(state, grid, dt, rest_now_.span(), state.history_at.span());
  materials.each([&](const Material& material, const MaterialShare& share) {
    std::visit(
        [&]<class L>(const L& law) {
          if constexpr (HasMemory<L>)
            flow(law, std::int8_t(share.number), map, dt, rest_now_.span(), material_.span(),
                 state);
        },
        material.law);
  });
  before_.swap(now_);
  fill(state);
}

void MaterialHistory::take_from(const MaterialHistory& other, const BodyState& from,
                                const GridFields& map, BodyState& state) {
  if (empty()) return;
  place_points(map, other.rest_, from.history_at.to_host(), other.spacing_, rest_,
               state.history_at);
  const HistoryView history = other.view();
  const Span<const Vec3> rest = rest_now_.span();
  const Span<double> to = state.history.span();
  parallel_for(rest.size,
               [=] ES_DEVICE(Index p) { write(to, p, history.at(rest[p], history.now)); });
  renew(state);
}

ES_END
