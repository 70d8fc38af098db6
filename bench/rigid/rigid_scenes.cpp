#include "bench/rigid/rigid_scenes.h"

#include <cmath>
#include <numbers>

#include "bench/problems/random_numbers.h"

namespace eulersolid {

namespace {

constexpr double density = 1000;  // [kg/m^3]

double ball_mass(double radius) {
  return 4.0 / 3 * std::numbers::pi * radius * radius * radius * density;
}

/// Spheres on a lattice in an open box whose floor is z = 0.
RigidWorld lattice_of_spheres(int count, double radius, double spacing, double jitter,
                              std::uint64_t seed) {
  RigidWorld world;
  RandomNumbers random(seed);
  const int side = int(std::ceil(std::cbrt(double(count))));
  for (int k = 0; k < count; ++k) {
    const Vec3 cell{double(k % side), double(k / side % side), double(k / (side * side))};
    Vec3 centre = spacing * (cell + Vec3{0.5, 0.5, 0.5});
    for (int i = 0; i < 3; ++i) centre[i] += jitter * random.uniform(-1, 1);
    world.bodies.push_back(sphere_body(radius, ball_mass(radius), centre));
  }
  const double width = spacing * side;
  world.planes = {{{}, {0, 0, 1}},
                  {{}, {1, 0, 0}},
                  {{}, {0, 1, 0}},
                  {{width, 0, 0}, {-1, 0, 0}},
                  {{0, width, 0}, {0, -1, 0}}};
  return world;
}

RigidWorld on_plane(RigidBody body) {
  RigidWorld world;
  world.bodies.push_back(std::move(body));
  world.planes.push_back({{}, {0, 0, 1}});
  return world;
}

}  // namespace

RigidWorld balls_in_box(int count, std::uint64_t seed) {
  const double radius = 0.5;
  return lattice_of_spheres(count, radius, 2.2 * radius, 0.1 * radius, seed);
}

RigidWorld brick_over_plane() {
  const Vec3 half{1, 0.5, 0.25};
  RigidBody body = box_body(half, 8 * half.x * half.y * half.z * density, {0, 0, half.z + 0.05});
  body.pose.rotation = rotation({0.6, 0.8, 0}, 0.03);
  return on_plane(std::move(body));
}

RigidWorld ball_over_plane() { return on_plane(sphere_body(0.5, ball_mass(0.5), {0, 0, 0.55})); }

RigidWorld sliding_capsule() {
  RigidBody body = capsule_body(0.5, 1, 10, {0, 0, 0.5});
  body.pose.rotation = rotation({0, 1, 0}, std::numbers::pi / 2);
  body.velocity = {10, 0, 0}, body.spin = {0, 0, 1};
  RigidWorld world = on_plane(std::move(body));
  world.friction = 1;
  return world;
}

RigidWorld sliding_spheres() {
  const double radius = 0.5, side = 2;
  RigidBody body = sphere_body(radius, 10, {0, 0, radius});
  body.parts.clear();
  // Of three balls of a third of the mass at a distance d from the middle of the triangle.
  const double d = side / std::sqrt(3), third = 10.0 / 3, own = 0.4 * third * radius * radius;
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / 3;
    body.parts.push_back(sphere_part(radius, {d * std::cos(angle), d * std::sin(angle), 0}));
  }
  body.inertia = {3 * own + 1.5 * third * d * d, 3 * own + 1.5 * third * d * d,
                  3 * own + 3 * third * d * d};
  body.velocity = {10, 0, 0}, body.spin = {0, 0, 1};
  RigidWorld world = on_plane(std::move(body));
  world.friction = 1;
  return world;
}

RigidWorld joint_network(int bodies, int rows, std::uint64_t seed) {
  RigidWorld world;
  RandomNumbers random(seed);
  const int side = int(std::ceil(std::cbrt(double(bodies))));
  for (int k = 0; k < bodies; ++k) {
    world.bodies.push_back(
        box_body({0.5, 0.5, 0.5}, 1,
                 {double(k % side), double(k / side % side), double(k / (side * side))}));
    RigidBody& body = world.bodies.back();
    for (int i = 0; i < 3; ++i)
      body.velocity[i] = random.uniform(-1, 1), body.spin[i] = random.uniform(-1, 1);
  }
  // Chains along x first, which hold all together, then along z and y until there are enough.
  const int steps[3] = {1, side * side, side};
  for (const int step : steps)
    for (int k = 0; k + step < bodies; ++k) {
      if (3 * int(world.joints.size()) >= rows) return world;
      const Vec3 d = world.bodies[std::size_t(k + step)].pose.position -
                     world.bodies[std::size_t(k)].pose.position;
      if (norm(d) < 1.5) world.joints.push_back({k, k + step, 0.5 * d, -0.5 * d});
    }
  return world;
}

