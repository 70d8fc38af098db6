#include "bench/verification/fields.h"

#include <cmath>

#include "grid/constants.h"

namespace eulersolid::verification {

namespace {

GridSpec grid_of(const Scene& scene) { return {scene.grid.origin, scene.grid.cell_size}; }

}  // namespace

Nodes::Nodes(const Simulation& simulation, const Scene& scene, int body)
    : state_(simulation.state().bodies[std::size_t(body)]), grid_(grid_of(scene)) {}

void Nodes::visit(const std::function<void(double, Vec3, Vec3, Vec3)>& visit) const {
  for (Index n = 0; n < state_.node_box.nodes.count(); ++n) {
    const std::size_t at = std::size_t(n);
    if (state_.layers[at] != layer::active) continue;
    const Vec3 x = grid_.position(state_.node_box.to_grid(n));
    visit(state_.mass[at], x - state_.u[at], state_.u[at], state_.v[at]);
  }
}

Vec3 Nodes::mean_displacement() const {
  double mass = 0;
  Vec3 sum;
  visit([&](double m, Vec3, Vec3 u, Vec3) { mass += m, sum += m * u; });
  return (1 / mass) * sum;
}

Vec3 Nodes::displacement_at(Vec3 point, double reach) const {
  double mass = 0;
  Vec3 mean_X, mean_u;
  visit([&](double m, Vec3 X, Vec3 u, Vec3) {
    if (norm(X - point) <= reach) mass += m, mean_X += m * X, mean_u += m * u;
  });
  mean_X = (1 / mass) * mean_X, mean_u = (1 / mass) * mean_u;
  Mat3 uX{}, XX{};
  visit([&](double m, Vec3 X, Vec3 u, Vec3) {
    if (norm(X - point) > reach) return;
    uX = uX + m * outer(u - mean_u, X - mean_X), XX = XX + m * outer(X - mean_X, X - mean_X);
  });
  return mean_u + uX * (inverse(XX) * (point - mean_X));
}

Mat3 Nodes::mean_gradient() const {
  double mass = 0;
  Vec3 mean_X, mean_x;
  visit([&](double m, Vec3 X, Vec3 u, Vec3) { mass += m, mean_X += m * X, mean_x += m * (X + u); });
  mean_X = (1 / mass) * mean_X, mean_x = (1 / mass) * mean_x;
  Mat3 xX{}, XX{};
  visit([&](double m, Vec3 X, Vec3 u, Vec3) {
    xX = xX + m * outer(X + u - mean_x, X - mean_X), XX = XX + m * outer(X - mean_X, X - mean_X);
  });
  return xX * inverse(XX);
}

double Nodes::rms_error(const std::function<Vec3(Vec3)>& exact) const {
  double mass = 0, sum = 0;
  visit([&](double m, Vec3 X, Vec3 u, Vec3) {
    const Vec3 off = u - exact(X);
    mass += m, sum += m * dot(off, off);
  });
  return std::sqrt(sum / mass);
}

double Nodes::projected(const std::function<Vec3(Vec3)>& mode) const {
  double sum = 0;
  visit([&](double m, Vec3 X, Vec3, Vec3 v) { sum += m * dot(v, mode(X)); });
  return sum;
}

void set_velocity(Simulation& simulation, const Scene& scene,
                  const std::function<Vec3(Vec3)>& velocity, int body) {
  SimulationState state = simulation.state();
  HostState& of = state.bodies[std::size_t(body)];
  const GridSpec grid = grid_of(scene);
  for (Index n = 0; n < of.node_box.nodes.count(); ++n)
    of.v[std::size_t(n)] = velocity(grid.position(of.node_box.to_grid(n)));
  simulation.set_state(state);
}

}  // namespace eulersolid::verification
