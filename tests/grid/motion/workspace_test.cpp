#include <gtest/gtest.h>

#include "grid/workspace.h"
#include "kernels/core/memory.h"
#include "tests/grid/bodies.h"

/// Bodies borrow what only their steps need.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.1};

Body small_ball(int number) {
  return Body({"ball", ball({2.0 * number, 0, 0}, 0.5), soft, {}, {}}, grid);
}

/// The first of nine pays for the workspace that all take after each other, in their steps, too.
TEST(Workspace, IsThatOfOneBodyForMany) {
  memory::restart_peak();
  const std::size_t nothing = memory::peak();
  std::vector<Body> bodies;
  bodies.push_back(small_ball(0));
  const auto first = double(memory::peak() - nothing);
  memory::restart_peak();
  const std::size_t one = memory::peak();
  for (int number = 1; number < 9; ++number) bodies.push_back(small_ball(number));
  const double another = double(memory::peak() - one) / 8;
  EXPECT_LT(another, 0.6 * first);
  memory::restart_peak();
  const std::size_t all = memory::peak();
  for (Body& body : bodies) body.kick(1e-4, {0, 0, -9.81}), body.move(1e-4, {0, 0, -9.81});
  EXPECT_LT(double(memory::peak() - all), 0.1 * first);
}

/// Two loans at a time are of two workspaces; what a body keeps is in its own, and comes back.
TEST(Workspace, HoldsWhatItsBodyKeeps) {
  const auto pool = workspace_pool();
  BodyKept one, two;
  one.cells.assign({1, 2, 3});
  const NodeBox node_box{{0, 0, 0}, {3, 4, 5}};
  {
    const WorkspaceLoan first(pool, one, node_box), second(pool, two, node_box);
    EXPECT_NE(&*first, &*second);
    EXPECT_EQ(first->cells.size(), 3);
    EXPECT_EQ(second->cells.size(), 0);
    EXPECT_EQ(first->vector1.size(), 60);
    EXPECT_TRUE(one.cells.empty());
    second->cells.assign({7});
  }
  EXPECT_EQ(one.cells.to_host(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(two.cells.to_host(), std::vector<int>{7});
  EXPECT_EQ(one.before.size(), 60);
}

}  // namespace
}  // namespace eulersolid::test
