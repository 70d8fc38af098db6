#pragma once

#include <atomic>
#include <cmath>
#include <csignal>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// What happens in a simulation that has no physics; tests set it before they start one.
struct FakePlan {
  std::vector<double> stable = {0.01};  ///< stable steps that it answers, in turn and again [s]
  int fails_at = 0;                     ///< step that throws SimulationError; 0: none ...
  double good_cells = 0;                ///< ... where cells are no larger than this [m]
  int interrupted_at = 0;               ///< step during which SIGINT arrives; 0: none
  bool cannot_start = false;            ///< make_simulation() throws InputError
  std::vector<std::string> warnings;    ///< told after the first step
  std::function<void(StepRecord&)> change = {};  ///< of each step's record
  std::optional<FclibProblem> problem = {};      ///< of contact, in each step
  std::vector<double> voxels = {};               ///< of the simulations that were made [cells]
  std::vector<BodyMap> maps = {};                ///< of every frame
  DriftRecord drift = {};  ///< of bodies "a" and, twice that, "b" in each step
};

inline FakePlan& fake_plan() {
  static FakePlan plan;
  return plan;
}

/// Lets time pass and notes the steps.
class FakeSimulation : public Simulation {
 public:
  explicit FakeSimulation(const Scene& scene) : scene_(scene), plan_(fake_plan()) {
    fake_plan().voxels.push_back(voxel_size(scene) / scene.grid.cell_size);
  }

  double time() const override { return time_; }
  StepLimit step_limit() override {
    return {plan_.stable[asked_++ % plan_.stable.size()], "body \"a\": waves"};
  }
  StepRecord advance(double dt) override {
    steps.push_back(dt);
    const int number = before_ + static_cast<int>(steps.size());
    if (number == plan_.fails_at && scene_.grid.cell_size > plan_.good_cells)
      throw SimulationError("body \"a\" has folded in step 3");
    if (number == plan_.interrupted_at) std::raise(SIGINT);
    time_ += dt;
    StepRecord record;
    record.step = number, record.time = time_, record.dt = dt, record.contact.count = 7;
    record.contact.solver.normal.solves = 2, record.contact.solver.friction.solves = 3,
    record.min_det = 0.5;
    if (plan_.change) plan_.change(record);
    return record;
  }
  FrameMaps sample(int frame) override {
    FrameMaps sample;
    sample.frame = frame, sample.time = time_;
    sample.origin = scene_.grid.origin, sample.h = scene_.grid.cell_size;
    sample.bodies = plan_.maps;
    return sample;
  }
  std::vector<BodyRecord> bodies() override {
    std::vector<BodyRecord> records(2);
    records[0].body = "a", records[1].body = "b";
    double times = before_ + static_cast<double>(steps.size());
    for (BodyRecord& record : records) {
      record.drift = {times * plan_.drift.momentum, times * plan_.drift.spin,
                      times * plan_.drift.transport, times * plan_.drift.map,
                      times * plan_.drift.left};
      times *= 2;
      record.repaired_nodes = int(record.body == "b");
    }
    return records;
  }
  std::vector<ContactRecord> contacts() override { return {}; }
  std::vector<RegionRecord> regions() override { return {}; }
  std::vector<JointRecord> joints() override { return {}; }
  StepRecord relax(double dt, double) override { return advance(dt); }
  void continue_from(const SimulationState& state, const Scene&) override { set_state(state); }
  std::vector<std::string> warnings() override { return std::exchange(plan_.warnings, {}); }
  void set_gravity(Vec3) override {}
  void set_load(const std::string&, const std::string&, const RegionLoad&) override {}
  void set_motion(const std::string&, Vec3, Vec3) override {}
  void set_velocities(const std::string&, const std::vector<Vec3>&) override {}
  void keep_contact_problems(bool keep) override { keeps_ = keep; }
  std::optional<FclibProblem> contact_problem() const override {
    if (!keeps_ || steps.empty() || !plan_.problem) return {};
    return plan_.problem;
  }
  std::size_t peak_memory() const override { return 12345; }
  SimulationState state() const override {
    SimulationState state;
    state.time = time_, state.steps = before_ + static_cast<int>(steps.size());
    return state;
  }
  void set_state(const SimulationState& state) override {
    time_ = state.time, before_ = state.steps, steps.clear();
  }

  std::vector<double> steps;

 private:
  Scene scene_;
  FakePlan plan_;
  double time_ = 0;
  bool keeps_ = false;
  int before_ = 0;  ///< steps of the run that it goes on with
  std::size_t asked_ = 0;
};

}  // namespace eulersolid
