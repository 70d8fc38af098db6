#include "grid/ledger/energy.h"

#include <gtest/gtest.h>

#include "grid/constants.h"
#include "grid/ledger/momentum.h"
#include "tests/grid/bodies.h"

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.1};

Body flying_ball() { return Body({"ball", ball({0, 0.02, 0.01}, 0.4), soft, {}, {}}, grid); }

/// Flies and turns, and is stretched at 0.3 / s along x.
Vec3 stretched(Vec3 x) { return {2 + 0.3 * x.x - 5 * x.y, 5 * x.x, 1}; }
Vec3 rigid(Vec3 x) { return {2 - 5 * x.y, 5 * x.x, 1}; }

/// What return_energy changes, as measured at the nodes.
struct Change {
  double said = 0, kinetic = 0;
  Vec3 linear, angular;
  double momentum = 0;  ///< sum of m |v|
};

Change change(Body& body, double made) {
  const Momentum before = measure(body.state(), body.derived(), grid);
  const double said = return_energy(body.state(), body.derived(), grid, before, made);
  const Momentum after = measure(body.state(), body.derived(), grid);
  return {said, after.kinetic - before.kinetic, after.linear - before.linear,
          after.angular - before.angular, before.abs_momentum};
}

/// Energy of 0.3 / s of stretching: 3.6 J of a hundred times that. Catches a scale about the wrong
/// centre or without the rotation, which would change the momenta, and a factor for its square.
TEST(ReturnedEnergy, ComesFromTheRelativeMotionAlone) {
  Body body = flying_ball();
  for (const double made : {0.02, -0.02}) {
    prescribe(body, grid, stretched);
    const Change c = change(body, made);
    EXPECT_DOUBLE_EQ(c.said, -made);
    EXPECT_NEAR(c.kinetic, -made, 1e-11);  // of 600 J, in rounding
    EXPECT_LT(norm(c.linear), 1e-13 * c.momentum);
    EXPECT_LT(norm(c.angular), 1e-13 * c.momentum);
  }
}

TEST(ReturnedEnergy, IsAPartOfTheRelativeMotionAtMost) {
  Body body = flying_ball();
  prescribe(body, grid, stretched);
  const Momentum now = measure(body.state(), body.derived(), grid);
  const Change lost = change(body, 1e6);
  EXPECT_LT(lost.said, -0.01);
  EXPECT_GT(lost.said, -most_returned * now.kinetic);
  EXPECT_NEAR(lost.kinetic, lost.said, 1e-11);
  prescribe(body, grid, stretched);
  EXPECT_NEAR(change(body, -1e6).kinetic, -lost.kinetic, 1e-11);
}

TEST(ReturnedEnergy, IsNothingWhereTheMotionIsRigid) {
  Body body = flying_ball();
  prescribe(body, grid, rigid);
  EXPECT_EQ(change(body, 1).kinetic, 0);
  EXPECT_EQ(change(body, 1).said, 0);
}

/// Slaves move as their masters say: both are scaled, or the next fit would differ from what slaves
/// remember.
TEST(ReturnedEnergy, ScalesSlavesAsTheirMasters) {
  Body body = flying_ball();
  prescribe(body, grid, stretched);
  const std::vector<Vec3> before = body.state().v.to_host();
  const Momentum now = measure(body.state(), body.derived(), grid);
  const Vec3 centre = now.centroid(), V = (1 / now.mass) * now.linear;
  const Vec3 spin = rigid_motion(now, {}, now.angular - cross(centre, now.linear)).spin;
  return_energy(body.state(), body.derived(), grid, now, 0.05);
  const std::vector<Vec3> after = body.state().v.to_host();
  double least = 1, most = 0;
  for (const auto& list : {body.derived().active.to_host(), body.derived().slaves.to_host()})
    for (const int node : list) {
      const Vec3 x = grid.position(body.state().window.to_grid(node));
      const Vec3 along = V + cross(spin, x - centre);
      const Vec3 was = before[std::size_t(node)] - along, is = after[std::size_t(node)] - along;
      if (norm(was) < 1e-3) continue;
      least = std::fmin(least, norm(is) / norm(was)), most = std::fmax(most, norm(is) / norm(was));
    }
  EXPECT_LT(most, 1);
  EXPECT_NEAR(least, most, 1e-12);
}

}  // namespace
}  // namespace eulersolid::test
