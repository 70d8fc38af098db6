#include <gtest/gtest.h>

#include "grid/quadrature/geometry.h"
#include "kernels/core/error.h"
#include "tests/grid/fields.h"

/// Maps that are tangled: cells whose det(grad X) is nothing that a solid has.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};

/// A ball at rest, in which each of so many nodes claims the material at `claimed`: the map folds
/// around them.
Body folded(int nodes, Vec3 claimed) {
  Body body({"ball", ball({0.01, 0.02, 0}, 0.3), soft, {}, {}}, grid);
  std::vector<Vec3> u = body.state().u.to_host();
  int done = 0;
  for_active(body, grid, [&](Vec3 x, Vec3, int node) {
    if (norm(x) < 0.25 && done < nodes) u[std::size_t(node)] = x - claimed, ++done;
  });
  body.state().u.assign(u);
  return body;
}

void step(Body& body, double dt) { body.kick(dt, {}), body.move(dt, {}); }

/// A node that claims another one's material tangles the eight cells around it, whose stress is
/// bounded and whose forces balance all the same.
TEST(Tangles, AreCountedAndTheirForcesBalance) {
  Body body = folded(1, {0.15, 0, 0});
  step(body, 1e-9);
  const GeometryReport& geometry = body.totals().geometry;
  EXPECT_GT(geometry.tangled, 0);
  EXPECT_LE(geometry.tangled, 8);
  EXPECT_LT(geometry.least_det, tangled_det_low);
  const std::vector<Vec3> force = body.state().force.to_host();
  Vec3 sum;
  double most = 0;
  for_active(body, grid, [&](Vec3, Vec3, int node) {
    sum += force[std::size_t(node)];
    most = std::fmax(most, norm(force[std::size_t(node)]));
  });
  EXPECT_GT(most, 0);
  // A stretch is clamped to 5, whose stress is some 25 mu, on faces of h^2; eight cells around.
  EXPECT_LT(most, 8 * 25 * small_strain(soft.law).mu * grid.h * grid.h);
  EXPECT_LT(norm(sum), 1e-11 * most);  // rounding of a thousand nodes
}

TEST(Tangles, EndTheRunWhereTheyAreAFifthOfTheBody) {
  Body body = folded(400, {0, 0, 0});
  try {
    step(body, 1e-9);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_EQ(std::string(error.what()).find("body \"ball\": the reference map is tangled in "), 0U)
        << error.what();
  }
}

/// A cell that is folded over at a corner is tangled, but for one with next to no solid.
TEST(Tangles, AreNoneInSlivers) {
  const double h = grid.h;
  for (const double thickness : {0.004, 0.1}) {
    // Solid below a plane that lies a little above the lower nodes of the cells, which hold most of
    // it.
    const PlacedShape slab = box({0, 0, -5 * h + thickness * h}, {20 * h, 20 * h, 10 * h});
    Fields f = box_of_nodes({-4, -4, -4}, {4, 4, 0}, grid);
    evaluate_level_set(f.state, f.work, grid, slab, 0);
    std::vector<Vec3> u(std::size_t(f.nodes().count()));
    const Index above = f.state.window.index({0, 0, 1});
    u[std::size_t(above)] = {0, 0, 3 * h};  // material from below the surface's own
    f.state.u.assign(u);
    std::vector<std::uint8_t> guarded(u.size(), 0);
    guarded[std::size_t(above)] = 1;  // what is solid is by phi
    f.work.guarded.assign(guarded);
    const GeometryReport report = integrate_cells(f.state, f.derived, f.work, grid, slab, soft);
    EXPECT_LT(report.least_det, 0) << thickness;
    EXPECT_EQ(report.tangled, thickness < 0.01 ? 0 : 4);
  }
}

TEST(Tangles, AreNoneInABallAtRest) {
  Body body = folded(0, {});
  for (int n = 0; n < 10; ++n) step(body, 1e-6);
  EXPECT_EQ(body.totals().geometry.tangled, 0);
}

}  // namespace
}  // namespace eulersolid::test
