#include "incline.h"

namespace eulersolid::test {
namespace {

// tan 25 deg = 0.466 < 0.5 < 0.554 = tan 29 deg. 5 % is what the prototype reached: 1.57 to 1.65 of
// 1.609 m/s^2 at 35 degrees.
TEST(InclineAlongTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, false); }
TEST(InclineAlongTheGrid, SlidesAt29Degrees) { expect_slide(29, 0.5, false, 0.05); }
TEST(InclineAcrossTheGrid, RestsAt25Degrees) { expect_rest(25, 0.5, true); }
TEST(InclineAcrossTheGrid, SlidesAt35Degrees) { expect_slide(35, 0.5, true, 0.05); }

}  // namespace
}  // namespace eulersolid::test
