#include <gtest/gtest.h>

#include "tests/shapes/shapes.h"
#include "tests/simulation/runs.h"

/// A ball that a moving cylinder hits, the cylinder given by its formula or by samples of it.

namespace eulersolid::test {
namespace {

constexpr double h = 0.05, spacing = 0.5 * h;       // [m]
constexpr double radius = 0.25, half_length = 0.4;  // of the cylinder [m]
constexpr Vec3 ball_at{0.01, 0.02, 0.2};            // its centre at the start [m]
constexpr double speed = 1;                         // of the cylinder [m/s]
constexpr double part = 0.02;                       // the run is looked at so often [s]
constexpr int parts = 5;

/// How much too far from the cylinder the samples say that a point is, at most: trilinear
/// interpolation adds up to spacing^2/8 times the Laplacian of the distance, 1/radius.
constexpr double error = spacing * spacing / (8 * radius);

Scene scene_with(const ShapeSpec& shape) {
  Scene scene = empty_scene(h);
  scene.time.dt = 1e-3;  // velocities belong to the middles of steps, which should be the same
  scene.contact.friction = 0.3;
  scene.bodies.push_back(ball("ball", ball_at, 0.2, soft()));
  ObstacleSpec roller;
  roller.name = "roller", roller.shape = shape, roller.rotation = {{1, 0.3, 0.2}, 1.4};
  roller.motion.keyframes = {{0, {0, 0, -radius - 0.005}}, {1, {0, 0, speed - radius - 0.005}}};
  scene.obstacles.push_back(roller);
  return scene;
}

struct Moment {
  double force = 0;  ///< of the roller on the ball along z, mean of the part [N]
  double mass = 0;   ///< of the ball [kg]
  Vec3 velocity, centroid;
};

std::vector<Moment> moments(const Scene& scene) {
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  std::vector<Moment> all;
  for (int n = 0; n < parts; ++n) {
    advance_by(*simulation, scene, part, history);
    const BodyRecord& ball = history.end()[0];
    all.push_back({simulation->contacts().at(0).force.z, ball.mass, (1 / ball.mass) * ball.momentum,
                   ball.centroid});
  }
  return all;
}

/// The surface of the samples lies up to `error` behind that of the cylinder, so that all happens
/// up to error/speed later: the ball is behind by the way that it goes in that time, and lacks what
/// the largest force gives. Nodes a cell apart see distances that differ by the error, which tilts
/// the ball's path by error/h.
TEST(SampledObstacle, PushesLikeTheShapeItSamples) {
  const DistanceSamples samples =
      sampled(Shape::cylinder(radius, 2 * half_length), half_length + 4 * h, spacing);
  const std::vector<Moment> exact =
      moments(scene_with({"cylinder", {{"radius", radius}, {"length", 2 * half_length}}}));
  ShapeSpec by_samples;
  by_samples.samples = std::make_shared<DistanceSamples>(samples);
  const std::vector<Moment> got = moments(scene_with(by_samples));
  const double delay = error / speed, tilt = error / h;
  double force = 0;
  for (const Moment& moment : exact) force = std::fmax(force, moment.force);
  for (std::size_t n = 0; n < exact.size(); ++n) {
    const Moment &a = exact[n], &b = got[n];
    const double lacks = delay * force + tilt * a.mass * norm(a.velocity);
    EXPECT_LE(a.mass * norm(b.velocity - a.velocity), lacks) << n;
    EXPECT_NEAR(b.force, a.force, 2 * lacks / part) << n;
    EXPECT_LE(norm(b.centroid - a.centroid),
              delay * norm(a.velocity) + tilt * norm(a.centroid - ball_at))
        << n;
  }
  EXPECT_GT(exact.back().velocity.z, speed);  // it was hit and flies off
}

}  // namespace
}  // namespace eulersolid::test
