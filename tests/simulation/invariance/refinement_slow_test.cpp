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
  // What is lost falls as cells do. The finest keeps 0.969, and 0.984 without the viscosity of
  // shocks.
  const auto kept = [](const Refined& run) { return run.kinetic + run.elastic; };
  EXPECT_LT(kept(runs[0]), kept(runs[1]));
  EXPECT_GT(kept(finest), 0.96);
}

}  // namespace
}  // namespace eulersolid::test
