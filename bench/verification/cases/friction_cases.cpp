#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/scenes.h"
#include "io/scene/read_scene.h"

/// Contact with friction.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double gravity = 9.81, height = 0.05;  // [m/s^2], of blocks [m]
constexpr const char* group = "Friction";
constexpr double degree = pi / 180;

/// A flat block on a floor, two and a half times as long as high. The floor lies along the cells,
/// on no nodes, or at an angle to them about y.
Scene block_on_floor(int cells, double friction, double tilt) {
  const double h = height / cells;
  Scene scene = empty_scene(h, {0.11 * h, 0.07 * h, 0.3 * h});
  scene.contact.friction = friction;
  scene.contact.tolerance = 1e-6;
  const Vec3 up{std::sin(tilt), 0, std::cos(tilt)};
  BodySpec block =
      box("block", 0.5 * height * up, {2.5 * height, 2 * height, height}, soft(0.3, 1.5e-3));
  block.rotation = {{0, 1, 0}, tilt};
  scene.bodies = {block};
  scene.obstacles = {plane("floor", {}, up)};
  return scene;
}

/// Gravity as on a slope of a floor that is tilted itself by another angle, downhill at an azimuth
/// from x.
Vec3 gravity_on(double slope, double tilt, double azimuth) {
  const Vec3 along{std::cos(tilt), 0, -std::sin(tilt)}, up{std::sin(tilt), 0, std::cos(tilt)};
  const Vec3 downhill = std::cos(azimuth) * along + Vec3{0, std::sin(azimuth), 0};
  return gravity * (std::sin(slope) * downhill - std::cos(slope) * up);
}

double speed_along(const BodyRecord& body, Vec3 direction) {
  return dot(body.momentum, direction) / (body.mass * norm(direction));
}

struct Slope30 {
  double friction, tilt, azimuth;

  double exact() const { return gravity * (std::sin(pi / 6) - friction * std::cos(pi / 6)); }
};

/// Acceleration downhill while gravity is all there.
double slide(Backend backend, int cells, const Slope30& slope) {
  Scene scene = block_on_floor(cells, slope.friction, slope.tilt);
  const Vec3 all = gravity_on(pi / 6, slope.tilt, slope.azimuth);
  const Vec3 up = scene.obstacles[0].shape.vector("normal"), downhill = all - dot(all, up) * up;
  scene.gravity = ramp(all, 0.04);
  const auto simulation = make_simulation(backend, scene);
  Slope speed;
  run_to(*simulation, 0.25, [&](const StepRecord& step) {
    if (step.time > 0.1)
      speed.add(step.time - 0.5 * step.dt, speed_along(simulation->bodies()[0], downhill));
  });
  return speed.value();
}

/// The load along a floor, over the weight, at which a block lets go: from its speed afterwards,
/// less that with which it gives way while it still holds.
double let_go(Backend backend, int cells, double tilt, double friction) {
  const double start = 0.1, later = 0.1, rise = 30;  // [s], [s], of the load [m/s^3]
  Scene scene = block_on_floor(cells, friction, tilt);
  const Vec3 weight = gravity_on(0, tilt, 0), along = (1 / gravity) * gravity_on(pi / 2, tilt, 0);
  const double holding = friction * gravity / rise, end = start + holding + later;
  scene.gravity.keyframes = {
      {0, {}}, {0.04, weight}, {start, weight}, {end, weight + rise * (end - start) * along}};
  const auto simulation = make_simulation(backend, scene);
  const auto speed = [&] { return speed_along(simulation->bodies()[0], along); };
  run_to(*simulation, start + 0.3 * holding);
  const double giving_way = mean_until(*simulation, start + 0.9 * holding, speed);
  run_to(*simulation, end);
  const double slid = std::fmax(0, speed() - giving_way);
  return rise * (end - start - std::sqrt(2 * slid / rise)) / gravity;
}

/// Way of a block that slides on a floor until friction has stopped it.
double stop(Backend backend, int cells) {
  Scene scene = block_on_floor(cells, 0.3, 0);
  scene.gravity.value = {0, 0, -gravity};
  scene.bodies[0].velocity = {0.4, 0.2, 0};
  const auto simulation = make_simulation(backend, scene);
  const Vec3 start = simulation->bodies()[0].centroid;
  run_to(*simulation, 0.25);
  const Vec3 way = simulation->bodies()[0].centroid - start;
  return std::hypot(way.x, way.y);
}

/// Way downhill, in a third of a second, of a block that ought to rest on a floor with a slope of
/// 1 to 2.
double rest(Backend backend, int cells) {
  const double slope = std::atan(0.5);
  Scene scene = block_on_floor(cells, 0.505, slope);
  scene.gravity = ramp({0, 0, -gravity}, 0.04);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.15);
  const Vec3 start = simulation->bodies()[0].centroid;
  run_to(*simulation, 0.15 + 1.0 / 3);
  return norm(simulation->bodies()[0].centroid - start);
}

constexpr double drum = 0.1, belt = 0.02;  // radius; thickness and width of a belt on it [m]

