#include "tests/simulation/physics/squeezed_box.h"

namespace eulersolid::test {
namespace {

// Seen: 0.990 to 1.003; with 8 cells 0.9999 to 1.0001 (squeezed_box_all_test.cpp).
TEST(SqueezedBox, BearsTheExactForceWhereverItLiesOnFourCells) {
  expect_exact_force(4, everywhere, 0.05);
}

}  // namespace
}  // namespace eulersolid::test
