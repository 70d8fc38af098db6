#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/scenes.h"
#include "grid/materials/rigid_model.h"

/// Rigid bodies, on joints and on floors.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double gravity = 9.81;  // [m/s^2]
constexpr const char* group = "Rigid bodies";
constexpr double degree = pi / 180;

MaterialSpec rigid() {
  MaterialSpec material;
  material.model = std::string(rigid_model), material.density = density;
  return material;
}

Scene scene_with(const BodySpec& body, double h) {
  Scene scene = empty_scene(h, {0.11 * h, 0.07 * h, 0.3 * h});
  scene.gravity.value = {0, 0, -gravity};
  scene.contact.tolerance = 1e-6;
  scene.bodies = {body};
  return scene;
}

constexpr double length = 1, thickness = 0.1;  // of a bar [m]

/// When a bar that is let go level passes its lowest place [s].
double swing(Backend backend, int cells) {
  Scene scene = scene_with(
      box("bar", {0.5 * length, 0, 0}, {length, thickness, thickness}, rigid()), thickness / cells);
  JointSpec hinge;
  hinge.name = "axle", hinge.bodies = {"bar"}, hinge.axis = {0, 1, 0};
  scene.joints = {hinge};
  const auto simulation = make_simulation(backend, scene);
  Crossings lowest;
  run_to(*simulation, 0.6, [&](const StepRecord& step) {
    lowest.add(step.time, simulation->joints()[0].angle - 0.5 * pi);
  });
  return lowest.times().at(0);
}

/// With d = L/2 and I = m (L^2 + t^2)/12 + m d^2: sqrt(I / m g d) K(sin 45 degrees).
double quarter_period() {
  const double d = 0.5 * length, moment = (length * length + thickness * thickness) / 12 + d * d;
  return std::sqrt(moment / (gravity * d)) * 1.8540746773013719;
}

constexpr double disc = 0.2, axle = 0.25, lean = 40 * degree;  // radius; centre to tip [m]
constexpr double own_spin = 60;                                // about its axis [rad/s]

/// Moments of a disc over its mass, across at the tip and along its axis [m^2].
constexpr double moment_across = disc * disc / 4 + 0.05 * 0.05 / 12 + axle * axle,
                 moment_along = disc * disc / 2;

/// The slower root of A W^2 cos a - C w W + g l = 0.
double precession() {
  const double a = moment_across * std::cos(lean), b = moment_along * own_spin, c = gravity * axle;
  return 2 * c / (b + std::sqrt(b * b - 4 * a * c));
}

/// How far a top that leans has gone about the vertical in a time, by its centre [rad].
double top(Backend backend, int cells) {
  const double time = 0.4, W = precession();
  const Vec3 axis{std::sin(lean), 0, std::cos(lean)};
  BodySpec body = cylinder("top", axle * axis, disc, 0.05, rigid());
  body.rotation = {{0, 1, 0}, lean};
  body.angular_velocity = W * Vec3{0, 0, 1} + (own_spin - W * std::cos(lean)) * axis;
  body.velocity = cross(W * Vec3{0, 0, 1}, body.centre);
  Scene scene = scene_with(body, 0.05 / cells);
  JointSpec tip;
  tip.name = "tip", tip.type = "ball", tip.bodies = {"top"};
  scene.joints = {tip};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, time);
  const Vec3 centre = simulation->bodies()[0].centroid;
  return std::atan2(centre.y, centre.x);
}

constexpr double radius = 0.1, thrown = 0.5;  // [m], [m/s]

double speed_of(const BodyRecord& body) { return norm(body.momentum) / body.mass; }

/// Speed of a ball that was thrown along a floor, when it rolls.
double skid(Backend backend, int cells) {
  BodySpec body = ball("ball", {0, 0, radius}, radius, rigid());
  body.velocity = {thrown, 0.2 * thrown, 0};
  Scene scene = scene_with(body, 2 * radius / cells);
  scene.contact.friction = 0.2;
  scene.obstacles = {plane("floor", {}, {0, 0, 1})};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.3);
  return mean_until(*simulation, 0.8, [&] { return speed_of(simulation->bodies()[0]); });
}

