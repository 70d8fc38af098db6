#include "bench/conservation/flights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eulersolid {

namespace {

constexpr double body_radius = 0.2;  // of the ball, half of the box's longest edge [m]

Scene scene_of(double cells, const ShapeSpec& shape) {
  BodySpec body;
  body.name = "body", body.shape = shape, body.centre = {0.013, -0.007, 0.021};
  body.material = {.density = 1000,
                   .parameters = {{"youngs_modulus", 1e5}, {"poissons_ratio", 0.3}}};
  Scene scene;
  scene.grid = {{-1, -1, -1}, {2, 2, 2}, body_radius / cells};
  scene.time.cfl = 0.4;
  scene.bodies.push_back(body);
  GridNumerics& numerics = scene.numerics.grid;
  numerics.restore_mass = numerics.restore_momentum = numerics.restore_spin = false;
  numerics.return_energy = false;
  return scene;
}

Flight flying(const std::string& name, double cells, const ShapeSpec& shape) {
  Flight flight{name + ", 20 cells", scene_of(cells, shape)};
  const double speed = 1;  // a twelfth of the waves'
  flight.scene.bodies[0].velocity = speed * normalized({1, 0.37, -0.61});
  flight.scene.time.duration = 20 * flight.scene.grid.cell_size / speed;
  return flight;
}

Flight spinning(double cells, const ShapeSpec& shape, int turns) {
  Flight flight{fmt::format("box, {} turn{}", turns, turns == 1 ? "" : "s"),
                scene_of(cells, shape)};
  const double omega = 5;  // rho omega^2 (0.2 m)^2 is a hundredth of E
  flight.scene.bodies[0].angular_velocity = {0, 0, omega};
  flight.scene.time.duration = turns * 2 * std::numbers::pi / omega;
  return flight;
}

Vec3 spin_of(const BodyRecord& body) {
  return body.measured_angular_momentum - cross(body.centroid, body.measured_momentum);
}

}  // namespace

std::vector<Flight> free_flights(double cells, int turns) {
  const ShapeSpec ball{"sphere", {{"radius", body_radius}}};
  const ShapeSpec box{"box", {{"size", Vec3{2 * body_radius, 1.5 * body_radius, body_radius}}}};
  return {flying("ball", cells, ball), flying("box", cells, box), spinning(cells, box, turns)};
}

Kept kept(const Track& flight) {
  Kept k;
  const BodyRecord &start = flight.bodies.front()[0], &end = flight.bodies.back()[0];
  for (const auto& bodies : flight.bodies) {
    const BodyRecord& body = bodies[0];
    k.kinetic = body.kinetic / start.kinetic;
    k.min_kinetic = std::min(k.min_kinetic, k.kinetic);
    k.max_kinetic = std::max(k.max_kinetic, k.kinetic);
    k.elastic = std::max(k.elastic, body.elastic / start.kinetic);
    k.mass = std::max(k.mass, std::fabs(body.measured_mass / start.measured_mass - 1));
  }
  k.transport = end.energy.transport / start.kinetic;
  k.masses = end.energy.masses / start.kinetic;
  k.map = end.energy.map / start.kinetic;
  const double momentum = std::sqrt(2 * start.measured_mass * start.kinetic);
  k.momentum = norm(end.measured_momentum - start.measured_momentum) / momentum;
  const double spin = norm(spin_of(start));
  // Whatever a body that only flies seems to spin by is rounding.
  if (spin > 1e-6 * momentum * body_radius) k.spin = norm(spin_of(end) - spin_of(start)) / spin;
  return k;
}

}  // namespace eulersolid
