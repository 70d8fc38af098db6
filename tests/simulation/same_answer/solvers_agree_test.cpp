#include <gtest/gtest.h>

#include "io/surface/sample_frame.h"
#include "tests/simulation/runs.h"

/// The two contact solvers give the same motion: both solve each QP exactly, so only rounding tells
/// them apart.

namespace eulersolid::test {
namespace {

constexpr double agreement =
    1e-8;  // rounding times the condition of H^C, up to 1e5, over the steps

std::vector<float> velocities(const FrameMaps& maps) {
  std::vector<float> result;
  const FrameSample frame = sample_frame(maps, maps.h);
  for (const BodySample& body : frame.bodies) {
    for (std::size_t c = 0; c < body.velocity.size(); ++c) {
      if (body.sdf[c] >= 0) continue;
      const Vec3f v = body.velocity[c];
      result.insert(result.end(), {v.x, v.y, v.z});
    }
  }
  return result;
}

/// Catches a Schur complement that is applied to the wrong columns, and a refactorisation that is
/// forgotten when the working set has moved too far.
TEST(ContactSolvers, SchurAndDirectGiveTheSameCollision) {
  const Scene schur = scene_file("cylinder_collision", {"contact.solver=schurpa_sp"});
  const Scene direct = scene_file("cylinder_collision", {"contact.solver=direct_sp"});
  ASSERT_NE(schur.contact.solver, direct.contact.solver);
  const auto a = make_simulation(Backend::cpu, schur), b = make_simulation(Backend::cpu, direct);
  int active = 0, kept_factors = 0;
  for (int step = 0; step < 45; ++step) {
    const StepRecord first = a->advance(*schur.time.dt), second = b->advance(*direct.time.dt);
    EXPECT_EQ(first.contact.solver.active, second.contact.solver.active) << step;
    EXPECT_EQ(first.contact.solver.iterations, second.contact.solver.iterations) << step;
    active = std::max(active, first.contact.solver.active);
    kept_factors +=
        second.contact.solver.all_qps.factorizations - first.contact.solver.all_qps.factorizations;
  }
  EXPECT_GT(active, 100);      // there was something to solve,
  EXPECT_GT(kept_factors, 0);  // and it was solved in two ways
  const std::vector<BodyRecord> one = a->bodies(), two = b->bodies();
  const double speed = 4, reach = 6;  // of the cylinders [m/s], [m]
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_LE(norm(one[i].momentum - two[i].momentum), agreement * one[i].mass * speed);
    EXPECT_LE(norm(one[i].angular_momentum - two[i].angular_momentum),
              agreement * one[i].mass * speed * reach);
    EXPECT_LE(norm(one[i].centroid - two[i].centroid), agreement * reach);
    EXPECT_NEAR(one[i].elastic, two[i].elastic, agreement * 0.5 * one[i].mass * speed * speed);
  }
  const std::vector<float> u = velocities(a->sample(1)), v = velocities(b->sample(1));
  ASSERT_EQ(u.size(), v.size());
  // Frames hold single precision: its last bit of 4 m/s may fall either way.
  for (std::size_t i = 0; i < u.size(); ++i) ASSERT_NEAR(u[i], v[i], speed * 1.2e-7) << i;
}

}  // namespace
}  // namespace eulersolid::test