/// Force at the end of a belt that is tied, over that of the load at its other end, while the drum
/// turns under it.
double capstan(Backend backend, int cells) {
  Scene scene = parse_scene(R"([time]
duration = 1
[contact]
friction = 0.2
tolerance = 1e-6
[[body]]
name = "belt"
shape = "difference"
parts = [{ shape = "cylinder", radius = 0.12, length = 0.02 },
         { shape = "cylinder", radius = 0.1, length = 0.04 },
         { shape = "box", size = [0.3, 0.2, 0.04], centre = [0, -0.1, 0] }]
centre = [0, 0, 0]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0, viscosity = 2e-4 }
[[body.region]]
name = "tied"
shape = "box"
size = [0.06, 0.02, 0.04]
centre = [0.11, -0.01, 0]
hold = true
[[body.region]]
name = "loaded"
shape = "box"
size = [0.06, 0.02, 0.04]
centre = [-0.11, -0.01, 0]
traction = [0, -1000, 0]
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.1, factor = 1 }]
[[obstacle]]
name = "drum"
shape = "cylinder"
radius = 0.1
length = 0.1
centre = [0, 0, 0]
angular_velocity = [0, 0, 0.5]
)",
                            "capstan.toml");
  const double h = belt / cells;
  scene.grid = empty_scene(h, {0.3 * h, 0, 0.2 * h}).grid;
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.4);
  simulation->regions();
  run_to(*simulation, 0.6);
  const std::vector<RegionRecord> ends = simulation->regions();
  return ends[0].reaction_force.y / ends[1].load_force.y;
}

constexpr double radius = 0.05;  // of balls and the puck [m]

Scene ball_on_floor(int cells, double friction, double gap) {
  const double h = 2 * radius / cells;
  Scene scene = empty_scene(h, {0.13 * h, 0.37 * h, 0.3 * h});
  scene.contact.friction = friction;
  scene.contact.tolerance = 1e-6;
  scene.bodies = {ball("ball", {0, 0, radius + gap}, radius, soft(0.3))};
  scene.obstacles = {plane("floor", {}, {0, 0, 1})};
  return scene;
}

constexpr double weak = 1;  // gravity on what rolls, which presses it in by 1 % of R [m/s^2]
constexpr double steep = 10 * degree;

/// Acceleration of a ball that rolls down a slope.
double roll(Backend backend, int cells) {
  Scene scene = ball_on_floor(cells, 0.5, 0);
  const Vec3 all = (weak / gravity) * gravity_on(steep, 0, 0.5);
  scene.gravity.value = all;
  const auto simulation = make_simulation(backend, scene);
  const Vec3 downhill{all.x, all.y, 0};
  Slope speed;
  run_to(*simulation, 0.5, [&](const StepRecord& step) {
    if (step.time > 0.1)
      speed.add(step.time - 0.5 * step.dt, speed_along(simulation->bodies()[0], downhill));
  });
  return speed.value();
}

constexpr double thrown = 0.05;  // [m/s]

/// Speed of a ball that has skidded until it rolls.
double skid(Backend backend, int cells) {
  Scene scene = ball_on_floor(cells, 0.3, 0);
  scene.gravity.value = {0, 0, -weak};
  scene.bodies[0].velocity = {thrown, 0, 0};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.1);  // it rolls from 2 V / 7 mu g on: 0.048 s
  return mean_until(*simulation, 0.2, [&] {
    return speed_along(simulation->bodies()[0], {1, 0, 0});
  });
}

struct Spun {
  double impulses, spin;  ///< friction's over the normal one; what that turns, over what it brakes
};

/// A ball that flies at a floor at an angle and slips all the while that it touches.
Spun spin_off(Backend backend, int cells) {
  Scene scene = ball_on_floor(cells, 0.1, 2e-4);
  scene.bodies[0].velocity = {0.06, 0, -0.02};
  const auto simulation = make_simulation(backend, scene);
  const BodyRecord before = simulation->bodies()[0];
  run_to(*simulation, 0.14);
  const BodyRecord after = simulation->bodies()[0];
  const Vec3 gained = after.momentum - before.momentum;
  const double spin = after.angular_momentum.y - cross(after.centroid, after.momentum).y;
  return {-gained.x / gained.z, -spin / (radius * gained.x)};
}

/// Rate at which a puck's spin about its axis is braked on a floor [N m].
double brake(Backend backend, int cells) {
  const double h = 2 * radius / cells;
  Scene scene = empty_scene(h, {0.13 * h, 0.37 * h, 0.3 * h});
  scene.contact.friction = 0.3;
  scene.contact.tolerance = 1e-6;
  scene.bodies = {cylinder("puck", {0, 0, 0.25 * radius}, radius, 0.5 * radius, soft(0, 1e-3))};
  scene.bodies[0].angular_velocity = {0, 0, 20};
  scene.obstacles = {plane("floor", {}, {0, 0, 1})};
  scene.gravity = ramp({0, 0, -gravity}, 0.02);
  const auto simulation = make_simulation(backend, scene);
  Slope spin;
  run_to(*simulation, 0.12, [&](const StepRecord& step) {
    if (step.time > 0.04)
      spin.add(step.time - 0.5 * step.dt, simulation->bodies()[0].angular_momentum.z);
  });
  return -spin.value();
}

