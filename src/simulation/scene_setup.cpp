#include "src/simulation/scene_setup.h"

#include <algorithm>

#include "grid/materials/law_table.h"

ES_BEGIN

namespace {

/// Position of the obstacle: linear between keyframes, at rest before the first and after the last.
Vec3 position_at(const ObstacleSpec& obstacle, double time) {
  const std::vector<Keyframe>& keys = obstacle.keyframes;
  if (keys.empty()) return obstacle.position;
  if (time <= keys.front().time) return keys.front().position;
  if (time >= keys.back().time) return keys.back().position;
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Keyframe& key) { return t < key.time; });
  const auto before = after - 1;
  const double part = (time - before->time) / (after->time - before->time);
  return (1 - part) * before->position + part * after->position;
}

int position_of(const std::vector<std::string>& names, const std::string& name) {
  return int(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Sets one pair's friction; positions below `bodies` are bodies, the others obstacles.
void set_friction(FrictionTable& table, int bodies, int a, int b, double friction) {
  if (a > b) std::swap(a, b);
  if (a >= bodies) return;  // two obstacles never touch
  if (b < bodies) {
    table.set_between_bodies(a, b, friction);
  } else {
    table.set_with_obstacle(a, b - bodies, friction);
  }
}

}  // namespace

GridSpec grid_of(const Scene& scene) { return {scene.grid.origin, scene.grid.cell_size}; }

BodySetup setup_of(const BodySpec& body) {
  BodySetup setup;
  setup.name = body.name;
  setup.shape.kind = body.shape.kind == ShapeKind::sphere ? LevelSet::Kind::sphere
                     : body.shape.kind == ShapeKind::box  ? LevelSet::Kind::box
                                                          : LevelSet::Kind::cylinder;
  setup.shape.half = 0.5 * body.shape.size;
  setup.shape.radius = body.shape.radius;
  setup.shape.half_length = 0.5 * body.shape.length;
  setup.shape.centre = body.centre;
  setup.shape.to_world = rotation(body.rotation.axis, body.rotation.angle);
  const MaterialSpec& m = body.material;
  setup.material = {make_law(m.model, m.parameters), m.density, m.viscosity};
  setup.velocity = body.velocity;
  setup.angular_velocity = body.angular_velocity;
  return setup;
}

FrictionTable friction_of(const Scene& scene) {
  const int bodies = int(scene.bodies.size());
  FrictionTable table(bodies, int(scene.obstacles.size()), scene.contact.friction);
  std::vector<std::string> names;
  for (const BodySpec& body : scene.bodies) names.push_back(body.name);
  for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
    names.push_back(scene.obstacles[o].name);
    if (!scene.obstacles[o].friction) continue;
    for (int b = 0; b < bodies; ++b)
      table.set_with_obstacle(b, int(o), *scene.obstacles[o].friction);
  }
  for (const PairFriction& pair : scene.contact.pairs) {
    set_friction(table, bodies, position_of(names, pair.first), position_of(names, pair.second),
                 pair.friction);
  }
  return table;
}

ObstacleState obstacle_at(const ObstacleSpec& obstacle, double time, double dt) {
  ObstacleState state;
  state.kind = obstacle.shape.kind == ShapeKind::plane    ? ObstacleState::Kind::plane
               : obstacle.shape.kind == ShapeKind::sphere ? ObstacleState::Kind::sphere
                                                          : ObstacleState::Kind::box;
  state.half = 0.5 * obstacle.shape.size;
  state.radius = obstacle.shape.radius;
  state.normal = obstacle.shape.normal;
  state.to_world = rotation(obstacle.rotation.axis, obstacle.rotation.angle);
  state.position = position_at(obstacle, time);
  if (dt > 0) state.velocity = (1 / dt) * (position_at(obstacle, time + dt) - state.position);
  return state;
}

ES_END
