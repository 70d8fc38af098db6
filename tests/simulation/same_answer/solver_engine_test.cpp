#include <gtest/gtest.h>

#include "kernels/core/error.h"
#include "tests/io/run/record_difference.h"
#include "tests/simulation/runs.h"

/// Contact QPs solved by an engine, which gets everything through host memory.

namespace eulersolid::test {
namespace {

/// Counts what travels.
class CountingEngine final : public QpEngine {
 public:
  struct Counts {
    int engines = 0, hessians = 0, qps = 0;
  };
  CountingEngine(std::unique_ptr<QpEngine> engine, Counts& counts)
      : engine_(std::move(engine)), counts_(counts) {
    ++counts_.engines;
  }
  void set_hessian(const HostBand& H) override {
    ++counts_.hessians;
    engine_->set_hessian(H);
  }
  QpReport solve(const HostQp& qp, HostSolution& solution) override {
    ++counts_.qps;
    return engine_->solve(qp, solution);
  }

 private:
  std::unique_ptr<QpEngine> engine_;
  Counts& counts_;
};

/// Catches an element of a matrix, a bound or a state that is lost or misplaced on the way, and
/// matrices that travel for every QP.
TEST(SolverEngine, GivesTheSameBitsAsTheSolverOfTheGrid) {
  const Scene scene = scene_file("cylinder_collision");
  CountingEngine::Counts counts;
  const auto direct = cpu::make_simulation(scene);
  const auto engine = cpu::make_simulation(scene, [&](QpMethod method, int max_schur_columns) {
    return std::make_unique<CountingEngine>(cpu::make_qp_engine(method, max_schur_columns), counts);
  });
  int active = 0, qps = 0, with_contacts = 0;
  for (int step = 0; step < 12; ++step) {
    const StepRecord a = direct->advance(*scene.time.dt), b = engine->advance(*scene.time.dt);
    ASSERT_EQ(differences(step_fields, a, b), "") << a.step;
    active = std::max(active, a.contact.solver.active);
    qps += 2 * a.contact.solver.iterations, with_contacts += a.contact.count > 0;
  }
  EXPECT_GT(active, 50);
  EXPECT_EQ(counts.engines, 2);  // one for contact, one for friction
  // Once per step each, but for six QPs here that get a larger diagonal.
  EXPECT_GE(counts.hessians, 2 * with_contacts);
  EXPECT_LE(counts.hessians, 2 * with_contacts + 8);
  EXPECT_EQ(counts.qps - qps, counts.hessians - 2 * with_contacts);
}

/// With a device: bodies on one backend, QPs on the other, in both ways.
TEST(SolverEngine, BackendsShareTheWork) {
  if (std::string why; !gpu_available(&why)) GTEST_SKIP() << why;
  const Scene scene = scene_file("cylinder_collision");
  const auto reference = make_simulation(Backend::cpu, scene, Backend::cpu);
  const auto here = make_simulation(Backend::cpu, scene, Backend::gpu);
  const auto there = make_simulation(Backend::gpu, scene, Backend::cpu);
  for (int step = 0; step < 12; ++step) {
    const StepRecord a = reference->advance(*scene.time.dt), b = here->advance(*scene.time.dt),
                     c = there->advance(*scene.time.dt);
    EXPECT_EQ(a.contact.solver.active, b.contact.solver.active) << step;
    EXPECT_EQ(a.contact.solver.active, c.contact.solver.active) << step;
    // Rounding (1e-16) times the condition of the contact problem (1e5), over the steps.
    EXPECT_NEAR(a.kinetic, b.kinetic, 1e-9 * a.kinetic) << step;
    EXPECT_NEAR(a.kinetic, c.kinetic, 1e-9 * a.kinetic) << step;
  }
}

TEST(SolverEngine, IsRefusedWhereThereIsNoDevice) {
  if (gpu_available()) GTEST_SKIP() << "there is a GPU";
  EXPECT_THROW(make_simulation(Backend::cpu, empty_scene(0.1), Backend::gpu), NoDevice);
}

}  // namespace
}  // namespace eulersolid::test
