#include "io/surface/overlap.h"

#include <gtest/gtest.h>

#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

const Vec3 centre = {0.513, 0.871, 0.702};

FrameMaps ball_and(const PlacedShape& other) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ball", {Shape::sphere(0.3), {centre}}, no_displacement);
  add_map(maps, "other", other, no_displacement);
  return maps;
}

/// Two balls whose centres are 0.6 m - d apart overlap by d where their line passes; the nearest
/// voxel is at most sqrt(3)/4 h from the middle of it, and the sum of distances varies by less than
/// that squared over the radius.
TEST(DeepestOverlap, OfTwoBallsIsWhatTheirCentresSay) {
  for (const double d : {0.5, 1.3}) {
    const Vec3 away = (0.6 - d * 0.05) * normalized({1, 2, -2});
    const Overlap found = deepest_overlap(ball_and({Shape::sphere(0.3), {centre + away}}));
    EXPECT_NEAR(found.depth, d * 0.05, 0.75 / 16 * 4 * 0.05 * 0.05 / 0.3) << d;
    EXPECT_LE(found.depth, d * 0.05 + 1e-6);  // the files' distances are of first order
    EXPECT_EQ(found.body, "other");
    EXPECT_EQ(found.partner, "ball");
    // Distances change by 2 along the line, so that the place is within a voxel's diagonal.
    EXPECT_LE(norm(found.at - (centre + 0.5 * away)), 0.87 * 0.05 + 0.1 * d * 0.05);
  }
}

TEST(DeepestOverlap, OfBodiesApartIsNothing) {
  const Overlap found =
      deepest_overlap(ball_and({Shape::sphere(0.3), {centre + Vec3{0.61, 0, 0}}}));
  EXPECT_EQ(found.depth, 0);
  EXPECT_EQ(found.partner, "");
}

/// A ball in a plane by d; where it is squeezed to half its height it reaches only half as deep.
TEST(DeepestOverlap, OfAnObstacleSeesTheDeformedSurface) {
  for (const bool squeezed : {false, true}) {
    FrameMaps maps = empty_maps();
    add_map(maps, "ball", {Shape::sphere(0.3), {centre}}, [&](Vec3 x) {
      return squeezed ? Vec3{0, 0, -(x.z - centre.z)} : Vec3{};  // X - centre = 2 (x - centre)
    });
    const double d = 0.03, radius = squeezed ? 0.15 : 0.3;
    maps.obstacles.push_back({"floor", {Shape::plane({0, 0, 1}), {{0, 0, centre.z - radius + d}}}});
    const Overlap found = deepest_overlap(maps);
    EXPECT_NEAR(found.depth, d, 0.1 * d);  // voxels beside the lowest point
    EXPECT_EQ(found.body, "ball");
    EXPECT_EQ(found.partner, "floor");
  }
}

}  // namespace
}  // namespace eulersolid
