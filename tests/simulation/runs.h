#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/scene/read_scene.h"
#include "src/simulation/simulation.h"

/// Scenes run in memory, and what the tests of the whole simulation ask of them.
namespace eulersolid::test {

/// How far kinetic + elastic + dissipated energy may stray from the start plus the work done, as a
/// part of the greatest energy, without any correction of energy. The aim is 1 %; the cylinders
/// lose 2.0 %, most of it where surfaces cut cells.
constexpr double energy_tolerance = 0.03;

inline constexpr double gravity = 9.81;  ///< [m/s^2]

inline Scene scene_file(const std::string& name, const std::vector<SceneOverride>& changes = {}) {
  return read_scene(ES_SOURCE_DIR "/scenes/" + name + ".toml", changes);
}

/// What a run left behind, step by step. `bodies[0]` is the start, `bodies[n]` is after step n.
struct History {
  std::vector<StepRecord> steps;
  std::vector<std::vector<BodyRecord>> bodies;

  const std::vector<BodyRecord>& start() const { return bodies.front(); }
  const std::vector<BodyRecord>& end() const { return bodies.back(); }
};

/// The scene's fixed step, or the largest stable one.
inline double next_step(Simulation& simulation, const Scene& scene) {
  return scene.time.dt ? *scene.time.dt : simulation.stable_dt();
}

/// Advances by `duration` [s], adding to the history.
inline void advance_by(Simulation& simulation, const Scene& scene, double duration,
                       History& history) {
  const double goal = simulation.time() + duration;
  while (simulation.time() < goal * (1 - 1e-9)) {
    history.steps.push_back(simulation.advance(next_step(simulation, scene)));
    history.bodies.push_back(simulation.bodies());
  }
}

inline History begin(Simulation& simulation) { return {{}, {simulation.bodies()}}; }

/// Energy is left as the grid makes it: what is claimed of it is to hold without its return, which
/// physics/returned_energy_test.cpp is about.
inline std::unique_ptr<Simulation> simulate(Scene scene) {
  scene.numerics.grid.return_energy = false;
  return make_simulation(Backend::cpu, scene);
}

inline History run(const Scene& scene, double duration) {
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, duration, history);
  return history;
}

inline History run(const Scene& scene) { return run(scene, scene.time.duration); }

inline const BodyRecord& find(const std::vector<BodyRecord>& bodies, const std::string& name) {
  return *std::find_if(bodies.begin(), bodies.end(),
                       [&](const BodyRecord& body) { return body.body == name; });
}

inline double sum_over(const std::vector<BodyRecord>& bodies,
                       const std::function<double(const BodyRecord&)>& value) {
  double sum = 0;
  for (const BodyRecord& body : bodies) sum += value(body);
  return sum;
}

/// Sum of m |v| [kg m/s]: what momenta are compared with.
inline double abs_momentum(const std::vector<BodyRecord>& bodies) {
  return sum_over(bodies, [](const BodyRecord& body) { return norm(body.momentum); });
}

/// Kinetic plus elastic energy [J].
inline double energy(const std::vector<BodyRecord>& bodies) {
  return sum_over(bodies, [](const BodyRecord& body) { return body.kinetic + body.elastic; });
}

inline double largest(const History& history,
                      const std::function<double(const StepRecord&)>& value) {
  double most = -INFINITY;
  for (const StepRecord& step : history.steps) most = std::max(most, value(step));
  return most;
}

/// Five steps of two simulations that are in the same state have the same bits.
inline void expect_to_go_on_alike(Simulation& first, Simulation& second, const Scene& scene) {
  for (int step = 0; step < 5; ++step) {
    const double dt = next_step(first, scene);
    EXPECT_EQ(dt, next_step(second, scene));
    first.advance(dt), second.advance(dt);
  }
  EXPECT_EQ(first.bodies()[0].elastic, second.bodies()[0].elastic);
  EXPECT_EQ(first.bodies()[0].kinetic, second.bodies()[0].kinetic);
}

inline BodySpec solid(const std::string& name, Vec3 centre, MaterialSpec material) {
  BodySpec body;
  body.name = name, body.centre = centre, body.material = material;
  return body;
}

inline BodySpec ball(const std::string& name, Vec3 centre, double radius, MaterialSpec material) {
  BodySpec body = solid(name, centre, material);
  body.shape = {"sphere", {{"radius", radius}}};
  return body;
}

inline BodySpec box(const std::string& name, Vec3 centre, Vec3 size, MaterialSpec material) {
  BodySpec body = solid(name, centre, material);
  body.shape = {"box", {{"size", size}}};
  return body;
}

/// Fixed at the origin, solid below.
inline ObstacleSpec plane(const std::string& name, Vec3 unit_normal = {0, 0, 1}) {
  ObstacleSpec obstacle;
  obstacle.name = name, obstacle.shape = {"plane", {{"normal", unit_normal}}};
  return obstacle;
}

inline MaterialSpec soft(double viscosity = 0) {
  return {.density = 1000,
          .viscosity = viscosity,
          .parameters = {{"youngs_modulus", 1e5}, {"poissons_ratio", 0.3}}};
}

inline Scene empty_scene(double cell_size) {
  Scene scene;
  scene.grid = {{-1, -1, -1}, {2, 2, 2}, cell_size};
  return scene;
}

}  // namespace eulersolid::test
