#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/scenes.h"

/// Impacts without friction.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double thick = 0.025, length = 0.4;  // of bars along z [m]
constexpr double speed = 0.02;                 // 0.002 c [m/s]
constexpr const char* group = "Impact";

Scene scene_of(int cells) {
  const double h = thick / cells;
  return empty_scene(h, {0.3 * h, 0.2 * h, 0.4 * h});
}

BodySpec bar(const std::string& name, double from, double to, double velocity, double stiffer = 1) {
  MaterialSpec material = soft(0);
  material.density *= stiffer, material.parameters["youngs_modulus"] *= stiffer;
  BodySpec body = box(name, {0, 0, 0.5 * (from + to)}, {thick, thick, to - from}, material);
  body.velocity = {0, 0, velocity};
  return body;
}

struct Bounce {
  double time = 0, force = 0,
         speed = 0;  ///< of contact [s], mean in its middle [N], after it [m/s]
};

Bounce bounce(Backend backend, int cells) {
  const double transit = length / bar_speed, force = density * bar_speed * thick * thick * speed;
  Scene scene = scene_of(cells);
  scene.bodies = {bar("bar", 0, length, -speed)};
  scene.obstacles = {plane("wall", {}, {0, 0, 1})};
  const auto simulation = make_simulation(backend, scene);
  Bounce result;
  double middle = 0, middle_time = 0;
  run_to(*simulation, 3 * transit, [&](const StepRecord& step) {
    const double now = force_by(*simulation, "wall").z;
    if (now > 0.5 * force) result.time = step.time;
    if (step.time < 0.25 * transit || step.time > 1.75 * transit) return;
    middle += step.dt * now, middle_time += step.dt;
  });
  result.force = middle / middle_time;
  result.speed = simulation->bodies()[0].momentum.z / simulation->bodies()[0].mass;
  return result;
}

/// Speed of the second of two bars after the first, which flies, has hit it, over the first's.
double passed_on(Backend backend, int cells, double length_1, double length_2, double stiffer) {
  Scene scene = scene_of(cells);
  scene.bodies = {bar("first", -length_1, 0, speed), bar("second", 0, length_2, 0, stiffer)};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 3 * length_1 / bar_speed);
  const BodyRecord second = simulation->bodies()[1];
  return second.momentum.z / second.mass / speed;
}

constexpr double radius = 0.1;  // of balls [m]

/// Distance of the centres of two balls when they touch, on the diagonal of a plane of cells.
double touch(Backend backend, int cells) {
  Scene scene = empty_scene(2 * radius / cells, {0.003, 0.002, 0.004});
  const Vec3 way = (1 / std::sqrt(2.0)) * Vec3{1, 1, 0};
  for (const double side : {-1.0, 1.0}) {
    BodySpec body = ball(side < 0 ? "left" : "right", side * 1.2 * radius * way, radius, soft(0.3));
    body.velocity = -side * 0.2 * way;
    scene.bodies.push_back(body);
  }
  const auto simulation = make_simulation(backend, scene);
  double distance = 0;
  run_to(*simulation, 0.2, [&](const StepRecord& step) {
    if (step.contact.solver.active == 0 || distance > 0) return;
    const auto bodies = simulation->bodies();
    distance = norm(bodies[1].centroid - bodies[0].centroid);
  });
  return distance;
}

constexpr double drop_speed = 0.1;  // [m/s]

double ball_mass() { return 4.0 / 3 * pi * std::pow(radius, 3) * density; }
double plane_strain_modulus(double nu) { return youngs_modulus / (1 - nu * nu); }

/// Time from the first to the last contact of a ball with a wall.
double ball_contact(Backend backend, int cells) {
  Scene scene = empty_scene(2 * radius / cells, {0.003, 0.002, 0.004});
  scene.bodies = {ball("ball", {0, 0, radius + 0.003}, radius, soft(0.3))};
  scene.bodies[0].velocity = {0, 0, -drop_speed};
  scene.obstacles = {plane("wall", {}, {0, 0, 1})};
  const auto simulation = make_simulation(backend, scene);
  double first = -1, last = 0;
  run_to(*simulation, 0.2, [&](const StepRecord& step) {
    if (step.contact.solver.active == 0) return;
    if (first < 0) first = step.time - step.dt;
    last = step.time;
  });
  return last - first;
}

/// Forces on a ball by another one that hits it, off centre, in windows of a time; both fly with a
/// velocity, and the nodes are shifted by parts of a cell.
std::vector<Vec3> forces_of_collision(Backend backend, int cells, Vec3 flight, Vec3 shift) {
  constexpr int windows = 40;
  constexpr double window = 0.003;  // [s]
  const double h = 2 * radius / cells;
  Scene scene = empty_scene(h, h * shift);
  scene.bodies = {ball("first", {0, 0, 0}, radius, soft(0.3)),
                  ball("second", {2.05 * radius, 0.3 * radius, 0.2 * radius}, radius, soft(0.3))};
  scene.bodies[0].velocity = flight + Vec3{0.4, 0, 0};
  scene.bodies[1].velocity = flight;
  const auto simulation = make_simulation(backend, scene);
  std::vector<Vec3> forces;
  for (int n = 1; n <= windows; ++n) {
    run_to(*simulation, n * window);
    forces.push_back(force_by(*simulation, "second"));
  }
  return forces;
}

