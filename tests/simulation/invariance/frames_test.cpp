#include <gtest/gtest.h>

#include <map>

#include "bench/conservation/track.h"
#include "tests/simulation/runs.h"

/// Where the grid lies and how fast it moves past is not in the equations of motion. It is in the
/// interpolation, so that it costs what that costs.

namespace eulersolid::test {
namespace {

/// The balls of scenes/two_balls.toml a moment before they touch.
Scene two_balls_about_to_touch() {
  Scene scene = scene_file("two_balls");
  const double flight = 1.5;  // they touch after 1.5858 s
  for (BodySpec& body : scene.bodies) body.centre += flight * body.velocity;
  scene.time.duration -= flight;
  return scene;
}

double spread_of_restitution(const Scene& scene, const std::vector<View>& views) {
  double least = INFINITY, most = -INFINITY;
  for (const View& view : views) {
    const Track run = track(Backend::cpu, seen(scene, view));
    EXPECT_EQ(run.failure, "") << view.name;
    EXPECT_EQ(run.steps.back().contact.solver.active, 0) << view.name;
    const double kept = restitution(run);
    testing::Test::RecordProperty("restitution " + view.name, std::to_string(kept));
    least = std::fmin(least, kept), most = std::fmax(most, kept);
  }
  testing::Test::RecordProperty("spread", std::to_string(most - least));
  return most - least;
}

/// Balls of the same size that meet at 2 m/s, a quarter of their sum of radii off centre, with
/// friction that sticks.
Scene oblique_balls(double cells, Vec3 frame) {
  constexpr double radius = 0.25, duration = 0.12;
  Scene scene = empty_scene(radius / cells);
  scene.contact.friction = 0.4;
  const Vec3 along = (1 / std::sqrt(1.25)) * Vec3{1, 0.5, 0};
  for (const double side : {-1, 1}) {
    const Vec3 centre = Vec3{0.007, 0.003, 0.011} + side * (radius + 0.01) * along;
    scene.bodies.push_back(ball(side < 0 ? "left" : "right", centre, radius, soft()));
    scene.bodies.back().velocity = Vec3{-side, 0, 0} + frame;
  }
  scene.time.duration = duration;
  return scene;
}

struct Thrown {
  Vec3 spin;  ///< [m^2/s], per mass
  Vec3 way;   ///< beside the frame [m]
};

/// As users run it, with everything corrected.
Thrown thrown(double cells, Vec3 frame) {
  const Scene scene = oblique_balls(cells, frame);
  const Track run = track(Backend::cpu, scene, {});
  EXPECT_EQ(run.failure, "");
  const BodyRecord &start = run.bodies.front()[0], &end = run.bodies.back()[0];
  const Vec3 spin = end.angular_momentum - cross(end.centroid, end.momentum);
  return {(1 / end.mass) * spin, end.centroid - start.centroid - run.steps.back().time * frame};
}

/// Seen: 2.5 % and less than 2 % of the spin at 5 and 8 cells a radius; 0.9 and 0.5 % with gaps
/// that are means by area alone. Where light nodes of the first layer are extrapolated, and what
/// artificial viscosities damp is taken from the whole body once more, 3.7 and 2.3 % in a scene
/// that is nearly this one. Spin also depends on the place on the grid: at 5 cells by 3 %.
TEST(Frames, FrictionTurnsBallsAlikeInOneThatMoves) {
  for (const double cells : {5., 8.}) {
    const Thrown at_rest = thrown(cells, {}), moving = thrown(cells, {3, 1, -2});
    const double spin = norm(moving.spin - at_rest.spin) / norm(at_rest.spin);
    const double way = norm(moving.way - at_rest.way) / (0.25 / cells);
    RecordProperty("spin at " + std::to_string(cells), std::to_string(spin));
    RecordProperty("way at " + std::to_string(cells), std::to_string(way));
    EXPECT_LE(spin, 0.03) << cells;
    EXPECT_LE(way, 0.1) << cells;
  }
}

/// At 0 to 0.6 of the wave speed. Seen: 0.0057; 0.003 is the aim.
TEST(Frames, RestitutionOfTwoBallsIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), moving_views(0.7)), 0.01);
}

/// With friction, off centre, at five cells a radius. Seen: 0.0141. Where contact may not give back
/// what nodes that join a body lose in frames that move, 0.05.
TEST(Frames, RestitutionOfAnObliqueImpactIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(scene_file("oblique_impact"), moving_views(7)), 0.018);
}

/// Seen: 0.0024, as the middle of the contact is on a plane of nodes or in the middle of a cell.
TEST(Frames, RestitutionOfTwoBallsIsTheSameWhereverTheGridLies) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), shifted_views(4)), 0.003);
}

}  // namespace
}  // namespace eulersolid::test
