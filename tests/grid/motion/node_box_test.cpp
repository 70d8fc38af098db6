#include <gtest/gtest.h>

#include "bench/problems/random_numbers.h"
#include "grid/materials/wave_step.h"
#include "kernels/core/error.h"
#include "tests/grid/fields.h"

/// Node boxes that follow their bodies: whatever these do, nothing is looked up outside. Where
/// asserts are on (the asan preset) the look-ups themselves check that; the room for them is
/// checked always.

namespace eulersolid::test {
namespace {

/// Stencils of fits around all layers, and the eight bytes that are read of each of their rows.
void expect_room(const Body& body, const std::string& when) {
  const Cells nodes = body.state().node_box.nodes;
  const std::vector<std::int8_t> layers = body.state().layers.to_host();
  ASSERT_EQ(Index(layers.size()), nodes.count()) << when;
  for (Index n = 0; n < nodes.count(); ++n) {
    if (layers[std::size_t(n)] > layer::last) continue;
    const Int3 at = nodes.coordinates(n), last = at + Int3{ghost_reach, ghost_reach, ghost_reach};
    ASSERT_TRUE(nodes.contains_around(at, ghost_reach)) << when << ", node " << n;
    ASSERT_LE(nodes.index(last) - 2 * ghost_reach + 8, nodes.count()) << when << ", node " << n;
  }
}

/// X = x / stretch about the origin on the whole node box, at rest.
void stretch(Body& body, const GridSpec& grid, double factor) {
  const NodeBox node_box = body.state().node_box;
  std::vector<Vec3> u;
  for (Index n = 0; n < node_box.nodes.count(); ++n)
    u.push_back((1 - 1 / factor) * grid.position(node_box.to_grid(n)));
  body.state().u.assign(u);
}

double map_error(const Body& body, const GridSpec& grid, Vec3 way, double factor) {
  double worst = 0;
  for_active(body, grid, [&](Vec3 x, Vec3 X, int) {
    worst = std::fmax(worst, norm((1 / factor) * (x - way) - X));
  });
  return worst;
}

/// The map of a body says that its surface is where its outermost layer ends: it gains all four
/// layers in one step, and has four new ones around these. Then it flies, a cell in a step.
TEST(NodeBox, FollowsABodyThatGainsFourLayersInAStep) {
  const GridSpec grid{{0, 0, 0}, 0.0625};
  for (const PlacedShape& shape : {ball({}, 0.5), box({}, {1, 1, 1})}) {
    Body body({"body", shape, soft, {}, {}}, grid);
    const Index before = body.derived().active.size();
    const double factor = 1.52;  // from 8 to 12.2 cells
    stretch(body, grid, factor);
    body.advance_map(0);
    EXPECT_GT(body.derived().active.size(), 2 * before);
    expect_room(body, "after it was stretched");
    const Vec3 velocity = {0.7, -0.5, 0.5};
    Vec3 way;
    for (int step = 1; step <= 4; ++step) {
      prescribe(body, grid, [=](Vec3) { return velocity; });
      body.advance_map(grid.h);
      way += grid.h * velocity;
      expect_room(body, "step " + std::to_string(step));
      // Linear: exact but for rounding and the condition of the fits, a few hundred.
      EXPECT_LT(map_error(body, grid, way, factor), 1e-12 * step) << "step " << step;
    }
  }
}

/// Spins and stretches on its own, and is shaken: every node gets a random velocity, so that the
/// fastest moves a cell in the step. Its map may invert, but nothing is looked up outside its node
/// box.
/// @return the steps that it lasts
int last_of_wild(const PlacedShape& shape, RandomNumbers& random, double shaking, int steps) {
  const GridSpec grid{{0.013, -0.021, 0.008}, 0.05};
  Body body({"body", shape, soft, {4, -3, 2}, {9, -14, 20}}, grid);
  for (int step = 1; step <= steps; ++step) {
    std::vector<Vec3> v = body.state().v.to_host();
    for (Vec3& each : v) each += shaking * Vec3{random.normal(), random.normal(), random.normal()};
    body.state().v.assign(v);
    const double dt = std::fmin(
        longest_step(0.9 * grid.h, body.totals().geometry.speed, body.totals().geometry.viscosity),
        0.999 * grid.h / body.speed());
    try {
      body.kick(dt, {});
      body.move(dt, {});
    } catch (const SimulationError&) {
      return step - 1;  // inverted, dispersed or too fast: said in one line, which is not at issue
    }
    expect_room(body, "step " + std::to_string(step));
    if (testing::Test::HasFatalFailure()) return step;
  }
  return steps;
}

TEST(NodeBox, HoldsWhateverAWildBodyLooksUp) {
  const PlacedShape shapes[] = {ball({}, 0.2), box({}, {0.9, 0.15, 0.15}, rotation({1, 2, 3}, 0.7)),
                                box({}, {0.6, 0.6, 0.15})};
  RandomNumbers random(7);
  int steps = 0;
  for (const double shaking : {0.0, 0.3, 1.0, 10.0})
    for (const PlacedShape& shape : shapes) steps += last_of_wild(shape, random, shaking, 15);
  RecordProperty("steps", steps);
  EXPECT_GT(steps, 40);
}

/// A body is where it is, not where its grid begins or a domain ends: with h a power of two, so
/// that positions are exact, it moves with the same bits 3000 cells outside.
TEST(NodeBox, KnowsNoEndsOfTheGrid) {
  const double h = 0.0625;
  const auto run = [&](Int3 shift) {
    const GridSpec grid{{-h * shift.x, -h * shift.y, -h * shift.z}, h};
    Body body({"body", box({}, {0.6, 0.4, 0.3}, rotation({1, 2, 3}, 0.7)), soft, {3, -2, 1}, {}},
              grid);
    for (int step = 0; step < 10; ++step) body.kick(0.002, {}), body.move(0.002, {});
    return to_host(body.state());
  };
  const HostState here = run({}), there = run({3000, -3000, -7});
  EXPECT_TRUE(there.node_box.first == here.node_box.first + (Int3{3000, -3000, -7}));
  ASSERT_EQ(here.u.size(), there.u.size());
  for (std::size_t n = 0; n < here.u.size(); ++n) {
    ASSERT_EQ(norm(here.u[n] - there.u[n]), 0) << n;
    ASSERT_EQ(norm(here.v[n] - there.v[n]), 0) << n;
    ASSERT_EQ(here.layers[n], there.layers[n]) << n;
  }
}

}  // namespace
}  // namespace eulersolid::test
