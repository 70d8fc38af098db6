#include "tests/simulation/scenes/incline.h"

namespace eulersolid::test {
namespace {

// tan 25 deg = 0.466 < 0.5 < 0.554 = tan 29 deg. 5 % is what the prototype reached: 1.57 to 1.65 of
// 1.609 m/s^2 at 35 degrees.
TEST(InclineAlongTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, false); }
TEST(InclineAlongTheGrid, SlidesAt29Degrees) { expect_slide(29, 0.5, false, 0.05); }
TEST(InclineAcrossTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, true); }
TEST(InclineAcrossTheGrid, SlidesAt35Degrees) { expect_slide(35, 0.5, true, 0.05); }

/// The scene that users see, at 0.4 rad with mu = 0.3: 1.110 m/s^2.
TEST(BlockOnIncline, SlidesAsItsHeaderSays) {
  const Incline incline{0.4, 0.3, true};
  const double measured = acceleration(scene_file("block_on_incline"), downhill(incline));
  EXPECT_NEAR(measured, exact(incline), 0.05 * exact(incline));
}

}  // namespace
}  // namespace eulersolid::test