RigidWorld sphere_heap(int spheres, std::uint64_t seed) {
  const double radius = 0.5;
  RigidWorld world = lattice_of_spheres(spheres, radius, 2 * radius, 0.02 * radius, seed);
  for (std::size_t wall = 1; wall < world.planes.size(); ++wall)  // rows have room between walls
    world.planes[wall].point -= (0.1 * radius) * world.planes[wall].normal;
  return world;
}

RigidWorld plate_stack(int plates, double friction) {
  RigidWorld world;
  world.planes.push_back({{}, {0, 0, 1}});
  world.friction = friction;
  const Vec3 half{0.5, 0.5, 0.05};
  for (int k = 0; k < plates; ++k)
    world.bodies.push_back(
        box_body(half, k % 4 == 3 ? 1000 : 10, {0.003 * (k % 3), 0, half.z * (2 * k + 1)}));
  return world;
}

RigidWorld box_stacks(int columns, int height, double friction, std::uint64_t seed) {
  RigidWorld world;
  RandomNumbers random(seed);
  world.planes.push_back({{}, {0, 0, 1}});
  world.friction = friction;
  for (int c = 0; c < columns; ++c)
    for (int k = 0; k < height; ++k) {
      RigidBody body = box_body({0.5, 0.5, 0.5}, density, {1.5 * c, 0, 0.5 + k});
      body.pose.position.x += random.uniform(-0.1, 0.1);
      body.pose.position.y += random.uniform(-0.1, 0.1);
      body.pose.rotation = rotation({0, 0, 1}, random.uniform(-0.2, 0.2));
      body.velocity = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
      world.bodies.push_back(std::move(body));
    }
  return world;
}

namespace {

RigidWorld masonry(int layers, int bricks, double friction) {
  RigidWorld world;
  world.planes.push_back({{}, {0, 0, 1}});
  world.friction = friction;
  const Vec3 half{0.2, 0.1, 0.1};
  const double mass = 8 * half.x * half.y * half.z * density;
  for (int row = 0; row < layers; ++row)
    for (int k = 0; k < bricks; ++k) {
      const double x = 2 * half.x * (k + 0.5 * (row % 2));
      world.bodies.push_back(box_body(half, mass, {x, 0, half.z * (2 * row + 1)}));
    }
  // Bricks beside each other touch along whole faces; a gap leaves them to those below and above.
  world.margin = 0.001;
  for (RigidBody& body : world.bodies) body.parts[0].size.x -= world.margin;
  return world;
}

}  // namespace

RigidWorld brick_wall(int side, double friction, double kick, std::uint64_t seed) {
  RigidWorld world = masonry(side, side, friction);
  RandomNumbers random(seed);
  for (RigidBody& body : world.bodies)
    for (int i = 0; i < 3; ++i) body.velocity[i] = kick * random.uniform(-1, 1);
  return world;
}

RigidWorld struck_masonry(int layers, int bricks, double friction) {
  RigidWorld world = masonry(layers, bricks, friction);
  const double radius = 0.5, tonne = 1000;
  const RigidBody& middle = world.bodies[world.bodies.size() / 2];
  const double front = middle.pose.position.y - middle.parts[0].size.y;
  world.bodies.push_back(
      sphere_body(radius, tonne, {middle.pose.position.x, front - radius, middle.pose.position.z}));
  world.bodies.back().velocity = {0, 5, 0};
  return world;
}

RigidWorld boxes_in_box(int count, double friction, std::uint64_t seed) {
  RigidWorld world = balls_in_box(count, seed);
  RandomNumbers random(seed);
  world.friction = friction;
  for (RigidBody& body : world.bodies) {
    const double edge = 0.2 + 0.03 * (1 + int(3 * random.uniform(0, 1)));
    const Vec3 half{edge, edge, 0.7 * edge};
    const Vec3 centre = body.pose.position;
    body = box_body(half, 8 * half.x * half.y * half.z * density, centre);
    const Vec3 axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    body.pose.rotation = rotation(normalized(axis), random.uniform(0, 3));
  }
  return world;
}

}  // namespace eulersolid
