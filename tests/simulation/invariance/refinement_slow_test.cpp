#include <gtest/gtest.h>

#include "bench/conservation/refinement.h"
#include "tests/simulation/reference.h"
#include "tests/simulation/runs.h"

namespace eulersolid::test {
namespace {

/// At 5, 6 and 8 cells a radius. The scheme is of second order: runs may differ from finite
/// elements by (h/R)^2 = 4, 2.8 and 1.6 % beside what those are unsure of, and force and kinetic
/// energy from the finest by 4 %. Compression is to be within 1 % of the finest, as is the aim for
/// all. That does not hold: with 5 and 6 cells it is 1.7 and 1.1 % less than with 8, and 2.8, 2.2
/// and 1.2 % less than exact.
TEST(Refinement, CylindersOnFinerGridsDoTheSame) {
  const Scene scene = scene_file("cylinder_collision");
  std::vector<Refined> runs;
  const std::vector<double> sizes{0.3, 0.25, 0.1875};  // of the cells [m]
  for (const double h : sizes) {
    runs.push_back(measure_collision(Backend::cpu, refined(scene, h), "centre"));
    const std::string at = " at h = " + std::to_string(h);
    RecordProperty("compression" + at, std::to_string(runs.back().compression));
    RecordProperty("force" + at, std::to_string(runs.back().force));
    RecordProperty("kinetic" + at, std::to_string(runs.back().kinetic));
    EXPECT_EQ(runs.back().failure, "") << h;
  }
  const Refined& finest = runs.back();
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const Refined& run = runs[n];
    EXPECT_NEAR(run.compression, finest.compression, 0.01 * finest.compression);
    EXPECT_NEAR(run.force, finest.force, 0.04 * finest.force);
    EXPECT_NEAR(run.kinetic, finest.kinetic, 0.04);
    const auto compare = [&](const char* quantity, double value) {
      expect_reference("cylinder_collision", quantity, value, std::pow(sizes[n] / 1.5, 2));
    };
    compare("greatest part by which the others' centres come nearer", run.compression);
    compare("greatest sum of forces on the centre, mean of a frame", run.force);
    compare("kinetic energy at the end over that at the start", run.kinetic);
    compare("energy of translation at the end over that at the start", run.translation);
  }
  // What viscosity, that of shocks too, did not take stays: 0.981, 0.979 and 0.983. The rest is
  // lost where bodies meet, by impacts without restitution; it does not fall with the cells.
  for (const Refined& run : runs) EXPECT_GT(run.kinetic + run.elastic + run.viscosity, 0.975);
}

}  // namespace
}  // namespace eulersolid::test
