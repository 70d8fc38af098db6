#include <gtest/gtest.h>

#include "tests/simulation/scenes/rolling.h"

namespace eulersolid::test {
namespace {

/// Over 1.5 cells, from five places, along the grid and not. Seen: 0.93 to 1.03 of the way; 0.68 to
/// 1.0 without the layer that gives.
TEST(Rolling, OfABallIsAlikeFromAnyPlace) {
  struct Place {
    double x, y, azimuth;
  };
  for (const Place& at : {Place{0, 0, 0},
                          {0.5, 0, 30},
                          {0.5, 0.5, 30},
                          {0.25, 0.1, 0},
                          {0.25, 0.1, 30},
                          {0.13, 0.37, 0}}) {
    const double part = part_rolled(at.x, at.y, at.azimuth, 0.5);
    EXPECT_GT(part, 0.9) << at.x << " " << at.y << " " << at.azimuth;
    EXPECT_LT(part, 1.1) << at.x << " " << at.y << " " << at.azimuth;
  }
}

}  // namespace
}  // namespace eulersolid::test
