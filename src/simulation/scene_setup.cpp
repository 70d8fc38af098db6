#include "src/simulation/scene_setup.h"

#include <algorithm>
#include <cmath>

#include "grid/materials/law_table.h"
#include "grid/rigid/inertia_at_rest.h"
#include "io/scene/scene.h"

ES_BEGIN

namespace {

int position_of(const std::vector<std::string>& names, const std::string& name) {
  return int(std::find(names.begin(), names.end(), name) - names.begin());
}

FrictionLaw friction_law(double kinetic, std::optional<double> at_rest) {
  return {kinetic, at_rest.value_or(kinetic)};
}

/// Sets what is said of a pair; positions below `bodies` are bodies, the others obstacles.
void set_pair(FrictionTable& table, int bodies, int a, int b, const PairContact& pair) {
  if (a > b) std::swap(a, b);
  if (a >= bodies) return;  // two obstacles never touch
  const FrictionLaw friction = friction_law(pair.friction.value_or(0), pair.static_friction);
  if (b < bodies) {
    table.set_between_bodies(a, b, friction);
    if (!pair.touch) table.let_bodies_pass(a, b);
  } else {
    table.set_with_obstacle(a, b - bodies, friction);
    if (!pair.touch) table.let_pass_obstacle(a, b - bodies);
  }
}

/// @param turn    of the body at rest
/// @param centre  of what has the material
Material material_of(const MaterialSpec& spec, const Mat3& turn, Vec3 centre) {
  Law law = make_law(spec.model, spec.parameters);
  lay_fibres(law, turn * normalized(spec.fibre),
             {centre, std::cos(spec.fibre_angle), std::sin(spec.fibre_angle)});
  return {law, spec.density, spec.viscosity};
}

}  // namespace

GridSpec grid_of(const Scene& scene) {
  return {scene.grid.origin, scene.grid.cell_size, scene.grid.period(), scene.numerics.grid};
}

BodySetup setup_of(const Scene& scene, const BodySpec& body) {
  BodySetup setup;
  setup.name = body.name;
  setup.shape = placed(body);
  setup.material = material_of(body.material, setup.shape.pose.rotation, setup.shape.pose.position);
  setup.velocity = body.velocity;
  setup.angular_velocity = body.angular_velocity;
  setup.velocity_gradient = body.velocity_gradient;
  setup.place = start_map(body);
  setup.is_rigid = body.is_rigid();
  for (const RegionSpec& region : body.regions) {
    RegionSetup& part = setup.regions.emplace_back();
    part.name = region.name, part.is_held = is_held(scene, region);
    part.loads_surface = region.loads_surface();
    if (region.cavity)
      part.cavity = {region.gas_pressure, region.gas_exponent, determinant(body.deformation)};
    if (region.shape.name != whole_body) part.shape = placed(region, body);
    if (region.material)
      part.material = material_of(*region.material, setup.shape.pose.rotation,
                                  placed(region, body).pose.position);
    part.activates = region.activation > 0;
    RegionAction& action = setup.actions.emplace_back();
    action.activation = action.activation_before = region.activation * value_at(region.load, 0).x;
  }
  return setup;
}

RigidSetup rigid_setup_of(const BodySpec& body) {
  const RigidMass mass = rigid_mass(placed(body), body.material.density);
  return {mass.mass, mass.inertia, mass.centre, body.velocity, body.angular_velocity};
}

std::vector<JointSetup> joints_of(const Scene& scene) {
  std::vector<std::string> names;
  for (const BodySpec& body : scene.bodies)
    if (body.is_rigid()) names.push_back(body.name);
  std::vector<JointSetup> joints;
  for (const JointSpec& joint : scene.joints) {
    const JointKind kind = joint.type == "ball"    ? JointKind::ball
                           : joint.type == "hinge" ? JointKind::hinge
                                                   : JointKind::fixed;
    joints.push_back({kind, position_of(names, joint.bodies.front()),
                      joint.bodies.size() > 1 ? position_of(names, joint.bodies[1]) : -1, joint.at,
                      normalized(joint.axis)});
  }
  return joints;
}

std::vector<JointAction> joint_actions(const std::vector<JointSpec>& joints,
                                       const StepTimes& step) {
  std::vector<JointAction> actions;
  for (const JointSpec& joint : joints) {
    const double factor = mean_value(joint.load, step.kick_start(), step.kick_dt()).x;
    actions.push_back({factor * joint.torque, factor * joint.speed, joint.max_torque});
  }
  return actions;
}

FrictionTable friction_of(const Scene& scene) {
  const int bodies = int(scene.bodies.size());
  const FrictionLaw all = friction_law(scene.contact.friction, scene.contact.static_friction);
  FrictionTable table(bodies, int(scene.obstacles.size()), all);
  std::vector<std::string> names;
  for (const BodySpec& body : scene.bodies) names.push_back(body.name);
  for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
    const ObstacleSpec& obstacle = scene.obstacles[o];
    names.push_back(obstacle.name);
    const double at_rest = obstacle.friction.value_or(all.at_rest);
    const FrictionLaw own{obstacle.friction.value_or(all.kinetic),
                          obstacle.static_friction.value_or(at_rest)};
    for (int b = 0; b < bodies; ++b) table.set_with_obstacle(b, int(o), own);
  }
  const PassingPairs passing(scene);
  for (const BodySpec& body : scene.bodies)
    for (const RegionSpec& region : body.regions)
      if (is_tied(scene, region) && passing.contains(body.name, region.attach))
        table.let_bodies_pass(position_of(names, body.name), position_of(names, region.attach));
  for (const PairContact& pair : scene.contact.pairs)
    set_pair(table, bodies, position_of(names, pair.first), position_of(names, pair.second), pair);
  return table;
}

ObstacleState obstacle_at(const ObstacleSpec& obstacle, double time, double dt, double pace) {
  ObstacleState state{placed(obstacle, time), {}, {}};
  if (dt > 0) {
    state.velocity = pace * mean_rate(obstacle.motion, time, dt);
    state.angular_velocity = pace * mean_turning_rate(obstacle.turning, time, dt);
  }
  return state;
}

ES_END
