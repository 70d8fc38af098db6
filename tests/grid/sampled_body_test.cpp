#include <gtest/gtest.h>

#include "kernels/core/vectors.h"
#include "tests/grid/bodies.h"

/// A body given as a sampled distance field behaves as the one made of the shape that was sampled.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};
const Pose pose{{0.013, 0.02, -0.01}, rotation({1, 2, 3}, 0.4)};

/// Two samples a cell, and true distances four cells around the solid, where a body asks for them.
DistanceSamples samples_of(const Shape& shape, double reach) {
  return sampled(shape, reach + 4 * grid.h, 0.5 * grid.h);
}

BodySetup setup(const Shape& shape, Vec3 velocity = {}, Vec3 spin = {}) {
  return {"body", {shape, pose}, soft, velocity, spin};
}

struct Case {
  const char* name;
  Shape shape;
  double reach;        ///< of the shape from its centre along an axis [m]
  double missing = 0;  ///< part of the volume that the samples cut off: see measure_solid()
};

/// (spacing/R)^2 / 2 of a ball; 0.2 spacing^2 along 4.8 m of edges of a box.
const Case cases[] = {{"ball", Shape::sphere(0.3), 0.3, 0.0035},
                      {"box", Shape::box({0.5, 0.4, 0.3}), 0.25, 0.0100}};

TEST(SampledBody, StartsLikeTheShapeItSamples) {
  for (const Case& c : cases) {
    const DistanceSamples samples = samples_of(c.shape, c.reach);
    const Body exact(setup(c.shape), grid), body(setup(Shape::sampled(samples.view())), grid);
    EXPECT_NEAR(body.totals().momentum.mass / exact.totals().momentum.mass, 1 - c.missing,
                0.1 * c.missing)
        << c.name;
    EXPECT_NEAR(body.totals().geometry.volume / exact.totals().geometry.volume, 1, 0.004) << c.name;
    // Samples and cells lie askew to each other, which moves the centroid: 6e-4 h seen.
    EXPECT_NEAR(norm(centroid(body) - pose.position), 0, 1e-3 * grid.h) << c.name;
    EXPECT_LT(body.totals().geometry.energy, 1e-20) << c.name;  // undeformed: zero
  }
}

/// Full steps: falling, turning and stretched by the spin. Both have the same motion but for the
/// mass that is missing.
TEST(SampledBody, MovesLikeTheShapeItSamples) {
  for (const Case& c : cases) {
    const DistanceSamples samples = samples_of(c.shape, c.reach);
    const Vec3 velocity{1, 0.37, -0.61}, spin{0, 3, 2}, gravity{0, 0, -9.81};
    Body exact(setup(c.shape, velocity, spin), grid);
    Body body(setup(Shape::sampled(samples.view()), velocity, spin), grid);
    const double dt = 0.001;
    for (int step = 0; step < 100; ++step) {
      for (Body* each : {&exact, &body}) {
        each->kick(dt, gravity);
        each->move(dt, gravity);
      }
    }
    EXPECT_GT(norm(centroid(body) - pose.position), 3 * grid.h) << c.name;
    EXPECT_LT(norm(centroid(body) - centroid(exact)), 1e-3 * grid.h) << c.name;
    EXPECT_NEAR(body.totals().momentum.kinetic / exact.totals().momentum.kinetic, 1 - c.missing,
                0.001)
        << c.name;
    EXPECT_NEAR(body.totals().elastic / exact.totals().elastic, 1, 0.03) << c.name;
  }
}

/// What loops read is a copy in their memory, made once for each array of samples.
TEST(DeviceSamples, CopyTheSamplesOfAShapeOnce) {
  std::vector<double> host(27, 1.0);
  host[13] = -1;
  const Shape cube = Shape::sampled({{host.data(), 27}, {3, 3, 3}, {}, 1, {}});
  DeviceSamples device;
  const Shape first = device.upload(cube);
  EXPECT_NE(first.samples.values.data, cube.samples.values.data);
  EXPECT_EQ(to_host(first.samples.values), host);
  const std::vector<double> before = host;
  host[13] = -2;  // which nobody may do: it shows that nothing is copied again
  EXPECT_EQ(to_host(device.upload(cube).samples.values), before);

  const DistanceSamples ball = samples_of(cases[0].shape, cases[0].reach);
  const Shape other = Shape::sampled(ball.view());
  const Span<const double> values = other.samples.values;
  EXPECT_EQ(to_host(device.upload(other).samples.values),
            std::vector<double>(values.data, values.data + values.size));
  EXPECT_EQ(device.upload(Shape::sphere(1)).samples.values.size, 0);
}

}  // namespace
}  // namespace eulersolid::test