/// The most that forces of a collision differ by when it is seen from a moving and shifted frame,
/// over the greatest force.
double seen_moving(Backend backend, int cells) {
  const auto still = forces_of_collision(backend, cells, {}, {});
  const auto moving = forces_of_collision(backend, cells, {0.7, -0.5, 0.3}, {0.37, 0.21, 0.43});
  double most = 0, off = 0;
  for (std::size_t n = 0; n < still.size(); ++n) {
    most = std::fmax(most, norm(still[n])), off = std::fmax(off, norm(moving[n] - still[n]));
  }
  return off / most;
}

VerificationCase of_bars(const std::string& name, const std::string& what,
                         const std::string& quantity, const std::string& source, double exact,
                         const std::function<double(Backend, int)>& measure,
                         std::optional<double> order = {}) {
  return {.name = name,
          .group = group,
          .what = what,
          .quantity = quantity,
          .source = source,
          .across = "the thickness; 16 times as many along",
          .cells = {2, 3, 4, 5},
          .exact = exact,
          .most = 0.02,
          .max_coarse = 0.03,
          .order = order,
          .measure = measure};
}

}  // namespace

std::vector<VerificationCase> impact_cases() {
  const char* bounces = "A bar of nu = 0 hits a wall end on at 0.002 c.";
  return {
      of_bars("bar-on-wall-time", bounces, "time of contact [s]", "2 L / c (St. Venant)",
              2 * length / bar_speed, [](Backend b, int n) { return bounce(b, n).time; }),
      of_bars(
          "bar-on-wall-force", bounces, "mean force, but for an eighth at each end [N]",
          "rho c A V (St. Venant)", density * bar_speed * thick * thick * speed,
          [](Backend b, int n) { return bounce(b, n).force; }, 0.9),
      of_bars("bar-on-wall-rebound", bounces, "speed of its centre afterwards [m/s]",
              "V: nothing is left of the wave (St. Venant)", speed,
              [](Backend b, int n) { return bounce(b, n).speed; }),
      of_bars("bars-of-two-lengths", "A bar hits one twice as long of the same material, at rest.",
              "speed of the long one afterwards, over that of the short one [-]",
              "1/2 (St. Venant)", 0.5,
              [](Backend b, int n) { return passed_on(b, n, 0.5 * length, length, 1); }),
      of_bars("bars-of-two-impedances",
              "A bar hits an equally long one that is four times as dense and stiff, at rest.",
              "speed of the second afterwards, over that of the first [-]", "2 Z1 / (Z1 + Z2)", 0.4,
              [](Backend b, int n) { return passed_on(b, n, 0.5 * length, 0.5 * length, 4); }),
      {.name = "balls-touch",
       .group = group,
       .what = "Two balls fly at each other along a diagonal of the cells.",
       .quantity = "distance of their centres at the first contact [m]",
       .source = "2 R",
       .across = "the diameter",
       .cells = {4, 8, 12},
       .exact = 2 * radius,
       .most = 0.02,
       .order = 0.9,
       .measure = touch},
      {.name = "collision-seen-moving",
       .group = group,
       .what =
           "Two balls collide off centre at 0.04 c, seen at rest and from a frame that moves and "
           "is shifted against the cells.",
       .quantity = "largest difference of their forces, over the greatest force [-]",
       .source = "0 (Galilei)",
       .across = "the diameter",
       .cells = {6, 8, 12, 16},
       .coarse = 1,
       .exact = 0,
       .scale = 1,
       .most = 0.02,
       .known = 0.06,
       .max_coarse = 0.25,
       .measure = seen_moving},
      {.name = "ball-on-wall-time",
       .group = group,
       .what = "A ball hits a wall at 0.009 c; it is pressed in by a 24th of its radius.",
       .quantity = "time of contact [s]",
       .source =
           "2.868 (m^2 / (R E*^2 V))^(1/5) (Hertz 1882; Johnson, Contact Mechanics, Eq. 11.24)",
       .across = "the diameter",
       .cells = {8, 12, 16},
       .coarse = 1,
       .exact = 2.868 * std::pow(std::pow(ball_mass() / plane_strain_modulus(0.3), 2) /
                                     (radius * drop_speed),
                                 0.2),
       .most = 0.02,
       .max_coarse = 0.04,
       .order = 0.9,
       .measure = ball_contact},
  };
}

}  // namespace eulersolid
