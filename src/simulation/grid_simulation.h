#pragma once

#include "kernels/core/backend.h"  // before simulation.h: it makes the backend's namespace inline

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "contact/contact_module.h"
#include "grid/body.h"
#include "src/simulation/rigid_parts.h"
#include "src/simulation/simulation.h"

ES_BEGIN

/// The bodies of a scene on this backend, step by step: a kick of each body, contact
/// between them, motion of each body.
class GridSimulation final : public Simulation {
 public:
  /// @param engine  solves the contact QPs; empty: they are solved on this backend
  GridSimulation(const Scene& scene, const QpEngineMaker& engine, const Corrections& corrections);

  double time() const override { return time_; }
  StepLimit step_limit() override;
  StepRecord advance(double dt) override;
  FrameMaps sample(int frame) override;
  std::vector<BodyRecord> bodies() override;
  std::vector<ContactRecord> contacts() override;
  std::vector<RegionRecord> regions() override;
  std::vector<JointRecord> joints() override { return rigid_.joint_records(); }
  std::vector<std::string> warnings() override;
  void keep_contact_problems(bool keep) override { contact_.keep_problems(keep); }
  std::optional<FclibProblem> contact_problem() const override;
  std::size_t peak_memory() const override { return memory::peak(); }
  SimulationState state() const override;
  void set_state(const SimulationState& state) override;
  void continue_from(const SimulationState& state, const Scene& scene) override;

 private:
  void require_numbered();
  std::vector<BodyView> views();
  /// Takes over all of a state but its bodies and contacts, or refuses it.
  void take(const SimulationState& state);
  /// Mean gravity of the next kick, which lasts from the middle of the last step [m/s^2].
  Vec3 kick_gravity(double dt) const;
  void step_bodies(double dt, StepRecord& record);
  /// Calls step(b) for each body, of which threads may take one each.
  void for_bodies(const std::function<void(std::size_t)>& step) const;
  ContactReport resolve_contact(double dt);
  void name_deepest(StepRecord& record) const;
  void note_hits(const std::vector<ObstacleState>& obstacles);
  void receive(const std::vector<ObstacleState>& obstacles);
  void summarise(StepRecord& record);
  void watch_domain();
  const std::string& partner_name(const PairImpulse& pair) const;

  Scene scene_;
  GridSpec grid_;
  FrictionTable friction_;
  ContactModule contact_;
  std::vector<Body> bodies_;
  RigidParts rigid_;
  double time_ = 0;
  int steps_ = 0;
  SharedEnergies energies_;
  double collected_since_ = 0;  ///< when contacts() was last asked
  std::map<std::pair<std::string, std::string>, ReceivedImpulse> received_;
  double regions_since_ = 0;  ///< the same of regions()
  RegionSums by_region_;
  std::set<std::string> outside_;
  std::vector<std::string> warnings_;
};

ES_END
