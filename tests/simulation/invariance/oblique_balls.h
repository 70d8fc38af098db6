#pragma once

#include <gtest/gtest.h>

#include "bench/conservation/track.h"
#include "tests/simulation/runs.h"

/// Two balls that meet off centre and stick, at rest and in a frame that moves.

namespace eulersolid::test {

/// Balls of the same size that meet at 2 m/s, a quarter of their sum of radii off centre, with
/// friction that sticks.
inline Scene oblique_balls(double cells, Vec3 frame) {
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
inline Thrown thrown(double cells, Vec3 frame) {
  const Scene scene = oblique_balls(cells, frame);
  const Track run = track(Backend::cpu, scene);
  EXPECT_EQ(run.failure, "");
  const BodyRecord &start = run.bodies.front()[0], &end = run.bodies.back()[0];
  const Vec3 spin = end.angular_momentum - cross(end.centroid, end.momentum);
  return {(1 / end.mass) * spin, end.centroid - start.centroid - run.steps.back().time * frame};
}

/// How much the spin differs in a frame that moves at 3.7 m/s [-], and the way of a ball
/// [cells].
struct FrameDifference {
  double spin, way;
};

inline FrameDifference difference_of_frames(double cells) {
  const Thrown at_rest = thrown(cells, {}), moving = thrown(cells, {3, 1, -2});
  const double spin = norm(moving.spin - at_rest.spin) / norm(at_rest.spin);
  const double way = norm(moving.way - at_rest.way) / (0.25 / cells);
  testing::Test::RecordProperty("spin", std::to_string(spin));
  testing::Test::RecordProperty("way", std::to_string(way));
  return {spin, way};
}

}  // namespace eulersolid::test
