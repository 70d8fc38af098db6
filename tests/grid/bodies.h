#pragma once

#include <cmath>
#include <vector>

#include "grid/body.h"
#include "tests/shapes/shapes.h"

/// Bodies and measurements that the grid's tests share.
namespace eulersolid::test {

inline const Material soft = {NeoHookean::make(1e5, 0.3), 1000, 0};

inline PlacedShape ball(Vec3 centre, double radius) { return sphere(centre, radius); }

/// Gives every node of the node box the velocity f(position): that of the particle there, over the
/// step to come.
template <class Velocity>
void prescribe(Body& body, const GridSpec& grid, Velocity f) {
  const NodeBox node_box = body.state().node_box;
  std::vector<Vec3> v(std::size_t(node_box.nodes.count()));
  for (std::size_t n = 0; n < v.size(); ++n) v[n] = f(grid.position(node_box.to_grid(Index(n))));
  body.state().v.assign(v);
}

/// In a steady flow, the velocity with which a particle at x goes through a step, to second order.
template <class Flow>
auto halfway(Flow flow, double dt) {
  return [=](Vec3 x) { return flow(x + (0.5 * dt) * flow(x)); };
}

/// Calls visit(position, X, node box index) for every active node.
template <class Visit>
void for_active(const Body& body, const GridSpec& grid, Visit visit) {
  const std::vector<Vec3> u = body.state().u.to_host();
  for (const int node : body.derived().active.to_host()) {
    const Vec3 x = grid.position(body.state().node_box.to_grid(node));
    visit(x, x - u[std::size_t(node)], node);
  }
}

/// Centroid of the solid from the masses of the nodes.
inline Vec3 centroid(const Body& body) { return body.totals().momentum.centroid(); }

}  // namespace eulersolid::test
