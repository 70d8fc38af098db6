#include "tests/simulation/physics/squeezed_box.h"

namespace eulersolid::test {
namespace {

TEST(SqueezedBox, BearsTheExactForceWhereverItLies) {
  expect_exact_force(8, everywhere, 0.02);
  expect_exact_force(12, everywhere, 0.01);
}

}  // namespace
}  // namespace eulersolid::test
