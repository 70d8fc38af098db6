#include "grid/motion/resample.h"

#include <gtest/gtest.h>

#include <utility>

#include "grid/constants.h"
#include "surface/smooth_map.h"
#include "tests/grid/bodies.h"

/// A body goes on with cells of another size.

namespace eulersolid::test {
namespace {

constexpr double radius = 0.3;
const GridSpec coarse{{0, 0, 0}, 0.05}, fine{{0, 0, 0}, 0.035};

Body still_ball(const GridSpec& grid) {
  return Body({"ball", ball({0.01, 0.02, 0.03}, radius), soft, {}, {}}, grid);
}

/// A ball that flies, turns and rings: it is stretched along x at 1 / s, for a strain of 0.04.
Body moving_ball() {
  Body body({"ball", ball({0.01, 0.02, 0.03}, radius), soft, {1, 0.5, 0}, {0, 0, 2}}, coarse);
  std::vector<Vec3> v = body.state().v.to_host();
  for (std::size_t n = 0; n < v.size(); ++n)
    v[n].x += coarse.position(body.state().node_box.to_grid(Index(n))).x;
  body.state().v.assign(v);
  for (int step = 0; step < 40; ++step) body.kick(1e-3, {}), body.move(1e-3, {});
  return body;
}

/// At nodes of its own interpolation is exact: nothing is left to differ but what is derived anew.
TEST(Resample, OntoTheSameCellsChangesNothing) {
  Body from = moving_ball(), to = still_ball(coarse);
  to.continue_from(from);
  const std::vector<Vec3> u = from.state().u.to_host(), v = from.state().v.to_host(),
                          new_u = to.state().u.to_host(), new_v = to.state().v.to_host();
  int nodes = 0;
  for_active(from, coarse, [&](Vec3, Vec3, int node) {
    const Int3 at = from.state().node_box.to_grid(node);
    const std::size_t here = std::size_t(to.state().node_box.index(at));
    EXPECT_LT(norm(new_u[here] - u[std::size_t(node)]), 1e-14);
    // Masses beside the nodes were integrated with extrapolated displacements that have been
    // renewed since, and momentum is restored by that much.
    EXPECT_LT(norm(new_v[here] - v[std::size_t(node)]), 1e-4);
    ++nodes;
  });
  EXPECT_EQ(to.derived().active.size(), nodes);
  const BodyTotals &was = from.totals(), &is = to.totals();
  EXPECT_NEAR(is.momentum.kinetic + is.elastic, was.momentum.kinetic + was.elastic,
              1e-4 * was.momentum.kinetic);
}

TEST(Resample, OntoSmallerCellsKeepsTheMotion) {
  Body from = moving_ball(), to = still_ball(fine);
  const double h = coarse.h;
  to.continue_from(from);
  const BodyTotals &was = from.totals(), &is = to.totals();
  // As the ledger has them.
  EXPECT_LT(norm(is.momentum.linear - was.momentum.linear), 1e-12 * was.momentum.abs_momentum);
  EXPECT_LT(norm(std::as_const(to).ledger().spin() - std::as_const(from).ledger().spin()),
            1e-12 * was.momentum.abs_spin);
  EXPECT_LT(norm(is.momentum.centroid() - was.momentum.centroid()), 0.01 * h);
  EXPECT_NEAR(is.measured.mass, was.measured.mass, 1e-3 * was.measured.mass);
  // The strain is linear but for waves of a radius' length: (h/R)^2 of it is 0.03.
  EXPECT_NEAR(is.geometry.energy, was.geometry.energy, 0.05 * was.geometry.energy);
  EXPECT_NEAR(is.momentum.kinetic, was.momentum.kinetic, 0.01 * was.momentum.kinetic);
}

TEST(Resample, PutsThePointsOnTheSurface) {
  Body from = moving_ball(), to = still_ball(fine);
  to.continue_from(from);
  const std::vector<Vec3> points = to.state().points.to_host(), u = to.state().u.to_host();
  const std::vector<std::int8_t> layers = to.state().layers.to_host();
  const std::vector<Vec3> X = to.surface().rest.to_host();
  const NodeBox node_box = to.state().node_box;
  const SmoothMap map{fine.position(node_box.first),
                      fine.h,
                      node_box.nodes,
                      {u.data(), Index(u.size())},
                      {layers.data(), Index(layers.size())},
                      layer::last};
  ASSERT_EQ(points.size(), X.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    const SmoothMap::Value there = map.at(points[p]);
    ASSERT_TRUE(there.known);
    EXPECT_LT(norm(points[p] - there.u - X[p]), 0.02 * fine.h);
  }
}

TEST(Resample, CountsWhatCellsMakeAnew) {
  Body from = moving_ball(), to = still_ball(fine);
  ASSERT_NE(std::as_const(from).ledger().drift().map, 0);
  to.continue_from(from);
  const BodyDrift drift = std::as_const(to).ledger().drift();
  EXPECT_EQ(drift.momentum + drift.spin + drift.transport + drift.map + drift.left, 0);
  const EnergyFlows& flows = std::as_const(to).ledger().energy;
  const double energy = to.totals().momentum.kinetic + to.totals().elastic;
  EXPECT_NEAR(flows.sum(), energy, 1e-12 * energy);
  for (int step = 0; step < 20; ++step) to.kick(5e-4, {}), to.move(5e-4, {});
  const double later = to.totals().momentum.kinetic + to.totals().elastic;
  EXPECT_NEAR(later, energy, 0.005 * energy);
}

}  // namespace
}  // namespace eulersolid::test
