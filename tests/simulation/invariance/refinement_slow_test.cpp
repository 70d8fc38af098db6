#include <gtest/gtest.h>

#include "bench/conservation/refinement.h"
#include "tests/simulation/runs.h"

namespace eulersolid::test {
namespace {

/// At 5, 6 and 8 cells a radius. Compression stays within 0.6 % of that of the finest, force within
/// 3.5 %, kinetic energy at the end within 2.8 % of that at the start; 1 % is the aim. Bounds of
/// the latter two are half as much again.
TEST(Refinement, CylindersOnFinerGridsDoTheSame) {
  const Scene scene = scene_file("cylinder_collision");
  std::vector<Refined> runs;
  for (const double h : {0.3, 0.25, 0.1875}) {
    runs.push_back(measure_collision(Backend::cpu, refined(scene, h), "centre"));
    const std::string at = " at h = " + std::to_string(h);
    RecordProperty("compression" + at, std::to_string(runs.back().compression));
    RecordProperty("force" + at, std::to_string(runs.back().force));
    RecordProperty("kinetic" + at, std::to_string(runs.back().kinetic));
    EXPECT_EQ(runs.back().failure, "") << h;
  }
  const Refined& finest = runs.back();
  for (const Refined& run : runs) {
    EXPECT_NEAR(run.compression, finest.compression, 0.01 * finest.compression);
    EXPECT_NEAR(run.force, finest.force, 0.05 * finest.force);
    EXPECT_NEAR(run.kinetic, finest.kinetic, 0.042);
  }
  // What viscosity, that of shocks too, did not take stays: 0.981, 0.979 and 0.983. The rest is
  // lost where bodies meet, by impacts without restitution; it does not fall with the cells.
  for (const Refined& run : runs) EXPECT_GT(run.kinetic + run.elastic + run.viscosity, 0.975);
}

}  // namespace
}  // namespace eulersolid::test
