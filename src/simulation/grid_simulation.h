#pragma once

#include "kernels/core/backend.h"  // before simulation.h: it makes the backend's namespace inline

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "contact/contact_module.h"
#include "grid/body.h"
#include "src/simulation/relaxation.h"
#include "src/simulation/rigid_parts.h"
#include "src/simulation/simulation.h"
#include "src/simulation/tied_parts.h"

ES_BEGIN

/// The bodies of a scene on this backend, step by step: a kick of each body, contact
/// between them, motion of each body.
class GridSimulation final : public Simulation {
 public:
  /// @param engine  solves the contact QPs; empty: they are solved on this backend
  GridSimulation(const Scene& scene, const QpEngineMaker& engine);

  double time() const override { return time_; }
  StepLimit step_limit() override;
  StepRecord advance(double dt) override { return take_step({dt, time_, dt, last_dt()}); }
  StepRecord relax(double dt, double load_dt) override;
  FrameMaps sample(int frame) override;
  std::vector<BodyRecord> bodies() override;
  std::vector<ContactRecord> contacts() override;
  std::vector<RegionRecord> regions() override;
  std::vector<JointRecord> joints() override { return rigid_.joint_records(); }
  std::vector<std::string> warnings() override;
  void set_gravity(Vec3 gravity) override;
  void set_load(const std::string& body, const std::string& region,
                const RegionLoad& load) override;
  void set_motion(const std::string& body, Vec3 velocity, Vec3 spin) override;
  void set_velocities(const std::string& body, const std::vector<Vec3>& v) override;
  void keep_contact_problems(bool keep) override { contact_.keep_problems(keep); }
  std::optional<FclibProblem> contact_problem() const override;
  std::size_t peak_memory() const override { return memory::peak(); }
  SimulationState state() const override;
  void set_state(const SimulationState& state) override;
  void continue_from(const SimulationState& state, const Scene& scene) override;

 private:
  void require_numbered();
  std::size_t number_of(const std::string& body) const;  ///< @throws InputError
  std::vector<BodyView> views();
  /// Takes over all of a state but its bodies and contacts, or refuses it.
  void take(const SimulationState& state);
  /// A step of `dt`, while loads, and what moves as told, go on by that of the times.
  struct Step {
    double dt = 0;
    StepTimes loads;

    Step(double length, double start, double load_dt, double last_dt)
        : dt(length), loads{start, load_dt, last_dt, load_dt / length} {}
  };
  double kicked_time() const { return time_ - 0.5 * last_dt(); }  ///< that forces acted until [s]
  double last_dt() const { return bodies_.front().state().last_dt; }  ///< the same for all bodies
  StepRecord take_step(const Step& step);
  std::vector<RegionAction> actions_in(const Step& step, std::size_t body) const;
  void step_bodies(const Step& step, StepRecord& record);
  StepSeconds operator_seconds() const;
  void note_seconds(const StepSeconds& before, StepRecord& record) const;
  double imbalance(const Step& step, Vec3 gravity);
  void forget_impulses();
  /// Calls step(b) for each body, of which threads may take one each.
  void for_bodies(const std::function<void(std::size_t)>& step) const;
  ContactReport resolve_contact(const Step& step);
  void name_deepest(StepRecord& record) const;
  void note_hits(const std::vector<ObstacleState>& obstacles);
  void receive(const std::vector<ObstacleState>& obstacles);
  void summarise(StepRecord& record);
  void watch_domain();
  void show_in_domain(FrameMaps& maps) const;
  /// @throws SimulationError where a body has become so long that it meets its copy
  void require_short() const;
  const std::string& partner_name(const PairImpulse& pair) const;

  Scene scene_;
  GridSpec grid_;
  FrictionTable friction_;
  ContactModule contact_;
  std::vector<Body> bodies_;
  RigidParts rigid_;
  TiedParts ties_;
  double time_ = 0;
  int steps_ = 0;
  SharedEnergies energies_;
  Relaxation relaxation_;
  double relaxed_dt_ = 0;       ///< that the last step's impulses took in a static scene [s]
  double collected_since_ = 0;  ///< kicked_time() when contacts() was last asked
  std::map<std::pair<std::string, std::string>, ReceivedImpulse> received_;
  double regions_since_ = 0;  ///< the same of regions()
  RegionSums by_region_;
  std::set<std::string> outside_;
  /// Of regions that set_load() has changed since the last step, by body and region [-].
  std::map<std::pair<std::size_t, std::size_t>, double> activation_before_;
  std::vector<std::string> warnings_;
};

ES_END
