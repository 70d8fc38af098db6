#include <gtest/gtest.h>

#include "tests/simulation/scenes/rolling.h"

namespace eulersolid::test {
namespace {

/// From where one patch a cell sends the ball uphill, by 1.2 of this way. It moves by 0.06 of a
/// cell here, and what bears it changes with where it is: 0.73 of its way, and 1.03 in the middle
/// of a cell's side.
TEST(Rolling, OfABallBeginsDownhill) {
  const double off_centre = part_rolled(0.25, 0.1, 0, 0.1);
  EXPECT_GT(off_centre, 0.6);
  EXPECT_LT(off_centre, 1.15);
}

}  // namespace
}  // namespace eulersolid::test
