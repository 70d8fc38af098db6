#include "io/surface/inverse_map.h"

#include <gtest/gtest.h>

#include <random>

#include "kernels/math/mat3.h"
#include "shapes/turning.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

constexpr double radius = 0.3;
const Vec3 middle{0.513, 0.871, 0.702};

/// A ball of six cells, whose map is x - u_of(x).
template <class Displacement>
FrameMaps ball(Displacement u_of) {
  FrameMaps frame = empty_maps();
  add_map(frame, "ball", {Shape::sphere(radius), {middle}}, u_of);
  return frame;
}

std::vector<Vec3> places_on_the_ball(int count) {
  std::mt19937 random(3);
  std::normal_distribution<double> component;
  std::vector<Vec3> places;
  for (int n = 0; n < count; ++n)
    places.push_back(
        middle + radius * normalized({component(random), component(random), component(random)}));
  return places;
}

/// A spline reproduces what is linear: where a turned and shifted body's points are is known.
TEST(InverseMap, IsExactForRigidMotion) {
  const Mat3 turn = rotation_of({{1, 2, -1}, 0.9});
  const Vec3 shift{0.07, -0.04, 0.11};
  const FrameMaps frame = ball([&](Vec3 x) {
    const Vec3 X = middle + transpose(turn) * (x - middle - shift);
    return x - X;
  });
  const DeformedShape shape(frame.bodies[0], frame.origin, frame.h);
  const InverseMap inverse(shape);
  for (const Vec3 X : places_on_the_ball(500)) {
    const std::optional<Vec3> x = inverse.place_of(X);
    ASSERT_TRUE(x);
    EXPECT_LT(norm(*x - (middle + turn * (X - middle) + shift)), 1e-12);
  }
}

/// Bent and stretched by up to a quarter: what comes back is what was asked for.
TEST(InverseMap, InvertsASmoothMap) {
  const FrameMaps frame = ball([](Vec3 x) {
    return Vec3{0.05 * std::sin(4 * x.y), 0.04 * std::cos(5 * x.z), 0.03 * std::sin(6 * x.x)};
  });
  const DeformedShape shape(frame.bodies[0], frame.origin, frame.h);
  const InverseMap inverse(shape);
  double largest = 0;
  for (const Vec3 X : places_on_the_ball(500)) {
    const std::optional<Vec3> x = inverse.place_of(X);
    ASSERT_TRUE(x);
    EXPECT_GT(norm(*x - X), 1e-3);
    largest = std::fmax(largest, norm(shape.rest(*x) - X));
  }
  EXPECT_LE(largest, 1e-6 * frame.h);
}

/// Where there is no answer there is none, and no other: far away, where nodes have no values, and
/// where the map is turned inside out.
TEST(InverseMap, SaysWhereThereIsNoPlace) {
  FrameMaps frame = ball(no_displacement);
  {
    const DeformedShape shape(frame.bodies[0], frame.origin, frame.h);
    EXPECT_FALSE(InverseMap(shape).place_of({50, 0, 0}));
    EXPECT_FALSE(InverseMap(shape).place_of({NAN, 0, 0}));
  }
  for (std::size_t n = 0; n < frame.bodies[0].known.size(); ++n) frame.bodies[0].known[n] = 0;
  const DeformedShape unknown(frame.bodies[0], frame.origin, frame.h);
  EXPECT_FALSE(InverseMap(unknown).place_of(middle));
  const FrameMaps mirrored = ball([](Vec3 x) { return Vec3{2 * (x.x - middle.x), 0, 0}; });
  const DeformedShape inside_out(mirrored.bodies[0], mirrored.origin, mirrored.h);
  EXPECT_FALSE(InverseMap(inside_out).place_of(middle + Vec3{0.1, 0.1, 0.1}));
}

}  // namespace
}  // namespace eulersolid
