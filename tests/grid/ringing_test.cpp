#include <gtest/gtest.h>

#include "tests/grid/ringing.h"

namespace eulersolid::test::ringing {
namespace {

/// Half kicks around the transport, as in a common splitting, multiply the energy by 400 here; the
/// analysis is in docs/theory.md, "Transport". The ball keeps 0.97; the bar, three cells thick,
/// 0.997, and 1.03 where ghost nodes do not remember their velocities.
TEST(Ringing, GoesOnWhileABodyFlies) {
  for (const auto& [what, name] : {std::pair{What::bar, "bar"}, std::pair{What::ball, "ball"}}) {
    const double left = energy_left(what, 6, 5).part;
    RecordProperty(std::string("energy_left_in_a_") + name, std::to_string(left));
    EXPECT_GT(left, 0.9) << name;
    EXPECT_LT(left, 1.01) << name;
  }
}

}  // namespace
}  // namespace eulersolid::test::ringing