/// Acceleration down a slope, oblique to the cells.
double go_down(Backend backend, int cells, double slope, double friction, const BodySpec& body,
               double depth) {
  const double tilt = 20 * degree;
  const Vec3 up{std::sin(tilt), 0, std::cos(tilt)}, along{std::cos(tilt), 0, -std::sin(tilt)};
  BodySpec placed = body;
  placed.centre = depth * up;
  Scene scene = scene_with(placed, 2 * depth / cells);
  scene.gravity.value = gravity * (std::sin(slope) * along - std::cos(slope) * up);
  scene.contact.friction = friction;
  scene.obstacles = {plane("floor", {}, up)};
  const auto simulation = make_simulation(backend, scene);
  Slope speed;
  run_to(*simulation, 0.5, [&](const StepRecord& step) {
    if (step.time < 0.1) return;
    const BodyRecord now = simulation->bodies()[0];
    speed.add(step.time - 0.5 * step.dt, dot(now.momentum, along) / now.mass);
  });
  return speed.value();
}

double ball_down(Backend backend, int cells) {
  return go_down(backend, cells, 10 * degree, 0.5, ball("ball", {}, radius, rigid()), radius);
}

double cylinder_down(Backend backend, int cells) {
  BodySpec body = cylinder("roller", {}, radius, 2 * radius, rigid());
  body.rotation = {{1, 0, 0}, 0.5 * pi};
  return go_down(backend, cells, 10 * degree, 0.5, body, radius);
}

double block_down(Backend backend, int cells) {
  BodySpec body = box("block", {}, {3 * radius, 2 * radius, 2 * radius}, rigid());
  body.rotation = {{0, 1, 0}, 20 * degree};
  return go_down(backend, cells, 30 * degree, 0.3, body, radius);
}

VerificationCase rigid_case(const std::string& name, const std::string& what,
                            const std::string& quantity, const std::string& source,
                            const std::string& counted, std::vector<int> cells, double exact,
                            const std::function<double(Backend, int)>& measure) {
  return {.name = name,
          .group = group,
          .what = what,
          .quantity = quantity,
          .source = source,
          .across = counted,
          .cells = std::move(cells),
          .exact = exact,
          .measure = measure};
}

}  // namespace

std::vector<VerificationCase> rigid_cases() {
  const std::string diameter = "the diameter", slope = "acceleration [m/s^2]";
  std::vector<VerificationCase> cases{
      rigid_case("rigid-pendulum", "A bar on a hinge at its end is let go level.",
                 "time to its lowest place [s]", "sqrt(I / m g d) K(sin 45 degrees)",
                 "the thickness", {3, 6, 12}, quarter_period(), swing),
      rigid_case("rigid-top", "A top that leans by 40 degrees turns on its tip without nodding.",
                 "way about the vertical in 0.4 s [rad]",
                 "A W^2 cos a - C w W + m g l = 0 (Goldstein, Classical Mechanics)",
                 "the disc's thickness", {3, 6}, 0.4 * precession(), top),
      rigid_case("rigid-skid", "A ball that is thrown along a floor skids until it rolls.",
                 "speed when it rolls [m/s]", "5/7 V (Coriolis)", diameter, {8, 12, 16},
                 5.0 / 7 * thrown * std::hypot(1, 0.2), skid),
      rigid_case("rigid-ball", "A ball rolls down an oblique floor, on a slope of 10 degrees.",
                 slope, "5/7 g sin a", diameter, {8, 12, 16},
                 5.0 / 7 * gravity * std::sin(10 * degree), ball_down),
      rigid_case("rigid-roller", "A cylinder rolls down the same slope.", slope, "2/3 g sin a",
                 diameter, {8, 12, 16}, 2.0 / 3 * gravity * std::sin(10 * degree), cylinder_down),
      rigid_case("rigid-slide",
                 "A block slides down an oblique floor, on a slope of 30 degrees, mu = 0.3.", slope,
                 "g (sin a - mu cos a)", "the height", {4, 6, 8},
                 gravity * (std::sin(30 * degree) - 0.3 * std::cos(30 * degree)), block_down),
  };
  cases[1].coarse = 1;  // the others take less than a second
  return cases;
}

}  // namespace eulersolid
