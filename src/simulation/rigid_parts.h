#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <string>
#include <vector>

#include "contact/detect/scene_tables.h"
#include "grid/body.h"
#include "grid/rigid/rigid_bodies.h"
#include "io/run/records.h"
#include "io/scene/scene.h"
#include "src/simulation/region_actions.h"

ES_BEGIN

/// The rigid bodies of a scene and its joints, by the numbers of the scene's bodies, and what is
/// attached to them.
class RigidParts {
 public:
  RigidParts() = default;
  /// Starts those of the bodies that are rigid.
  /// @throws InputError where a region that is attached to one is too heavy for it
  RigidParts(const Scene& scene, std::vector<Body>& bodies);

  bool has(std::size_t body) const { return numbers_[body] >= 0; }
  RigidView view(std::size_t body) const { return has(body) ? rigid_.view(of(body)) : RigidView{}; }
  RigidPlacement placement(std::size_t body) const;

  void damp(double factor) { rigid_.damp(factor); }
  /// @param dt  of the kick
  void kick(Vec3 gravity, double dt, const StepTimes& loads);
  Imbalance imbalance() const { return rigid_.imbalance(); }
  /// What contact changes, until move().
  /// @param wave_speed  see RigidMotions
  RigidMotions motions(double wave_speed) {
    return {rigid_.before(), rigid_.velocity(), wave_speed};
  }
  void receive(std::size_t body, Vec3 impulse, Vec3 torque) {
    rigid_.receive(of(body), impulse, torque);
  }
  /// Between two steps.
  void set_motion(std::size_t body, Vec3 velocity, Vec3 spin) {
    rigid_.set_motion(of(body), velocity, spin);
  }
  /// With the reactions of what is attached to them, which has moved already.
  void move(const std::vector<Body>& bodies, double dt);

  /// Of regions that are attached to them; valid as long as this.
  /// @param dt  of the step
  Carrier carrier(double dt) const;
  /// Of joints, since they were last asked for.
  std::vector<JointRecord> joint_records();

  RigidMemory memory() const { return rigid_.memory(); }
  void restore(const RigidMemory& memory) { rigid_.restore(memory); }

 private:
  struct Load {
    std::size_t body = 0, region = 0, carrier = 0;  ///< the latter among the rigid ones
  };
  std::size_t of(std::size_t body) const { return std::size_t(numbers_[body]); }
  std::size_t named(const std::string& body) const;
  void require_light(const std::vector<Body>& bodies) const;

  std::string source_;
  std::vector<std::string> names_;  ///< of the rigid ones
  std::vector<JointSpec> joints_;
  std::vector<int> numbers_;  ///< of each body among the rigid ones; others -1
  std::vector<Load> loads_;
  RigidBodies rigid_;
};

ES_END
