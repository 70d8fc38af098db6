#include "tests/simulation/scenes/incline.h"

/// What the short suite leaves out: more angles, and what has to come to rest first.

namespace eulersolid::test {
namespace {

TEST(InclineAlongTheGrid, RestsAt20Degrees) { expect_rest(20, 0.5, false); }
TEST(InclineAlongTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, false); }
TEST(InclineAlongTheGrid, SlidesAt29Degrees) { expect_slide(29, 0.5, false); }
TEST(InclineAlongTheGrid, SlidesAt35Degrees) { expect_slide(35, 0.5, false); }
TEST(InclineAcrossTheGrid, RestsAt20Degrees) { expect_rest(20, 0.5, true); }
// tan 25 deg = 0.466 < 0.5 < 0.554 = tan 29 deg.
TEST(InclineAcrossTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, true); }
TEST(InclineAcrossTheGrid, SlidesAt29Degrees) { expect_slide(29, 0.5, true); }
TEST(InclineAcrossTheGrid, SlidesAt35Degrees) { expect_slide(35, 0.5, true); }

// F2: 30 degrees.
TEST(InclineOf30Degrees, SlidesAtFriction03) { expect_slide(30, 0.3, false); }
TEST(InclineOf30Degrees, SlidesAtFriction05) { expect_slide(30, 0.5, false); }
// tan 30 deg = 0.577: what holds the block back is 0.19 m/s^2, which takes a second.
TEST(InclineOf30Degrees, RestsAtFriction06) { expect_rest(30, 0.6, false, 1.2); }

}  // namespace
}  // namespace eulersolid::test
