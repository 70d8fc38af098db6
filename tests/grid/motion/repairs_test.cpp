#include <gtest/gtest.h>

#include "kernels/core/error.h"
#include "tests/grid/bodies.h"

/// Maps that are tangled, and extrapolated anew.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};

/// The node next to a place claims another one's material: the map folds around it.
void tangle(Body& body, Vec3 place) {
  std::vector<Vec3> u = body.state().u.to_host();
  int nearest = -1;
  double least = INFINITY;
  for_active(body, grid, [&](Vec3 x, Vec3, int node) {
    if (norm(x - place) < least) least = norm(x - place), nearest = node;
  });
  u[std::size_t(nearest)] = {4 * grid.h, 0, 0};
  body.state().u.assign(u);
}

/// What ends the steps, and how many went well.
struct End {
  std::string words;
  int steps = 0, repaired = 0;
};

End steps(bool tangled, int most) {
  Body body({"ball", ball({0.01, 0.02, 0}, 0.3), soft, {}, {}}, grid);
  End end;
  try {
    for (; end.steps < most; ++end.steps) {
      if (tangled) tangle(body, {0, 0, 0});
      body.kick(1e-6, {});
      body.move(1e-6, {});
      end.repaired += body.totals().geometry.repaired;
    }
  } catch (const SimulationError& error) {
    end.words = error.what();
  }
  return end;
}

/// Each time a few of some 900 nodes are repaired, far from a fifth of them: it is in sum that they
/// become too many, and the map no longer that of the body.
TEST(Repairs, AreTooManyInSumWhereTheyComeAgainAndAgain) {
  const End end = steps(true, 2000);
  EXPECT_GT(end.steps, 30);
  EXPECT_GT(end.repaired, 2000);
  EXPECT_NE(end.words.find("body \"ball\": the reference map has been tangled, and repaired, "),
            std::string::npos)
      << end.words;
  EXPECT_NE(end.words.find("more than 3 times each"), std::string::npos) << end.words;
}

TEST(Repairs, AreNoneWhereNothingTangles) {
  const End end = steps(false, 10);
  EXPECT_EQ(end.words, "");
  EXPECT_EQ(end.repaired, 0);
}

}  // namespace
}  // namespace eulersolid::test
