#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/fields.h"
#include "bench/verification/scenes.h"

/// Motion that deforms nothing: the reference map must follow it, and momenta what acts.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double edge = 0.2;  // of the boxes' longest side [m]
constexpr const char* group = "Rigid motion";

Scene scene_of_box(int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {box("box", {0.0131, 0.0172, 0.0093}, {edge, 0.75 * edge, 0.8 * edge}, soft(0.3))};
  return scene;
}

/// Root of the mean square of the way that the material is off, over the edge.
double off_path(const Simulation& simulation, const Scene& scene,
                const std::function<Vec3(Vec3)>& exact) {
  return Nodes(simulation, scene).rms_error(exact) / edge;
}

double flight(Backend backend, int cells) {
  Scene scene = scene_of_box(cells);
  const Vec3 velocity{1, 0.37, -0.61};
  scene.bodies[0].velocity = velocity;
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 5 * edge);
  return off_path(*simulation, scene, [&](Vec3) { return simulation->time() * velocity; });
}

/// Waves are slow enough for steps of half a cell of the motion.
double held_turn(Backend backend, int cells) {
  Scene scene = scene_of_box(cells);
  scene.bodies[0].material.parameters["youngs_modulus"] = 10;
  RegionSpec all = all_of_it("all");
  all.turning.rate = scene.bodies[0].angular_velocity = {0, 0, 2 * pi};
  scene.bodies[0].regions = {all};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 1);
  return off_path(*simulation, scene, [](Vec3) { return Vec3{}; });
}

double free_turn(Backend backend, int cells) {
  Scene scene = scene_of_box(cells);
  scene.bodies[0].shape = {"sphere", {{"radius", 0.5 * edge}}};
  scene.bodies[0].angular_velocity = {0, 0, 1};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.5);
  const Mat3 F = Nodes(*simulation, scene).mean_gradient();
  return std::atan2(F.r[1].x - F.r[0].y, F.r[0].x + F.r[1].y);
}

double fall(Backend backend, int cells) {
  Scene scene = scene_of_box(cells);
  scene.gravity = ramp({0, 0, -9.81}, 0.1501);
  scene.bodies[0].velocity = {0.3, -0.2, 1};
  const auto simulation = make_simulation(backend, scene);
  const double start = simulation->bodies()[0].centroid.z;
  run_to(*simulation, 0.3);
  return simulation->bodies()[0].centroid.z - start;
}

double push(Backend backend, int cells) {
  Scene scene = scene_of_box(cells);
  RegionSpec all = all_of_it("all");
  all.force = {0, 6, 0};
  scene.bodies[0].regions = {all};
  const auto simulation = make_simulation(backend, scene);
  const double start = simulation->bodies()[0].centroid.y;
  run_to(*simulation, 0.3);
  return simulation->bodies()[0].centroid.y - start;
}

}  // namespace

std::vector<VerificationCase> motion_cases() {
  const double ramp_time = 0.1501, after = 0.3 - ramp_time;
  const double fallen =
      0.3 - 9.81 * (ramp_time * ramp_time / 6 + 0.5 * ramp_time * after + 0.5 * after * after);
  const double mass = density * edge * 0.75 * edge * 0.8 * edge;
  return {
      {.name = "flight",
       .group = group,
       .what = "A box flies freely for 5 of its lengths, along no line of the grid.",
       .quantity = "material off its way, rms over the length [-]",
       .source = "u = v t",
       .across = "the length",
       .cells = {4, 8, 12},
       .exact = 0,
       .scale = 1,
       .measure = flight},
      {.name = "prescribed-turn",
       .group = group,
       .what = "A box is turned once around by a region that is all of it.",
       .quantity = "material off its place after the turn, rms over the length [-]",
       .source = "u = 0",
       .across = "the length",
       .cells = {4, 8, 16},
       .exact = 0,
       .scale = 1,
       .order = 1.8,
       .measure = held_turn},
      {.name = "free-turn",
       .group = group,
       .what = "A ball spins freely at 1 rad/s; what it gives way to that is 1e-5.",
       .quantity = "angle after 0.5 s [rad]",
       .source = "w t",
       .across = "the diameter",
       .cells = {4, 8, 12},
       .exact = 0.5,
       .measure = free_turn},
      {.name = "fall",
       .group = group,
       .what = "A box that is thrown up, while gravity grows for 0.15 s and then stays.",
       .quantity = "way up of the centroid after 0.3 s [m]",
       .source = "gravity integrated twice",
       .across = "the length",
       .cells = {4, 8},
       .exact = fallen,
       .measure = fall},
      {.name = "push",
       .group = group,
       .what = "A free box that a region's force pushes.",
       .quantity = "way of the centroid after 0.3 s [m]",
       .source = "F t^2 / 2 m",
       .across = "the length",
       .cells = {4, 8},
       .exact = 6 * 0.3 * 0.3 / (2 * mass),
       .measure = push},
  };
}

}  // namespace eulersolid
