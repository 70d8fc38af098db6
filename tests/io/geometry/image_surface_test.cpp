#include "io/geometry/images/image_surface.h"

#include <gtest/gtest.h>

#include <numbers>

#include "io/geometry/distances/mesh_parts.h"
#include "io/geometry/distances/mesh_samples.h"
#include "kernels/core/error.h"
#include "tests/io/geometry/image_files.h"
#include "tests/io/geometry/mesh_files.h"

namespace eulersolid::test {
namespace {

TriangleMesh surface(const ImageVolume& image, const ImageLevel& level) {
  return joined(image_surface(image, level, "i"));
}
std::string error_of(const ImageVolume& image, const ImageLevel& level) {
  try {
    image_surface(image, level, "i");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// Three voxels by three by three, of which the one in the middle has a value.
ImageVolume one_voxel(double value, double others = 0) {
  return image_of({3, 3, 3}, {}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                  [&](Vec3 p) { return p.x == 1 && p.y == 1 && p.z == 1 ? value : others; });
}

/// Voxels that are longer than wide, along axes that are neither the frame's nor, as in a scanner
/// with a tilted gantry, at right angles. Vertices are means of places where edges between voxels
/// cross the ball, each off it by h^2 / 8 R at most, and so half a voxel's chord within it.
TEST(ImageSurface, HasTheBallOfAnImageWhereItIs) {
  const double c = std::cos(0.4), s = std::sin(0.4), radius = 20;
  const Vec3 origin{0, -50, 72}, x{1.5 * c, 1.5 * s, 0}, y{-1.5 * s, 1.5 * c, 0}, z{0, 0.3, 2};
  const Vec3 centre = origin + 25.2 * x + 24.7 * y + 14.9 * z;
  const ImageVolume image = ball_image({50, 50, 30}, origin, x, y, z, centre, radius);
  const TriangleMesh mesh = surface(image, {.threshold = 300});
  MeshFaults faults;
  mesh_parts(mesh, faults);
  EXPECT_EQ(faults.open_edges, 0);
  for (const Vec3 p : mesh.points) EXPECT_NEAR(norm(p - centre), radius, 2.5 * 2.5 / (2 * radius));
  const double volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  EXPECT_NEAR(std::fabs(volume_of(mesh)), volume, 0.01 * volume);
}

TEST(ImageSurface, IsClosedWhereTheImageEnds) {
  const ImageVolume image =
      ball_image({20, 20, 20}, {}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 10, 10}, 8);  // half of it
  const TriangleMesh mesh = surface(image, {.threshold = 300});
  MeshFaults faults;
  mesh_parts(mesh, faults);
  EXPECT_EQ(faults.open_edges, 0);
  const Bounds box = bounds(mesh);
  EXPECT_LT(box.low.x, 0);
  EXPECT_GT(box.low.x, -1);
  EXPECT_NEAR(box.high.x, 8, 0.1);
}

/// Half-way from the voxels of the label to all others, whatever theirs are.
/// Of a ball whose middle is in the first layer of voxels along x, which looks to the front, and
/// that reaches beyond the last along y, which looks to the left.
TEST(ImageSurface, SaysWhereTheImageEndsWithinTheSolid) {
  const auto remarks_of = [](Vec3 centre) {
    const ImageVolume image =
        ball_image({20, 21, 22}, {}, {0, -1, 0}, {1, 0, 0}, {0, 0, 1}, centre, 8);
    std::vector<std::string> remarks;
    image_surface(image, {.threshold = 300}, "i", &remarks);
    return remarks;
  };
  EXPECT_EQ(remarks_of({15, 0, 11}),
            std::vector<std::string>{"i: the image ends within the solid, which is cut flat there: "
                                     "back (i = 0), left (j = 20)"});
  EXPECT_TRUE(remarks_of({10, -9.5, 10.5}).empty());
}

TEST(ImageSurface, HasTheVoxelsOfALabel) {
  const ImageVolume image = image_of({20, 21, 22}, {}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}, [](Vec3 p) {
    const bool inside = p.x >= 5 && p.x <= 9 && p.y >= 8 && p.y <= 30 && p.z >= 9 && p.z <= 33;
    return inside ? 3 : p.x > 10 ? 9 : 0;
  });
  const Bounds box = bounds(surface(image, {.label = 3}));
  EXPECT_LT(norm(box.low - Vec3{4.5, 7, 7.5}), 1e-5);
  EXPECT_LT(norm(box.high - Vec3{9.5, 31, 34.5}), 1e-5);
}

/// A threshold of 0 in an image that is 0 outside: what is larger is inside.
TEST(ImageSurface, LeavesWhatIsTheThresholdOutside) {
  const Bounds box = bounds(surface(one_voxel(1), {.threshold = 0}));
  EXPECT_GT(box.low.x, -0.01);
  EXPECT_LT(box.high.x, 2.01);
}

TEST(ImageSurface, SaysWhatIsWrongWithAnImage) {
  EXPECT_EQ(error_of(one_voxel(5), {.threshold = 5}),
            "i: no voxel is above the threshold 5; values are from 0 to 5");
  EXPECT_EQ(error_of(one_voxel(5), {.threshold = -1}),
            "i: every voxel is above the threshold -1; values are from 0 to 5");
  EXPECT_EQ(error_of(one_voxel(5), {.label = 4}),
            "i: no voxel has the label 4; values are from 0 to 5");
  EXPECT_EQ(error_of(one_voxel(5, 5), {.label = 5}),
            "i: every voxel has the label 5; values are from 5 to 5");
  EXPECT_EQ(error_of(one_voxel(NAN), {.threshold = 1}),
            "i has the value nan at voxel [1, 1, 1], but must be finite");
  EXPECT_EQ(error_of(one_voxel(-INFINITY), {.label = 1}),
            "i has the value -inf at voxel [1, 1, 1], but must be finite");
}

}  // namespace
}  // namespace eulersolid::test
