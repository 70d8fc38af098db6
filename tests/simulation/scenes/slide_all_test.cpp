#include "tests/simulation/scenes/slide.h"

namespace eulersolid::test {
namespace {

TEST(Slide, IsStraightAtEveryAzimuth) {
  for (double azimuth = 0; azimuth <= 90; azimuth += 7.5) expect_straight_slide(azimuth);
}

/// What the pyramid makes of it, by theory: along the diagonal mu / sqrt(2), at 22.5 degrees it
/// turns. Catches a key that reaches no solver.
TEST(Slide, GoesTooFarInThePyramid) {
  const Slide diagonal = slide(45, "pyramid"), between = slide(22.5, "pyramid");
  EXPECT_NEAR(diagonal.distance, std::sqrt(2.0), 0.03);
  EXPECT_NEAR(diagonal.off_course, 0, 1);
  EXPECT_GT(between.distance, 1.15);
  EXPECT_GT(between.off_course, 10);
}

}  // namespace
}  // namespace eulersolid::test
