#include "tests/simulation/physics/squeezed_box.h"

namespace eulersolid::test {
namespace {

// Seen: 0.993 to 1.012 with 4 cells, 0.9995 to 1.005 with 8.
TEST(SqueezedBox, BearsTheExactForceWhereverItLiesOnFourCells) {
  expect_exact_force(4, everywhere, 0.05);
}
TEST(SqueezedBox, BearsTheExactForceOnEightCells) { expect_exact_force(8, {everywhere[1]}, 0.02); }

}  // namespace
}  // namespace eulersolid::test
