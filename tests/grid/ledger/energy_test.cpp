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
  EXPECT_GT(lost.said, -grid.numerics.max_returned * now.kinetic);
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

}  // namespace
}  // namespace eulersolid::test
