#include <gtest/gtest.h>

#include "grid/quadrature/geometry.h"
#include "tests/grid/cases.h"

/// What nodes with little mass give to the active nodes is neither lost nor doubled nor turned.

namespace eulersolid::test {
namespace {

const Case cases[] = {{"ball", ball({0.013, 0.02, 0}, 0.3)},
                      {"box", box({0.01, 0, 0.007}, {0.5, 0.35, 0.25})},
                      {"tilted box", box({0.01, 0, 0.007}, {0.5, 0.35, 0.25}, tilt)},
                      {"tilted cylinder", cylinder({0.01, 0, 0.02}, 0.15, 0.6, tilt)}};

/// A body that a smooth displacement by up to half a cell has deformed, with the mass and force
/// that its cells give the nodes, and layers around the nodes that these make active.
Fields loaded(const Case& c) {
  Fields f = make(c);
  f.state.u.assign(everywhere(f, [](Vec3 x) {
    return 0.02 * Vec3{std::sin(5 * x.y), std::sin(4 * x.x + x.z), std::cos(3 * x.x * x.z)};
  }));
  evaluate_level_set(f.state, f.work, grid, c.shape, {}, 0);
  GeometryReport report = integrate_cells(f.state, f.work, grid, c.shape, soft);
  choose_active(f.state, f.derived, f.work, grid, soft, report);
  update_layers(f.state, f.derived, f.work);
  return f;
}

struct Totals {
  double mass = 0, abs_force = 0;
  Vec3 momentum, force, torque;  ///< momentum of the velocity `linear`
};

template <class Select>
Totals totals(const Fields& f, Select select) {
  const std::vector<double> mass = f.state.mass.to_host();
  const std::vector<Vec3> force = f.state.force.to_host();
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  Totals t;
  for (std::size_t n = 0; n < mass.size(); ++n) {
    if (!select(layers[n])) continue;
    const Vec3 x = f.position(Index(n));
    t.mass += mass[n], t.abs_force += norm(force[n]);
    t.momentum += mass[n] * linear(x), t.force += force[n], t.torque += cross(x, force[n]);
  }
  return t;
}

Totals of_all(const Fields& f) {
  return totals(f, [](int) { return true; });
}
Totals of_active(const Fields& f) {
  return totals(f, [](int at) { return at == layer::active; });
}

/// Fits reproduce linear functions to 1e-13 (see layers_test.cpp); here at most a thousand nodes
/// add up, some of them ghost nodes with a small part of the whole.
constexpr double rounding = 1e-12;

TEST(HandOver, KeepsMassMomentumForceAndTorque) {
  for (const Case& c : cases) {
    Fields f = loaded(c);
    const Totals before = of_all(f);
    const Totals far = totals(f, [](int at) { return at > 2; });
    EXPECT_EQ(far.mass, 0) << c.name << ": all mass lies on active nodes and ghosts";
    aggregate(f.state, f.derived, f.work, {{f.state.force.span(), {}}, {f.state.mass.span(), {}}});
    const Totals after = of_active(f);
    EXPECT_NEAR(after.mass, before.mass, rounding * before.mass) << c.name;
    EXPECT_LT(norm(after.momentum - before.momentum), rounding * before.mass) << c.name;
    EXPECT_LT(norm(after.force - before.force), rounding * before.abs_force) << c.name;
    EXPECT_LT(norm(after.torque - before.torque), rounding * before.abs_force) << c.name;
  }
}

}  // namespace
}  // namespace eulersolid::test
