#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <vector>

#include "grid/body_totals.h"
#include "grid/motion/kick.h"
#include "grid/rigid/mechanism.h"
#include "kernels/core/device_vector.h"
#include "kernels/math/affine_map.h"

ES_BEGIN

/// One rigid body at the start.
struct RigidSetup {
  double mass = 0;  ///< [kg]
  Mat3 inertia{};   ///< about the centre [kg m^2]
  Vec3 centre;      ///< of mass [m]
  Vec3 velocity;    ///< of it [m/s]
  Vec3 spin;        ///< [rad/s]
};

/// What changed the kinetic energy of a rigid body in a step [J].
struct RigidFlows {
  double gravity = 0, contact = 0;
  double attached = 0;  ///< by what is attached to it
  double joints = 0;    ///< and motors
  double turning = 0;   ///< error of the free turning
  double damped = 0;    ///< taken by damp()
  double given = 0;     ///< by set_motion()
};

/// Where a rigid body is at the end of a step, and what the step did to it.
struct RigidPlacement {
  AffineMap place;
  RigidMotion motion;  ///< about its centre of mass, of the middle of the step
  Mat3 inertia{};      ///< about that [kg m^2]
  double kinetic = 0;  ///< [J]
  RigidFlows flows;
};

/// All rigid bodies of a scene, and the joints between them, by the leapfrog of the others
/// (grid/body.h): impulses act between two steps, where bodies are at the end of one, and positions
/// belong to the ends of steps.
///
/// Contact sees generalized velocities (Mechanism), three to a degree of freedom. A free body turns
/// with constant angular momentum, by the midpoint rule.
class RigidBodies {
 public:
  RigidBodies() = default;
  RigidBodies(const std::vector<RigidSetup>& bodies, const std::vector<JointSetup>& joints);

  bool empty() const { return states_.empty(); }
  std::size_t size() const { return states_.size(); }
  std::size_t joints() const { return joints_.size(); }

  /// Multiplies all velocities, before the kick.
  void damp(double factor);
  /// Sums over all bodies, after the kick and contact: what neither joints nor contacts have borne,
  /// and weights.
  Imbalance imbalance() const;

  /// Gravity, what drives joints, and joints: to where contact begins.
  /// @param dt  of the kick [s]
  void kick(double dt, Vec3 gravity, const std::vector<JointAction>& actions);

  /// What contact reads and changes, between kick() and move().
  RigidView view(std::size_t body) const;
  Span<const Vec3> before() const { return device_before_.span(); }
  Span<Vec3> velocity() { return device_velocity_.span(); }
  /// Notes an impulse of contact and its angular impulse about the origin.
  void receive(std::size_t body, Vec3 impulse, Vec3 torque);

  /// Of what is attached to it, likewise; at any time before move().
  void push(std::size_t body, Vec3 impulse, Vec3 torque);

  /// Gives it another motion between two steps: its flows are then what that does. Joints take
  /// their part in the next kick.
  void set_motion(std::size_t body, Vec3 velocity, Vec3 spin);

  /// Takes over the velocities that contact has left, lets what is attached act, and moves by them.
  /// @throws SimulationError where joints do not close
  void move(double dt);

  /// How much an impulse at x changes the velocity there at most, joints included [1/kg].
  double mobility(std::size_t body, Vec3 x) const;
  const RigidInertia& inertia(std::size_t body) const { return inertia_[body]; }
  const RigidState& state(std::size_t body) const { return states_[body]; }
  RigidMotion motion(std::size_t body) const;
  AffineMap place_ahead(std::size_t body, double dt) const;  ///< as it moves now
  AffineMap place(std::size_t body) const;  ///< where what was at x at the start is
  double kinetic(std::size_t body) const { return kinetic_[body]; }
  const RigidFlows& flows(std::size_t body) const { return flows_[body]; }
  /// What joints did since they were last asked, which starts anew.
  std::vector<JointState> take_joints();
  Vec3 joint_place(std::size_t joint) const;  ///< where it is [m]

  RigidMemory memory() const;
  /// @throws InputError when it is one of other bodies or joints
  void restore(const RigidMemory& memory);

 private:
  void drive(std::size_t mechanism, double dt, const std::vector<JointAction>& actions,
             const std::vector<double>& before, std::vector<double>& y);
  void count_joints(std::size_t mechanism, const std::vector<double>& y);
  void settle(std::size_t body);
  Mechanism::Impulse about_centre(const Mechanism::Impulse& given, std::size_t body) const;
  void turn(std::size_t body, double dt);
  void count_kinetic(std::size_t body, bool has_joints);

  std::vector<RigidInertia> inertia_;
  std::vector<Vec3> start_;  ///< centres [m]
  std::vector<RigidState> states_;
  std::vector<Mechanism> mechanisms_;
  std::vector<std::vector<std::size_t>> joints_of_;  ///< by mechanism, their numbers
  std::vector<int> first_;                           ///< by body: its first degree of freedom
  std::vector<double> kinetic_, damped_;
  std::vector<Mat3> halfway_;  ///< how bodies were turned in the middle of the step
  std::vector<RigidFlows> flows_;
  std::vector<JointState> joints_;
  struct Drive {
    double impulse = 0;         ///< in this kick [N m s]
    std::vector<double> hinge;  ///< see Mechanism::hinge
    double rate_before = 0;     ///< of it by what there was before the kick [rad/s]
  };
  std::vector<Drive> drives_;                          ///< by joint
  std::vector<RigidState> before_;                     ///< the kick
  std::vector<Mechanism::Impulse> received_, pushed_;  ///< torques about the origin
  double kick_dt_ = 0;
  Vec3 gravity_;
  std::vector<DeviceVector<Twist>> twists_;
  DeviceVector<Vec3> device_before_, device_velocity_;
};

ES_END
