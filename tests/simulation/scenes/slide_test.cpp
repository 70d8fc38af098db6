#include "tests/simulation/scenes/slide.h"

namespace eulersolid::test {
namespace {

/// Where the thesis' pyramid is 22 % too far and 13 degrees off.
TEST(Slide, IsStraightBetweenTheAxes) { expect_straight_slide(22.5); }

}  // namespace
}  // namespace eulersolid::test
