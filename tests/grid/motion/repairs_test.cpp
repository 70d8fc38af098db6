#include <gtest/gtest.h>

#include <algorithm>

#include "grid/quadrature/geometry.h"
#include "kernels/core/error.h"
#include "tests/grid/fields.h"

/// Maps that are tangled, and extrapolated anew.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};

/// The node next to a place claims another one's material: the map folds around it.
void tangle(Body& body, Vec3 place) {
  std::vector<Vec3> u = body.state().u.to_host();
  int nearest = -1;
  double least = INFINITY;
  for_active(body, grid, [&](Vec3 x, Vec3, int node) {
    if (norm(x - place) < least) least = norm(x - place), nearest = node;
  });
  u[std::size_t(nearest)] = {4 * grid.h, 0, 0};
  body.state().u.assign(u);
}

/// What ends the steps, and how many went well.
struct End {
  std::string words;
  int steps = 0, repaired = 0;
};

End steps(bool tangled, int most) {
  Body body({"ball", ball({0.01, 0.02, 0}, 0.3), soft, {}, {}}, grid);
  End end;
  try {
    for (; end.steps < most; ++end.steps) {
      if (tangled) tangle(body, {0, 0, 0});
      body.kick(1e-6, {});
      body.move(1e-6, {});
      end.repaired += body.totals().geometry.repaired;
    }
  } catch (const SimulationError& error) {
    end.words = error.what();
  }
  return end;
}

/// Each time a few of some 900 nodes are repaired, far from a fifth of them: it is in sum that they
/// become too many, and the map no longer that of the body.
TEST(Repairs, AreTooManyInSumWhereTheyComeAgainAndAgain) {
  const End end = steps(true, 400);
  EXPECT_GT(end.steps, 3);
  EXPECT_GT(end.repaired, 20);
  EXPECT_NE(end.words.find("body \"ball\": the reference map has been tangled, and repaired, "),
            std::string::npos)
      << end.words;
  EXPECT_NE(end.words.find("more than once each in the mean"), std::string::npos) << end.words;
}

/// A slave with mass is carried, and may be carried anywhere: it is extrapolated anew, with what
/// else its tangled cells have of slaves, and no active node is lost for it.
TEST(Repairs, BeginWithSlaves) {
  Body body({"ball", ball({0.01, 0.02, 0}, 0.3), soft, {}, {}}, grid);
  const std::vector<double> mass = body.state().mass.to_host();
  const std::vector<int> slaves = body.derived().slaves.to_host();
  const int heaviest = *std::max_element(slaves.begin(), slaves.end(), [&](int a, int b) {
    return mass[std::size_t(a)] < mass[std::size_t(b)];
  });
  std::vector<Vec3> u = body.state().u.to_host();
  u[std::size_t(heaviest)] = {2 * grid.h, 0, 0};
  body.state().u.assign(u);
  const Index active = body.derived().active.size();
  body.kick(1e-6, {});
  body.move(1e-6, {});
  EXPECT_GT(body.totals().geometry.repaired, 0);
  EXPECT_EQ(body.totals().geometry.tangled, 0);
  EXPECT_EQ(body.derived().active.size(), active);
  EXPECT_LT(norm(body.state().u.to_host()[std::size_t(heaviest)]), 1e-6 * grid.h);
}

/// A cell that is folded over at a corner is tangled, but for one with next to no solid, which is
/// left out.
TEST(Repairs, SliversTangleNothing) {
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
    std::vector<std::int8_t> guarded(u.size(), 0);
    guarded[std::size_t(above)] = 1;  // what is solid is by phi
    f.state.guarded.assign(guarded);
    GeometryReport report = integrate_cells(f.state, f.work, grid, slab, soft);
    choose_active(f.state, f.derived, f.work, grid, soft, report);
    const bool sliver = thickness < 0.01;
    EXPECT_EQ(report.least_det < 0, !sliver);
    EXPECT_EQ(report.tangled, sliver ? 0 : 4);
    EXPECT_EQ(report.repaired, sliver ? 0 : 9);
  }
}

TEST(Repairs, AreNoneWhereNothingTangles) {
  const End end = steps(false, 10);
  EXPECT_EQ(end.words, "");
  EXPECT_EQ(end.repaired, 0);
}

}  // namespace
}  // namespace eulersolid::test