VerificationCase friction_case(const std::string& name, const std::string& what,
                               const std::string& quantity, const std::string& source,
                               const std::string& across, std::vector<int> cells, double exact,
                               const std::function<double(Backend, int)>& measure,
                               double known = 0) {
  return {.name = name,
          .group = group,
          .what = what,
          .quantity = quantity,
          .source = source,
          .across = across,
          .cells = std::move(cells),
          .coarse = 1,
          .exact = exact,
          .most = 0.02,
          .known = known,
          .max_coarse = 0.08,
          .measure = measure};
}

VerificationCase slide_case(const std::string& name, const std::string& what,
                            const Slope30& slope) {
  return friction_case(name, what, "acceleration [m/s^2]", "g (sin a - mu cos a)",
                       "the block's height", {2, 3, 4}, slope.exact(),
                       [=](Backend backend, int cells) { return slide(backend, cells, slope); });
}

}  // namespace

std::vector<VerificationCase> friction_cases() {
  const double puck_mass = pi * std::pow(radius, 3) / 2 * density;
  const std::string diameter = "the diameter", block = "the block's height";
  return {
      slide_case("slide",
                 "A block slides on a floor along the cells, as on a slope of 30 degrees "
                 "with mu = 0.3.",
                 {0.3, 0, 0}),
      slide_case("slide-across", "The same, 22.5 degrees off the cells' direction.",
                 {0.3, 0, 22.5 * degree}),
      slide_case("slide-oblique",
                 "A block slides down a floor that is oblique to the cells by 30 "
                 "degrees, with mu = 0.5.",
                 {0.5, 30 * degree, 0}),
      friction_case("let-go",
                    "A block on a floor along the cells, whose load along the floor grows.",
                    "load over weight at which it lets go [-]", "mu (Coulomb)", block, {2, 3, 4},
                    0.5, [](Backend b, int n) { return let_go(b, n, 0, 0.5); }),
      friction_case("let-go-oblique", "The same, on a floor that is oblique by 20 degrees.",
                    "load over weight at which it lets go [-]", "mu (Coulomb)", block, {2, 3, 4},
                    0.3, [](Backend b, int n) { return let_go(b, n, 20 * degree, 0.3); }),
      {.name = "rest",
       .group = group,
       .what = "A block that ought to rest on an oblique floor with a slope of 0.5, mu = 0.505; it "
               "would fall down it by 0.24 m. Errors are parts of its height.",
       .quantity = "way downhill in 1/3 s [m]",
       .source = "0 (Coulomb)",
       .across = block,
       .cells = {2, 3},
       .coarse = 1,
       .exact = 0,
       .scale = height,
       .measure = rest},
      {.name = "capstan",
       .group = group,
       .what =
           "A drum turns under a belt half around it, tied at one end, loaded at the other; mu = "
           "0.2.",
       .quantity = "force of the tie over the load [-]",
       .source = "exp(mu pi r / (r + t/2)): friction acts at the drum's radius, tension in the "
                 "belt's middle (Euler and Eytelwein)",
       .across = "the belt's thickness",
       .cells = {2, 3},
       .coarse = 0,
       .exact = std::exp(0.2 * pi * drum / (drum + 0.5 * belt)),
       .most = 0.02,
       .measure = capstan},
      friction_case("stop", "A block that slides on a floor until it stands, with mu = 0.3.",
                    "way [m]", "V^2 / 2 mu g", block, {2, 3, 4}, 0.2 / (2 * 0.3 * gravity), stop),
      friction_case("roll", "A ball rolls down a slope of 10 degrees, across the cells.",
                    "acceleration [m/s^2]", "5/7 g sin a", diameter, {6, 8, 12},
                    5.0 / 7 * weak * std::sin(steep), roll),
      friction_case("skid", "A ball that is thrown along a floor skids until it rolls.",
                    "speed when it rolls [m/s]", "5/7 V (Coriolis)", diameter, {6, 8, 12},
                    5.0 / 7 * thrown, skid, 0.022),
      friction_case("bounce-friction", "A ball hits a floor at an angle and slips on it, mu = 0.1.",
                    "impulse of friction over the normal one [-]", "mu (Coulomb)", diameter,
                    {6, 8, 12}, 0.1, [](Backend b, int n) { return spin_off(b, n).impulses; }),
      friction_case("bounce-spin", "The same ball.",
                    "spin over R times the momentum that friction took [-]",
                    "1: friction acts at R, but for the indentation", diameter, {6, 8, 12}, 1,
                    [](Backend b, int n) { return spin_off(b, n).spin; }),
      friction_case("puck", "A puck of nu = 0 spins on a floor, with mu = 0.3.",
                    "torque of friction [N m]", "2/3 mu m g R, the pressure being even", diameter,
                    {6, 8, 12}, 2.0 / 3 * 0.3 * puck_mass * gravity * radius, brake),
  };
}

}  // namespace eulersolid
