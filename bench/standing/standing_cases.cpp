#include "bench/standing/standing_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/scene/checks/check_time.h"

namespace eulersolid {

namespace {

constexpr double cell = 0.025, gravity = 9.81;  // [m], [m/s^2]

constexpr double heavy = 1000;  // [kg/m^3]

constexpr double soft = 1e5;  // Young's modulus of what is not stacked [Pa]

/// What is lighter or stiffer has the same kinematic viscosity, or it would ask for shorter steps.
MaterialSpec material(double density, double youngs_modulus, double viscosity) {
  return {.density = density,
          .viscosity = viscosity * (density / heavy) * (soft / youngs_modulus),
          .parameters = {{"youngs_modulus", youngs_modulus}, {"poissons_ratio", 0.3}}};
}

/// Young's modulus [Pa] with which a stack of cubes, glued together, is far from buckling under its
/// own weight: it does so where 12 rho g n^3 a / E is 7.84 (Greenhill 1881), and near to that any
/// unevenness is seen many times larger.
double stiff_enough(std::size_t cubes, double edge) {
  return 12 * heavy * gravity * std::pow(double(cubes), 3) * edge / 0.5;
}

/// Nothing but a grid, gravity that sets in slowly, and alarms that do not ring: that a body drifts
/// is what is measured.
Scene loaded_scene(const StandingOptions& options, double duration) {
  Scene scene;
  scene.grid = {{-0.5, -0.5, -0.5}, {1, 1, 2.5}, cell};
  scene.gravity.keyframes = {{0, {0, 0, 0}}, {options.ramp, {0, 0, -gravity}}};
  scene.time.duration = options.seconds > 0 ? options.seconds : duration;
  scene.contact.friction = 0.5;
  scene.alarms = {INFINITY, INFINITY};
  return scene;
}

ObstacleSpec plane(Vec3 point, Vec3 normal) {
  ObstacleSpec floor;
  floor.name = "floor", floor.shape = {"plane", {{"normal", normal}}};
  floor.motion.value = point;
  return floor;
}

/// In the last quarter, what gravity excited has died down.
void settle(StandingCase& standing) { standing.settled = 0.75 * standing.scene.time.duration; }

/// @param densities  of the cubes from below [kg/m^3]
/// @param off        of the faces from the nodes, in cells
StandingCase stack(const StandingOptions& options, int cells, double off, double duration,
                   const std::vector<double>& densities) {
  StandingCase standing;
  standing.scene = loaded_scene(options, duration);
  const double edge = cells * cell;
  const double youngs_modulus = stiff_enough(densities.size(), edge);
  const Vec3 foot = (off * cell) * Vec3{1, 1, 1};
  // An even number of cells is centred on a node, an odd one between two.
  const double half = cells % 2 == 0 ? 0 : 0.5 * cell;
  standing.scene.obstacles = {plane(foot, {0, 0, 1})};
  standing.stack = {"floor"};
  for (std::size_t n = 0; n < densities.size(); ++n) {
    BodySpec cube;
    cube.name = fmt::format("cube {}", n + 1),
    cube.shape = {"box", {{"size", Vec3{edge, edge, edge}}}};
    cube.centre = foot + Vec3{half, half, (double(n) + 0.5) * edge};
    cube.material = material(densities[n], youngs_modulus, options.viscosity);
    standing.scene.bodies.push_back(cube);
    standing.stack.push_back(cube.name);
  }
  settle(standing);
  return standing;
}

StandingCase even_stack(const StandingOptions& options, int cells, double off) {
  const std::vector<double> densities(std::size_t(options.cubes), heavy);
  StandingCase standing = stack(options, cells, off, 5, densities);
  standing.name = fmt::format("stack-{}-{}", cells, off);
  standing.what = fmt::format("{} cubes of {} cells, {} h off", options.cubes, cells, off);
  return standing;
}

StandingCase heavy_on_light(const StandingOptions& options, int ratio) {
  StandingCase standing = stack(options, 4, 0.3, options.ramp + 2, {heavy / ratio, heavy});
  standing.name = fmt::format("heavy-{}", ratio);
  standing.what = fmt::format("cube on one of 1/{} of its density", ratio);
  return standing;
}

/// The ball that strikes starts a cell away from the first of four that touch.
StandingCase cradle(const StandingOptions& options) {
  const double radius = 5 * cell;
  StandingCase standing;
  standing.name = "cradle", standing.what = "ball strikes four that touch";
  standing.keeps_energy = true;
  Scene& scene = standing.scene;
  scene.grid = {{-0.5, -0.5, -0.5}, {3, 1, 1}, cell};
  scene.alarms = {INFINITY, INFINITY};
  for (int n = 0; n < 5; ++n) {
    BodySpec ball;
    ball.name = fmt::format("ball {}", n + 1), ball.shape = {"sphere", {{"radius", radius}}};
    ball.centre = (0.3 * cell) * Vec3{1, 1, 1} + Vec3{2 * radius * n - (n == 0 ? cell : 0), 0, 0};
    ball.material = material(heavy, soft, 0);
    scene.bodies.push_back(ball);
  }
  const double wave = pressure_wave_speed(scene.bodies[0].material), speed = 0.1 * wave;
  scene.bodies[0].velocity = {speed, 0, 0};
  // The last ball leaves after the gap and twenty-five waves' way through a radius.
  scene.time.duration = options.seconds > 0 ? options.seconds : cell / speed + 40 * radius / wave;
  return standing;
}

StandingCase incline(const StandingOptions& options) {
  const double angle = std::numbers::pi / 9, height = 5 * cell;
  const Vec3 up{std::sin(angle), 0, std::cos(angle)};
  StandingCase standing;
  standing.name = "incline", standing.what = "block on 20 degrees, friction 0.5";
  standing.scene = loaded_scene(options, 18);
  standing.downhill = {std::cos(angle), 0, -std::sin(angle)};
  BodySpec block;
  block.name = "block", block.shape = {"box", {{"size", Vec3{10 * cell, 8 * cell, height}}}};
  block.centre = (0.5 * height) * up, block.rotation = {{0, 1, 0}, angle};
  block.material = material(heavy, soft, options.viscosity);
  standing.scene.bodies = {block};
  standing.scene.obstacles = {plane({}, up)};
  // What gravity excites has died down a second after the ramp, or half-way through a short run.
  standing.settled = std::min(options.ramp + 1, 0.5 * standing.scene.time.duration);
  return standing;
}

}  // namespace

std::vector<StandingCase> standing_cases(const StandingOptions& options) {
  std::vector<StandingCase> cases;
  for (const int cells : {4, 5})
    for (const double off : {0.0, 0.3, 0.5}) cases.push_back(even_stack(options, cells, off));
  for (const int ratio : {100, 1000}) cases.push_back(heavy_on_light(options, ratio));
  cases.push_back(cradle(options));
  cases.push_back(incline(options));
  for (StandingCase& one : cases) one.scene.output.name = one.name;
  return cases;
}

}  // namespace eulersolid
