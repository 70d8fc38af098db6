#include "surface/advected_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/math/mat3.h"
#include "surface/rest_points.h"

namespace eulersolid {
namespace {

constexpr double h = 0.05;

std::vector<Vec3> points_of_ball(double radius, Vec3 centre) {
  std::vector<Vec3> points;
  for (const RestPoint& point : rest_points(Shape::sphere(radius), point_spacing * h))
    points.push_back(centre + point.at);
  return points;
}

/// Against all points.
TEST(AdvectedSurface, FindsTheNearestPoint) {
  const RestSurface surface(points_of_ball(0.3, {0.7, -0.2, 0.1}), h);
  const AdvectedSurface advected = surface.advected(surface.at);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> along(-0.8, 0.8);
  int found = 0, none = 0;
  for (int n = 0; n < 4000; ++n) {
    const Vec3 X = Vec3{0.7, -0.2, 0.1} + Vec3{along(random), along(random), along(random)};
    const auto distance = [&](Vec3 point) { return norm(X - point); };
    const Vec3 nearest = *std::ranges::min_element(surface.at, {}, distance);
    const int p = advected.nearest(X);
    ASSERT_EQ(p >= 0, distance(nearest) < seen_cubes * cube_edge * h);
    if (p >= 0) {
      EXPECT_EQ(distance(surface.at[std::size_t(p)]), distance(nearest));
      ++found;
    } else {
      ++none;
    }
  }
  EXPECT_GT(found, 500);
  EXPECT_GT(none, 500);
}

/// A body may be stretched threefold along two axes, and turned, and the points of its surface
/// still know its material within one and a half cells; they do not know what is two cells from
/// there.
TEST(AdvectedSurface, KnowsItsMaterialWhereItIsStretchedAndNotElsewhere) {
  const RestSurface surface(points_of_ball(0.3, {}), h);
  for (const Vec3 stretch : {Vec3{1, 1, 1}, Vec3{3, 3, 1.0 / 9}, Vec3{3.5, 0.53, 0.53}}) {
    const Mat3 F = rotation({1, 2, 3}, 0.7) * diagonal(stretch.x, stretch.y, stretch.z);
    std::vector<Vec3> now;
    for (const Vec3& at : surface.at) now.push_back(F * at + Vec3{0.4, 0, 0});
    const AdvectedSurface advected = surface.advected(now);
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    for (int n = 0; n < 2000; ++n) {
      const Vec3 out = normalized({normal(random), normal(random), normal(random)});
      // Where the surface is stretched material below it is seen from points beside it.
      const Vec3 X = 0.3 * out, x = F * X + Vec3{0.4, 0, 0};
      EXPECT_TRUE(advected.may_hold(X, x, h)) << stretch.x;
      const Vec3 aside = normalized({normal(random), normal(random), normal(random)});
      EXPECT_FALSE(advected.may_hold(X, x + 3 * h * aside, h)) << stretch.x;
    }
  }
  const RestSurface large(points_of_ball(0.4, {}), h);
  EXPECT_TRUE(large.advected(large.at).may_hold({}, {5, 5, 5}, h));  // nobody knows
  EXPECT_FALSE(large.advected(large.at).may_hold({0.2, 0, 0}, {5, 5, 5}, h));
}

TEST(AdvectedSurface, WithoutPointsSaysNothing) {
  const RestSurface surface({}, h);
  EXPECT_TRUE(surface.advected({}).may_hold({1, 2, 3}, {0, 0, 0}, h));
  EXPECT_TRUE(AdvectedSurface{}.may_hold({1, 2, 3}, {0, 0, 0}, h));
}

}  // namespace
}  // namespace eulersolid
