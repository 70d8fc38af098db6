#include <gtest/gtest.h>

#include "io/scene/read_scene.h"
#include "io/scene/shape_spec.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {
namespace {

/// A plate with a round hole, turned, and a cube from a file at its side: the edges that the parts
/// make are exact, which samples cut off by up to 0.4 cells, and so are those of a part's mesh.
TEST(CombinedShapes, HaveTheEdgesThatTheirPartsMake) {
  const Scene scene = parse_scene(R"([time]
duration = 1
[grid]
origin = [0, 0, 0]
size = [8, 8, 8]
cell_size = 0.1
[[body]]
name = "plate"
shape = "union"
centre = [4, 4, 4]
material = "gel"
parts = [{ shape = "difference", parts = [{ shape = "box", size = [2, 2, 0.5] },
                                          { shape = "cylinder", radius = 0.6, length = 2 }] },
         { shape = "mesh", file = "tests/io/scene/cube.obj", centre = [1, 0, 0.5] }]
)",
                                  ES_SOURCE_DIR "/s.toml");
  const Shape shape = shape_of(scene.bodies.at(0).shape);
  ASSERT_NE(shape.samples.sharp, nullptr);
  const SharpDistance& sharp = *shape.samples.sharp;
  const auto at = [&](Vec3 p) { return sharp.at(p); };
  for (int n = 0; n < 8; ++n) {
    const Vec3 rim{0.6 * std::cos(n * 0.7), 0.6 * std::sin(n * 0.7), n % 2 ? 0.25 : -0.25};
    const Vec3 out = normalized(Vec3{rim.x, rim.y, 0}), up{0, 0, n % 2 ? 1.0 : -1.0};
    EXPECT_NEAR(at(rim), 0, 1e-12);
    EXPECT_LT(at(rim + 1e-3 * (out - up)), 0);
    EXPECT_GT(at(rim + 1e-3 * (up - out)), 0);
  }
  EXPECT_NEAR(at({-1, -1, -0.25}), 0, 1e-12);
  const Bounds cube = {{0.5, -0.5, 0}, {1.5, 0.5, 1}};  // of edge 1
  EXPECT_NEAR(at(cube.high), 0, 1e-12);
  EXPECT_NEAR(at(cube.high + Vec3{0.1, 0, 0}), 0.1, 1e-12);
  EXPECT_LT(at(cube.high - Vec3{1e-3, 1e-3, 1e-3}), 0);
  // Near its surface what is looked at is exact, far from it the samples'.
  const PlacedShape placed{shape, {{4, 4, 4}}};
  const Vec3 rim = Vec3{4, 4, 4} + Vec3{0.6 * std::cos(0.7), 0.6 * std::sin(0.7), -0.25};
  EXPECT_NEAR(DistanceAround(placed, rim).value(), 0, 1e-12);
  EXPECT_GT(std::fabs(signed_distance(placed, rim)), 1e-3);
  EXPECT_EQ(DistanceAround(placed, {5.5, 4.5, 6}).value(),
            signed_distance(placed, Vec3{5.5, 4.5, 6}));
}

}  // namespace
}  // namespace eulersolid
