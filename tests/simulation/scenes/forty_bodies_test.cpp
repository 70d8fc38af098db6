#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "shapes/overlap.h"
#include "tests/simulation/runs.h"

/// scenes/forty_bodies.toml: many bodies from few lines.

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

const Scene& scene() {
  static const Scene read = scene_file("forty_bodies");
  return read;
}

TEST(FortyBodies, AreWrittenInFewerLines) {
  std::ifstream file(ES_SOURCE_DIR "/scenes/forty_bodies.toml");
  int lines = 0;
  for (std::string line; std::getline(file, line);) lines += !line.empty() && line[0] != '#';
  EXPECT_LT(lines, 40);
  EXPECT_EQ(scene().bodies.size(), 40u);
}

/// At the start nothing overlaps, and all is above the floor.
TEST(FortyBodies, StartApart) {
  const double h = scene().grid.cell_size;
  for (std::size_t i = 0; i < 40; ++i) {
    const PlacedShape body = placed(scene().bodies[i]);
    EXPECT_GT(bounds(body).low.z, 0) << i;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_LE(overlap(body, placed(scene().bodies[j]), 1e-3 * h, h / 16), 1e-3 * h) << i << j;
  }
}

/// Before anything touches, each falls as gravity says, and has the mass of its shape: to the
/// quadrature's error, with 3 to 4 cells to the radius.
TEST(FortyBodies, FallFreelyAtFirst) {
  const double time = 0.01, density = 1000, r = 0.04;
  const History history = run(scene(), time);
  const BodyRecord &ball = find(history.end(), "ball_1"), &pill = find(history.end(), "pill_12"),
                   &ring = find(history.end(), "ring_10");
  const double ball_mass = density * 4 * pi / 3 * r * r * r;
  EXPECT_NEAR(ball.mass, ball_mass, 0.01 * ball_mass);
  const double pill_mass = ball_mass + density * pi * r * r * 0.06;
  EXPECT_NEAR(pill.mass, pill_mass, 0.01 * pill_mass);
  const double ring_mass = density * 2 * pi * pi * 0.06 * 0.03 * 0.03;
  EXPECT_NEAR(ring.mass, ring_mass, 0.01 * ring_mass);
  const StepRecord& last = history.steps.back();  // velocities belong to its middle
  const double fallen = (last.time - 0.5 * last.dt) * gravity;
  for (const BodyRecord* body : {&ball, &pill, &ring})
    EXPECT_NEAR(body->momentum.z, -body->mass * fallen, 1e-6 * body->mass * fallen);
}

}  // namespace
}  // namespace eulersolid::test
