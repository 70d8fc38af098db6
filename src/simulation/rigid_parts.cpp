#include "src/simulation/rigid_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/core/error.h"
#include "src/simulation/scene_setup.h"

ES_BEGIN

RigidParts::RigidParts(const Scene& scene, std::vector<Body>& bodies)
    : source_(scene.source), joints_(scene.joints) {
  std::vector<RigidSetup> setups;
  for (const BodySpec& body : scene.bodies) {
    numbers_.push_back(body.is_rigid() ? int(setups.size()) : -1);
    if (!body.is_rigid()) continue;
    setups.push_back(rigid_setup_of(body)), names_.push_back(body.name);
  }
  if (setups.empty()) return;
  rigid_ = RigidBodies(setups, joints_of(scene));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (has(b)) bodies[b].start_rigid(placement(b));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (std::size_t r = 0; r < scene.bodies[b].regions.size(); ++r)
      if (const RegionSpec& region = scene.bodies[b].regions[r]; is_carried(scene, region))
        loads_.push_back({b, r, named(region.attach)});
  require_light(bodies);
}

std::size_t RigidParts::named(const std::string& body) const {
  return std::size_t(std::find(names_.begin(), names_.end(), body) - names_.begin());
}

/// What a rigid body carries is told how to move before it is felt: the heavier one decides.
void RigidParts::require_light(const std::vector<Body>& bodies) const {
  for (const Load& load : loads_) {
    const Body& body = bodies[load.body];
    const RegionPlace place = body.place_of_region(load.region);
    const double part = place.mass * rigid_.mobility(load.carrier, (1 / place.mass) * place.first);
    if (part >= 1)
      throw InputError(fmt::format(
          "{}: [body \"{}\"] region \"{}\" has {:.3g} kg, but where it is, \"{}\" can carry less "
          "than {:.3g} kg; make that body heavier, or the region smaller",
          source_, body.name(), body.regions().name(load.region), place.mass, names_[load.carrier],
          place.mass / part));
  }
}

RigidPlacement RigidParts::placement(std::size_t body) const {
  const std::size_t number = of(body);
  return {rigid_.place(number), rigid_.motion(number),
          rigid_.inertia(number).inertia(rigid_.state(number).turn), rigid_.kinetic(number),
          rigid_.flows(number)};
}

void RigidParts::kick(Vec3 gravity, double dt, const StepTimes& loads) {
  rigid_.kick(dt, gravity, joint_actions(joints_, loads));
}

void RigidParts::move(const std::vector<Body>& bodies, double dt) {
  for (const Load& load : loads_) {
    const RegionTotals& totals = bodies[load.body].regions().totals()[load.region];
    rigid_.push(load.carrier, -totals.reaction, -totals.reaction_torque);
  }
  rigid_.move(dt);
}

Carrier RigidParts::carrier(double dt) const {
  return [this, dt](const std::string& body) -> Carried {
    return {rigid_.motion(named(body)), rigid_.place_ahead(named(body), dt)};
  };
}

std::vector<JointRecord> RigidParts::joint_records() {
  std::vector<JointRecord> records;
  const std::vector<JointState> joints = rigid_.take_joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointState& joint = joints[j];
    const double per_time = joint.elapsed > 0 ? 1 / joint.elapsed : 0;
    records.push_back({joints_[j].name, rigid_.joint_place(j), joint.angle, joint.rate,
                       per_time * joint.drive, joint.work, per_time * joint.impulse,
                       per_time * joint.torque});
  }
  return records;
}

ES_END
