#include "bench/conservation/random_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/bench_numbers.h"
#include "bench/problems/random_numbers.h"
#include "io/scene/checks/check_time.h"

namespace eulersolid {

namespace {

constexpr double cell_size = 0.05;  // [m]; what is drawn does not depend on it but by units
constexpr double lightest = 1000;   // [kg/m^3]; the heaviest is twice that

Vec3 random_direction(RandomNumbers& random) {
  const double z = random.uniform(-1, 1), angle = random.uniform(0, 2 * std::numbers::pi);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

ShapeSpec random_shape(RandomNumbers& random, const std::vector<std::string>& shapes) {
  const auto length = [&] { return random.uniform(3, 8) * cell_size; };
  const std::string& name = shapes[std::size_t(random.below(int(shapes.size())))];
  if (name == "sphere") return {name, {{"radius", length()}}};
  if (name == "box") {
    const double x = 2 * length(), y = 2 * length(), z = 2 * length();
    return {name, {{"size", Vec3{x, y, z}}}};
  }
  const double radius = length(), half = length();
  return {name, {{"radius", radius}, {"length", 2 * half}}};
}

/// Of the smallest ball about the centre that holds the shape [m].
double reach(const ShapeSpec& shape) {
  if (shape.name == "box") return 0.5 * norm(shape.vector("size"));
  const double radius = shape.number("radius");
  return shape.name == "sphere" ? radius : std::hypot(radius, 0.5 * shape.number("length"));
}

MaterialSpec random_material(RandomNumbers& random, double youngs_modulus) {
  MaterialSpec material;
  material.density = lightest * random.uniform(1, 2);
  material.parameters = {{"youngs_modulus", youngs_modulus * random.uniform(1, 2)},
                         {"poissons_ratio", random.uniform(0.2, 0.45)}};
  return material;
}

/// Beside the others, in a random direction from the first: as near as leaves a cell between the
/// balls that hold them.
Vec3 free_place(RandomNumbers& random, const std::vector<BodySpec>& others, double own_reach) {
  const Vec3 direction = random_direction(random);
  double distance = 0;
  const auto clear = [&] {
    return std::all_of(others.begin(), others.end(), [&](const BodySpec& other) {
      return norm(distance * direction - other.centre) > own_reach + reach(other.shape) + cell_size;
    });
  };
  while (!clear()) distance += 0.5 * cell_size;
  return distance * direction;
}

/// What the speeds and times of a scene are measured in.
struct Crowd {
  double slowest_wave = INFINITY;  ///< pressure waves of the softest body [m/s]
  double largest_reach = 0;        ///< [m]
};

/// At rest, side by side.
Crowd add_bodies(RandomNumbers& random, const std::vector<std::string>& shapes, Scene& scene) {
  const int count = 1 + random.below(4);
  const double youngs_modulus = 1e4 * std::pow(10, 3 * random.uniform());
  Crowd crowd;
  for (int b = 0; b < count; ++b) {
    BodySpec body;
    body.name = fmt::format("body {}", b + 1);
    body.shape = random_shape(random, shapes);
    body.material = random_material(random, youngs_modulus);
    body.rotation = {random_direction(random), random.uniform(0, std::numbers::pi)};
    body.centre = free_place(random, scene.bodies, reach(body.shape));
    crowd.slowest_wave = std::min(crowd.slowest_wave, pressure_wave_speed(body.material));
    crowd.largest_reach = std::max(crowd.largest_reach, reach(body.shape));
    scene.bodies.push_back(body);
  }
  return crowd;
}

/// Below all bodies, which no longer rise, but fall.
void add_floor(RandomNumbers& random, double wave, Scene& scene) {
  const Vec3 up = normalized(Vec3{0, 0, 3} + random_direction(random));
  double below = 0;
  for (const BodySpec& body : scene.bodies)
    below = std::min(below, dot(up, body.centre) - reach(body.shape));
  ObstacleSpec floor;
  floor.name = "floor", floor.shape = {"plane", {{"normal", up}}};
  floor.motion.value = (below - cell_size) * up;
  scene.obstacles.push_back(floor);
  // What falls by ten cells gets a tenth of the wave speed, at most.
  scene.gravity.value = {0, 0, -random.uniform(0.1, 1) * 0.01 * wave * wave / (2 * 10 * cell_size)};
  for (BodySpec& body : scene.bodies) {
    const double rises = std::max(dot(body.velocity, up), 0.0);
    body.velocity -= (rises + random.uniform(0.05, 0.15) * wave) * up;
  }
}

}  // namespace

const std::vector<std::string> random_shapes = {"sphere", "box", "cylinder"};

Scene random_scene(std::uint64_t seed, const std::vector<std::string>& shapes) {
  RandomNumbers random(seed);
  Scene scene;
  const Crowd crowd = add_bodies(random, shapes, scene);
  const double wave = crowd.slowest_wave;
  for (BodySpec& body : scene.bodies) {
    const Vec3 aside = 0.3 * random_direction(random) - normalized(body.centre);
    body.velocity = (random.uniform(0.05, 0.15) * wave) * normalized(aside);
    const double spin = random.uniform(0, 0.1) * wave / crowd.largest_reach;
    body.angular_velocity = spin * random_direction(random);
  }
  const Vec3 frame = (random.uniform(0, 0.1) * wave) * random_direction(random);
  if (scene.bodies.size() == 1 || random.below(2) == 0)
    add_floor(random, wave, scene);
  else
    for (BodySpec& body : scene.bodies) body.velocity += frame;
  scene.contact.friction = random.uniform();
  const Vec3 shift{random.uniform(), random.uniform(), random.uniform()};
  scene.grid = {Vec3{-2, -2, -2} + cell_size * shift, {4, 4, 4}, cell_size};
  // Enough to close the gap at a tenth of the wave speed, and to be passed by six waves.
  scene.time.duration = 6 * (6 * cell_size + 2 * crowd.largest_reach) / wave;
  scene.output.name = fmt::format("random_{}", seed), scene.output.fps = 20 / scene.time.duration;
  return scene;
}

Closure closure_of(const std::vector<Drift>& drifts) {
  std::vector<double> closures, advections;
  Closure closure;
  for (const Drift& drift : drifts) {
    closure.failures += drift.failure.empty() ? 0 : 1;
    if (drift.contacts == 0) continue;
    ++closure.met;
    closures.push_back(std::fabs(drift.closure)), advections.push_back(drift.advection);
    closure.worst = std::max(closure.worst, closures.back());
    closure.worst_advection = std::max(closure.worst_advection, drift.advection);
  }
  closure.median = median(closures), closure.median_advection = median(advections);
  return closure;
}

}  // namespace eulersolid
