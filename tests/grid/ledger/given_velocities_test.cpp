#include "grid/ledger/given_velocities.h"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/core/error.h"
#include "tests/grid/bodies.h"

/// What a body's ledger makes of velocities that it is given between two steps.

namespace eulersolid {
namespace {

const GridSpec grid{{0, 0, 0}, 0.1};

Body moving_ball() {
  return Body({"a", test::ball({1, 1, 1}, 0.35), test::soft, {0.5, 0, 0}, {}}, grid);
}

std::vector<Vec3> velocities(const Body& body, auto f) {
  std::vector<Vec3> v;
  const NodeBox node_box = body.state().node_box;
  for (Index n = 0; n < node_box.nodes.count(); ++n)
    v.push_back(f(grid.position(node_box.to_grid(n))));
  return v;
}

/// Momentum, spin and energy of the nodes are the ledger's, and what changed them is a load.
TEST(GivenVelocities, AreAnImpulseOfALoad) {
  Body body = moving_ball();
  const Momentum before = body.totals().momentum;
  const RigidMotion motion{before.centroid(), {0, 1, 0}, {0, 0, 2}};
  give_velocities(body, grid, velocities(body, [&](Vec3 x) { return motion.at(x); }));
  const Momentum& now = body.totals().momentum;
  const Ledger& ledger = body.state().ledger;
  const double rounding = 1e-12 * now.mass;
  EXPECT_NEAR(norm(now.linear - now.mass * motion.velocity), 0, rounding);
  EXPECT_NEAR(norm(ledger.linear - now.linear), 0, rounding);
  EXPECT_NEAR(norm(ledger.spin() - (now.angular - cross(now.centroid(), now.linear))), 0, rounding);
  EXPECT_NEAR(ledger.energy.load, now.kinetic - before.kinetic, 1e-12 * now.kinetic);
  EXPECT_NEAR(now.kinetic + body.totals().elastic, ledger.energy.sum(), 1e-12 * now.kinetic);
  // And it stays so: nothing is restored to what was before.
  const double dt = 1e-3;
  for (int step = 0; step < 5; ++step) body.kick(dt, {}), body.move(dt, {});
  const Momentum& later = body.totals().measured;
  EXPECT_NEAR(norm(later.linear - now.linear), 0,
              1e-3 * norm(now.linear));  // what transport leaves
  EXPECT_NEAR(norm(body.totals().momentum.linear - now.linear), 0, 1e-12 * norm(now.linear));
}

TEST(GivenVelocities, OfAnotherBodyOrNotFiniteAreRefused) {
  Body body = moving_ball();
  std::vector<Vec3> v = velocities(body, [](Vec3) { return Vec3{}; });
  const double kinetic = body.totals().momentum.kinetic;
  v.back().y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(give_velocities(body, grid, v), InputError);
  v.pop_back();
  EXPECT_THROW(give_velocities(body, grid, v), InputError);
  EXPECT_EQ(body.totals().momentum.kinetic, kinetic);
}

}  // namespace
}  // namespace eulersolid
