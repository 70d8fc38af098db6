#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact/solvers/qp/qp_engine.h"
#include "io/problems/fclib.h"
#include "io/run/records.h"
#include "io/scene/scene.h"
#include "io/surface/frame_maps.h"
#include "kernels/choice/backend_choice.h"
#include "src/simulation/simulation_state.h"

namespace eulersolid {

/// The largest step that is stable now, and what asks for it.
struct StepLimit {
  double dt = 0;    ///< [s]
  std::string why;  ///< `body "a": waves at 12 m/s`
};

/// What acts on a region, as RegionSpec has it.
struct RegionLoad {
  Vec3 acceleration;      ///< [m/s^2]
  Vec3 force;             ///< in all [N]
  Vec3 traction;          ///< of the surface's area at rest [Pa]
  double pressure = 0;    ///< inward [Pa]
  double activation = 0;  ///< of its fibres [-]
};

/// A scene in motion on one backend. Every call may throw SimulationError (which body, step and
/// quantity went wrong) or DeviceError.
class Simulation {
 public:
  virtual ~Simulation() = default;
  virtual double time() const = 0;  ///< [s]
  /// With the scene's `cfl`, or what a fixed step may come to, as safety factor.
  virtual StepLimit step_limit() = 0;
  double stable_dt() { return step_limit().dt; }  ///< [s]
  virtual StepRecord advance(double dt) = 0;
  /// A step of `dt` of a static scene towards balance, while loads, and what moves as told, go from
  /// where they are at time() to where they are `load_dt` later. Its record says how far forces are
  /// from balance.
  virtual StepRecord relax(double dt, double load_dt) = 0;
  /// What is to be shown of this moment. Shapes given by samples view those of the scene.
  virtual FrameMaps sample(int frame) = 0;
  virtual std::vector<BodyRecord> bodies() = 0;
  virtual std::vector<ContactRecord> contacts() = 0;
  virtual std::vector<RegionRecord> regions() = 0;
  virtual std::vector<JointRecord> joints() = 0;
  virtual std::vector<std::string> warnings() { return {}; }  ///< since last asked, a line each
  // What whoever takes the steps may change between two of them.

  /// Gravity, which does not change by itself any more [m/s^2].
  virtual void set_gravity(Vec3 gravity) = 0;
  /// What loads a region, likewise.
  /// @throws InputError where there is no such region, or its surface or its fibres would be loaded
  /// and are not by the scene, which has to prepare them
  virtual void set_load(const std::string& body, const std::string& region,
                        const RegionLoad& load) = 0;
  /// The motion of a body about its centre of mass, of all its nodes [m/s], [rad/s].
  /// @throws InputError where there is no such body, or what is not finite
  virtual void set_motion(const std::string& body, Vec3 velocity, Vec3 spin) = 0;
  /// The velocities of a body's nodes, in the order of its state [m/s].
  /// @throws InputError likewise, for a rigid body, and where they are not as many
  virtual void set_velocities(const std::string& body, const std::vector<Vec3>& v) = 0;

  /// Keep what contact solves from the next step on, or no longer; and that of the last step, in
  /// FCLIB's global form with the impulses it started from and those it left: nothing where bodies
  /// did not touch, or it was not kept.
  virtual void keep_contact_problems(bool keep) = 0;
  virtual std::optional<FclibProblem> contact_problem() const = 0;
  virtual std::size_t peak_memory() const = 0;  ///< of the backend's arrays [bytes]

  /// All that the next step depends on, but for the scene.
  virtual SimulationState state() const = 0;
  /// Go on from there. @pre the state is one of the same scene, on the same backend
  /// @throws InputError, before anything changes, for one that cannot be; its values are finite
  virtual void set_state(const SimulationState& state) = 0;
  /// Go on from a state of the same scene on cells of another size, of which nothing is asked but
  /// that: each body is sampled onto the cells of this simulation.
  /// @param scene  that scene
  /// @throws InputError as set_state(), SimulationError where a body is lost on these cells
  virtual void continue_from(const SimulationState& state, const Scene& scene) = 0;
};

/// @param backend  of the bodies and their contacts
/// @param solver   of the contact QPs; left out, the same
/// @throws InputError for a scene that cannot start, NoDevice when a backend is not there
std::unique_ptr<Simulation> make_simulation(Backend backend, const Scene& scene,
                                            std::optional<Backend> solver = {});

// Of each backend. An engine given to make_simulation() solves the QPs, wherever it is; without
// one they are solved where the bodies are.
namespace cpu {
std::unique_ptr<Simulation> make_simulation(const Scene& scene, const QpEngineMaker& engine = {});
std::unique_ptr<QpEngine> make_qp_engine(QpMethod method, int max_schur_columns);
}  // namespace cpu
namespace gpu {
std::unique_ptr<Simulation> make_simulation(const Scene& scene, const QpEngineMaker& engine = {});
std::unique_ptr<QpEngine> make_qp_engine(QpMethod method, int max_schur_columns);
}  // namespace gpu

}  // namespace eulersolid
