#include "io/surface/closing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

const Vec3 centre = {0.513, 0.871, 0.702};
constexpr double h = 0.05;

FrameMaps ring(double radius, double tube) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ring", {Shape::torus(radius, tube), {centre}}, no_displacement);
  return maps;
}

}  // namespace

/// A hole of 5.6 cells whose sides have come to 1.4 cells, its tubes as they were.
TEST(NarrowestClosing, FindsSidesThatHaveComeNear) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ring", {Shape::torus(0.2, 0.06), {centre}}, [](Vec3 x) {
    const double from = x.x - centre.x, aside = std::fmin(std::fabs(from), 0.7 * h);
    return Vec3{-3 * std::copysign(aside, from), 0, 0};
  });
  const std::optional<Closing> found = narrowest_closing(maps, 2 * h);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->body, "ring");
  EXPECT_GT(found->gap, 0);
  EXPECT_LT(found->gap, 1.5 * h);
  EXPECT_LT(norm(found->at - centre), 0.14);
  // It is the material there.
  EXPECT_NEAR(found->rest.x - centre.x, 4 * (found->at.x - centre.x), 0.5 * h);
  EXPECT_NEAR(found->rest.y, found->at.y, 1e-6);
}

/// Neither a hole, wide or narrow, as it is at rest, nor a plate that is pressed to less than two
/// cells.
TEST(NarrowestClosing, FindsNothingWhereNothingCloses) {
  EXPECT_FALSE(narrowest_closing(ring(0.2, 0.06), 2 * h));
  EXPECT_FALSE(narrowest_closing(ring(0.06 + 0.7 * h, 0.06), 2 * h));
  FrameMaps maps = empty_maps();
  add_map(maps, "plate", {Shape::box({0.5, 0.5, 0.25}), {centre}}, [](Vec3 x) {
    return Vec3{0, 0, -2 * (x.z - centre.z)};
  });
  EXPECT_FALSE(narrowest_closing(maps, 2 * h));
}

}  // namespace eulersolid
