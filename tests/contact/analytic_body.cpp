#include "tests/contact/analytic_body.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

ES_BEGIN

namespace {

constexpr int margin = 7;

template <class Visit>
void for_neighbourhood(const NodeBox& node_box, int node, Visit visit) {
  const Int3 at = node_box.nodes.coordinates(node);
  for (int z = -ghost_reach; z <= ghost_reach; ++z) {
    for (int y = -ghost_reach; y <= ghost_reach; ++y) {
      for (int x = -ghost_reach; x <= ghost_reach; ++x) {
        const Int3 d{x, y, z};
        if (node_box.nodes.contains(at + d)) visit(int(node_box.nodes.index(at + d)), d);
      }
    }
  }
}

}  // namespace

AnalyticBody::AnalyticBody(const GridSpec& grid, const PlacedShape& shape, double density,
                           Vector velocity)
    : grid_(grid), shape_(shape) {
  const auto [low, high] = bounds(shape);
  const auto node_below = [&](double x, double origin) {
    return int(std::floor((x - origin) / grid.h));
  };
  node_box_.first = {node_below(low.x, grid.origin.x) - margin,
                     node_below(low.y, grid.origin.y) - margin,
                     node_below(low.z, grid.origin.z) - margin};
  const Int3 last{node_below(high.x, grid.origin.x) + 1 + margin,
                  node_below(high.y, grid.origin.y) + 1 + margin,
                  node_below(high.z, grid.origin.z) + 1 + margin};
  node_box_.nodes = {last.x - node_box_.first.x + 1, last.y - node_box_.first.y + 1,
                     last.z - node_box_.first.z + 1};
  const int count = int(node_box_.nodes.count());
  std::vector<double> phi_list;
  std::vector<Vec3> velocity_list(std::size_t(count),
                                  Vec3{NAN, NAN, NAN});  // read only where active
  for (int n = 0; n < count; ++n) phi_list.push_back(signed_distance(shape_, position(n)));
  integrate_mass(density);
  number_layers();
  fit_ghosts();
  aggregate();
  for (int n : active_list_) velocity_list[std::size_t(n)] = velocity(position(n));
  for (int n = 0; n < count; ++n) {
    if (layer_list_[std::size_t(n)] > 3) phi_list[std::size_t(n)] = NAN;  // not valid there
  }
  phi_.assign(phi_list);
  u_.assign(std::vector<Vec3>(std::size_t(count)));
  mass_.assign(mass_list_);
  layers_.assign(layer_list_);
  dof_.assign(dof_list_);
  ghost_.assign(ghost_list_);
  active_.assign(active_list_);
  fits_.assign(fit_list_);
  stencils_.assign(stencil_list_);
  surface_.make(shape, grid.h);
  velocity_.assign(velocity_list);
}

void AnalyticBody::integrate_mass(double density) {
  const double h = grid_.h, octant = h * h * h / 8;
  mass_list_.assign(std::size_t(node_box_.nodes.count()), 0);
  for (int k = 0; k + 1 < node_box_.nodes.nz; ++k) {
    for (int j = 0; j + 1 < node_box_.nodes.ny; ++j) {
      for (int i = 0; i + 1 < node_box_.nodes.nx; ++i) {
        const Vec3 corner = grid_.position(node_box_.first + Int3{i, j, k});
        for (int q = 0; q < 8; ++q) {
          const double xi[3] = {q & 1 ? 0.75 : 0.25, q & 2 ? 0.75 : 0.25, q & 4 ? 0.75 : 0.25};
          const double distance = signed_distance(shape_, corner + h * Vec3{xi[0], xi[1], xi[2]});
          const double m = density * octant * std::clamp(0.5 - distance / (0.5 * h), 0.0, 1.0);
          for (int n = 0; n < 8; ++n) {
            const double S = (n & 1 ? xi[0] : 1 - xi[0]) * (n & 2 ? xi[1] : 1 - xi[1]) *
                             (n & 4 ? xi[2] : 1 - xi[2]);
            mass_list_[std::size_t(
                node_box_.nodes.index(i + (n & 1), j + ((n >> 1) & 1), k + (n >> 2)))] += S * m;
          }
        }
      }
    }
  }
  dof_list_.assign(mass_list_.size(), -1);
  for (std::size_t n = 0; n < mass_list_.size(); ++n) {
    if (mass_list_[n] < 0.1 * density * h * h * h) continue;
    dof_list_[n] = int(active_list_.size());
    active_list_.push_back(int(n));
  }
}

