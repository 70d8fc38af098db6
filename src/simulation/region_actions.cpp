#include "src/simulation/region_actions.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// A motion from the start on.
struct Motion {
  AffineMap place;  ///< where what was at x then is
  Vec3 centre;      ///< about which it turns, where that is then [m]
};

Motion by_own_keys(const RegionSpec& region, const BodySpec& body, double time) {
  Vec3 start = body.centre;
  if (region.shape.name != whole_body)
    start = start_map(body).at(placed(region, body).pose.position);
  const Vec3 centre = start + value_at(region.shift, time) + time * region.velocity;
  const Mat3 turn = rotation_at({}, region.turning, time);
  return {{turn, centre - turn * start}, centre};
}

Motion with_obstacle(const ObstacleSpec& obstacle, double time) {
  const Pose start = placed(obstacle).pose, now = placed(obstacle, time).pose;
  const Mat3 turn = now.rotation * transpose(start.rotation);
  return {{turn, now.position - turn * start.position}, now.position};
}

}  // namespace

std::string fault_of(const RegionLoad& load, const RegionSetup& region) {
  const bool loads_surface = norm(load.traction) > 0 || load.pressure != 0;
  const double all = norm1(load.acceleration) + norm1(load.force) + norm1(load.traction) +
                     std::fabs(load.pressure) + std::fabs(load.activation);
  if (!std::isfinite(all)) return "is given a load that is not finite";
  if (loads_surface && !region.loads_surface)
    return "has no traction, pressure or cavity in the scene, which has to name one, of any size, "
           "for its surface to be found";
  if (load.activation != 0 && !region.activates)
    return "has no activation in the scene, which has to name one, of any size";
  if (load.activation < 0) return "is given an activation below 0";
  return "";
}

void put_load(const RegionLoad& load, RegionSpec& region) {
  region.acceleration = load.acceleration, region.force = load.force;
  region.traction = load.traction, region.pressure = load.pressure;
  region.activation = load.activation;
  region.load = {Vec3{1, 1, 1}, {}};
}

std::vector<RegionAction> region_actions(const Scene& scene, const BodySpec& body,
                                         const StepTimes& step, const Carrier& carrier) {
  const AffineMap at_start = start_map(body);
  std::vector<RegionAction> actions;
  for (const RegionSpec& region : body.regions) {
    RegionAction& action = actions.emplace_back();
    const double factor = mean_value(region.load, step.kick_start(), step.kick_dt()).x;
    action.acceleration = factor * region.acceleration, action.force = factor * region.force;
    action.traction = factor * region.traction, action.pressure = factor * region.pressure;
    const double end = step.start + step.dt;
    action.activation = region.activation * value_at(region.load, end).x;
    action.activation_before = region.activation * value_at(region.load, step.start).x;
    if (!is_held(scene, region)) continue;
    if (region.attach.empty()) {
      action.end = after(by_own_keys(region, body, end).place, at_start);
      action.motion = {by_own_keys(region, body, step.start).centre,
                       step.pace * (mean_rate(region.shift, step.start, step.dt) + region.velocity),
                       step.pace * mean_turning_rate(region.turning, step.start, step.dt)};
      continue;
    }
    const auto obstacle = std::find_if(
        scene.obstacles.begin(), scene.obstacles.end(),
        [&](const ObstacleSpec& candidate) { return candidate.name == region.attach; });
    if (obstacle == scene.obstacles.end()) {
      const Carried carried = carrier(region.attach);
      action.end = after(carried.end, at_start), action.motion = carried.motion;
      continue;
    }
    action.end = after(with_obstacle(*obstacle, end).place, at_start);
    action.motion = {with_obstacle(*obstacle, step.start).centre,
                     step.pace * mean_rate(obstacle->motion, step.start, step.dt),
                     step.pace * mean_turning_rate(obstacle->turning, step.start, step.dt)};
  }
  return actions;
}

}  // namespace eulersolid
