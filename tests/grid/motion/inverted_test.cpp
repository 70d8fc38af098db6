#include <gtest/gtest.h>

#include <algorithm>

#include "grid/quadrature/geometry.h"
#include "kernels/core/error.h"
#include "tests/grid/fields.h"

/// Points whose map is inverted: they are left out until it is a map again.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};

Body still_ball(const GridSpec& on = grid) {
  return Body({"ball", ball({0.01, 0.02, 0}, 0.3), soft, {}, {}}, on);
}

/// The active nodes in a ball claim material from elsewhere: the map folds around them.
int invert(Body& body, double radius) {
  std::vector<Vec3> u = body.state().u.to_host();
  int count = 0;
  for_active(body, grid, [&](Vec3 x, Vec3, int node) {
    if (norm(x) > radius) return;
    u[std::size_t(node)] = {(count % 2 == 0 ? 4 : -4) * grid.h, 0, 0};
    ++count;
  });
  body.state().u.assign(u);
  return count;
}

void step(Body& body) {
  body.kick(1e-6, {});
  body.move(1e-6, {});
}

/// The node has lost half of its octants: its map is extrapolated from what is around it, and whole
/// again.
TEST(Inverted, HealsFromWhatIsAroundIt) {
  Body body = still_ball();
  const Index active = body.derived().active.size();
  const double volume = body.totals().geometry.volume;
  ASSERT_EQ(invert(body, 0.5 * grid.h), 1);
  step(body);
  const GeometryReport inverted = body.totals().geometry;
  EXPECT_GT(inverted.inverted, 0);
  EXPECT_GT(inverted.left_out, 0);
  EXPECT_GE(inverted.repaired, 1);
  EXPECT_TRUE(valid_det.holds(inverted.min_det));
  for (int n = 0; n < 3; ++n) step(body);
  const GeometryReport whole = body.totals().geometry;
  EXPECT_EQ(whole.inverted, 0);
  EXPECT_EQ(body.derived().active.size(), active);
  EXPECT_NEAR(whole.volume, volume, 1e-6 * volume);
}

/// Without that the node keeps what it claims; without either its octants are not left out.
TEST(Inverted, StaysWhereNodesAreNotSwitchedOff) {
  GridSpec unrepaired = grid;
  unrepaired.numerics.switch_off_inverted = false;
  for (const bool left_out : {true, false}) {
    unrepaired.numerics.leave_out_inverted = left_out;
    Body body = still_ball(unrepaired);
    ASSERT_EQ(invert(body, 0.5 * grid.h), 1);
    step(body);
    const GeometryReport now = body.totals().geometry;
    EXPECT_EQ(now.repaired, 0);
    EXPECT_EQ(now.inverted > 0, left_out);
    EXPECT_EQ(valid_det.holds(now.min_det), left_out) << now.min_det;
    if (!left_out) continue;
    for (int n = 0; n < 3; ++n) step(body);
    EXPECT_GT(body.totals().geometry.inverted, 0);
  }
}

/// A ghost node with mass is advected, and may be advected anywhere: it is extrapolated anew, and
/// no active node is lost for it.
TEST(Inverted, GhostNodesHealAsWell) {
  Body body = still_ball();
  const std::vector<double> mass = body.state().mass.to_host();
  const std::vector<int> ghosts = body.derived().ghosts.to_host();
  const int heaviest = *std::max_element(ghosts.begin(), ghosts.end(), [&](int a, int b) {
    return mass[std::size_t(a)] < mass[std::size_t(b)];
  });
  std::vector<Vec3> u = body.state().u.to_host();
  u[std::size_t(heaviest)] = {2 * grid.h, 0, 0};
  body.state().u.assign(u);
  const Index active = body.derived().active.size();
  for (int n = 0; n < 4; ++n) step(body);
  EXPECT_EQ(body.totals().geometry.inverted, 0);
  EXPECT_EQ(body.derived().active.size(), active);
  EXPECT_LT(norm(body.state().u.to_host()[std::size_t(heaviest)]), 1e-6 * grid.h);
}

/// A body without a twentieth of its volume is no longer that body.
TEST(Inverted, EndsWhereItIsTooMuch) {
  Body body = still_ball();
  invert(body, 0.2);
  try {
    step(body);
    FAIL() << "a map that is mostly inverted";
  } catch (const SimulationError& error) {
    const std::string words = error.what();
    EXPECT_EQ(words.find("body \"ball\": the reference map is inverted in "), 0U) << words;
    EXPECT_NE(words.find(" % of its volume, above 5 %"), std::string::npos) << words;
  }
}

/// Solid below a plane a little above the lower nodes of the cells, one of which is folded over:
/// what is inverted has neither mass nor stress, and what is not keeps its own.
TEST(Inverted, IsLeftOutAlone) {
  const double h = grid.h, thickness = 0.1;
  const PlacedShape slab = box({0, 0, -5 * h + thickness * h}, {20 * h, 20 * h, 10 * h});
  double volume[2];
  for (const bool folded : {false, true}) {
    Fields f = box_of_nodes({-4, -4, -4}, {4, 4, 0}, grid);
    evaluate_level_set(f.state, f.work, grid, slab, {}, 0);
    std::vector<Vec3> u(std::size_t(f.nodes().count()));
    const Index above = f.state.node_box.index({0, 0, 1});
    if (folded) u[std::size_t(above)] = {0, 0, 3 * h};  // material from below the surface's own
    f.state.u.assign(u);
    std::vector<std::int8_t> guarded(u.size(), 0);
    guarded[std::size_t(above)] = 1;  // what is solid is by phi
    f.state.guarded.assign(guarded);
    GeometryReport report = integrate_cells(f.state, f.work, grid, slab, soft);
    choose_active(f.state, f.derived, f.work, grid, soft, report);
    volume[folded] = report.volume;
    EXPECT_EQ(report.inverted > 0, folded);
    EXPECT_TRUE(valid_det.holds(report.min_det));
    EXPECT_LT(report.left_out, 0.5 * h * h * h);
  }
  EXPECT_NEAR(volume[0], volume[1], 1e-12 * volume[0]);
}

TEST(Inverted, IsNothingInAWholeMap) {
  Body body = still_ball();
  for (int n = 0; n < 10; ++n) step(body);
  EXPECT_EQ(body.totals().geometry.inverted, 0);
  EXPECT_EQ(body.totals().geometry.left_out, 0);
}

}  // namespace
}  // namespace eulersolid::test