void AnalyticBody::number_layers() {
  layer_list_.assign(mass_list_.size(), layer::unknown);
  for (int a : active_list_) {
    const Int3 at = node_box_.nodes.coordinates(a);
    for (int z = -4; z <= 4; ++z) {
      for (int y = -4; y <= 4; ++y) {
        for (int x = -4; x <= 4; ++x) {
          const Int3 node = at + Int3{x, y, z};
          if (!node_box_.nodes.contains(node)) continue;
          std::int8_t& mine = layer_list_[std::size_t(node_box_.nodes.index(node))];
          const int distance = std::max({std::abs(x), std::abs(y), std::abs(z)});
          mine = std::min(mine, std::int8_t(distance));
        }
      }
    }
  }
}

void AnalyticBody::fit_ghosts() {
  const DistanceWeights weights = distance_weights();
  ghost_list_.assign(mass_list_.size(), -1);
  for (int n = 0; n < int(layer_list_.size()); ++n) {
    if (layer_list_[std::size_t(n)] != 1 && layer_list_[std::size_t(n)] != 2) continue;
    ghost_list_[std::size_t(n)] = int(ghosts_.size());
    ghosts_.push_back(n);
    double s = 0;
    Vec3 first;
    Mat3 second{};
    for_neighbourhood(node_box_, n, [&](int k, Int3 d) {
      if (dof_list_[std::size_t(k)] < 0) return;
      const double w = weights(d.x, d.y, d.z);
      const Vec3 offset{double(d.x), double(d.y), double(d.z)};
      s += w;
      first += w * offset;
      second = second + outer(w * offset, offset);
    });
    const Mat3 central = second - (1 / s) * outer(first, first);
    const double scale = trace(central) / 3;
    GhostFit fit{1 / s, {}};
    if (determinant(central) > 1e-4 * scale * scale * scale) {
      const Vec3 direction = inverse(central) * ((1 / s) * first);
      fit = {1 / s + dot((1 / s) * first, direction), -direction};
    }
    fit_list_.push_back(fit);
    std::uint64_t slice[5] = {0, 0, 0, 0, 0};
    for_neighbourhood(node_box_, n, [&](int k, Int3 d) {
      if (dof_list_[std::size_t(k)] < 0) return;
      slice[d.z + 2] |= std::uint64_t(1) << (d.x + 2 + 5 * (d.y + 2));
    });
    stencil_list_.push_back(Stencil::of(slice));
  }
}

void AnalyticBody::aggregate() {
  for (int n : ghosts_) {
    for_neighbourhood(node_box_, n, [&](int k, Int3 d) {
      if (dof_list_[std::size_t(k)] < 0) return;
      mass_list_[std::size_t(k)] +=
          ghost_weight(fit_list_[std::size_t(ghost_list_[std::size_t(n)])], d, distance_weights()) *
          mass_list_[std::size_t(n)];
    });
    mass_list_[std::size_t(n)] = 0;
  }
}

BodyView AnalyticBody::view() {
  return {node_box_,
          shape_,
          u_.span(),
          phi_.span(),
          layers_.span(),
          dof_.span(),
          ghost_.span(),
          fits_.span(),
          stencils_.span(),
          active_.span(),
          mass_.span(),
          velocity_.span(),
          velocity_.span(),
          surface_.rest.span(),
          surface_.area.span(),
          surface_.sharp.span(),
          wave_speed,
          contact_modulus,
          energy_lost};
}

double AnalyticBody::mass() const {
  double total = 0;
  for (int n : active_list_) total += mass_list_[std::size_t(n)];
  return total;
}

Vec3 AnalyticBody::momentum() const {
  const std::vector<Vec3> v = velocities();
  Vec3 total;
  for (int n : active_list_) total += mass_list_[std::size_t(n)] * v[std::size_t(n)];
  return total;
}

Vec3 AnalyticBody::angular_momentum() const {
  const std::vector<Vec3> v = velocities();
  Vec3 total;
  for (int n : active_list_) {
    total += cross(position(n), mass_list_[std::size_t(n)] * v[std::size_t(n)]);
  }
  return total;
}

AnalyticBody make_ball(const GridSpec& grid, Vec3 centre, double radius, Vec3 velocity,
                       double density) {
  return {grid, {Shape::sphere(radius), Pose{centre}}, density, [=](Vec3) { return velocity; }};
}

AnalyticBody make_box(const GridSpec& grid, Vec3 centre, Vec3 half, Vec3 velocity, double density) {
  return {grid, {Shape::box(2 * half), Pose{centre}}, density, [=](Vec3) { return velocity; }};
}

ES_END
