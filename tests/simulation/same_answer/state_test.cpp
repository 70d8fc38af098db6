#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "grid/constants.h"
#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// What a simulation hands over as its state is all that it goes on from.

namespace eulersolid::test {
namespace {

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

bool same_bits(Vec3 a, Vec3 b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void expect_same(const HostState& a, const HostState& b, const std::string& where) {
  EXPECT_TRUE(a.node_box.first == b.node_box.first) << where;
  visit_arrays(a, b, [&](const char* name, const auto& x, const auto& y) {
    EXPECT_TRUE(same_bytes(x, y)) << where << ", " << name;
  });
  EXPECT_TRUE(same_bits(a.ledger.centre, b.ledger.centre)) << where;
  EXPECT_TRUE(same_bits(a.ledger.linear, b.ledger.linear)) << where;
  EXPECT_TRUE(same_bits(a.ledger.angular, b.ledger.angular)) << where;
  EXPECT_TRUE(a.ledger.energy == b.ledger.energy) << where;
  EXPECT_EQ(a.totals.elastic, b.totals.elastic) << where;
  EXPECT_EQ(a.totals.momentum.kinetic, b.totals.momentum.kinetic) << where;
  EXPECT_TRUE(same_bits(a.totals.restored.spin, b.totals.restored.spin)) << where;
  EXPECT_TRUE(same_bits(a.ledger.restored_momentum.sum, b.ledger.restored_momentum.sum)) << where;
  EXPECT_TRUE(same_bits(a.ledger.restored_spin.sum, b.ledger.restored_spin.sum)) << where;
}

void expect_same(const SimulationState& a, const SimulationState& b) {
  const std::string when = "step " + std::to_string(a.steps);
  EXPECT_EQ(a.time, b.time) << when;
  EXPECT_TRUE(a.energies == b.energies) << when;
  EXPECT_TRUE(same_bytes(a.contact.keys, b.contact.keys)) << when;
  for (std::size_t n = 0; n < a.bodies.size(); ++n)
    expect_same(a.bodies[n], b.bodies[n], when + ", body " + std::to_string(n));
}

/// Copies the state after some steps into a fresh simulation, and lets both go on.
/// @return the most contacts that carried anything while both went on
int expect_a_copy_goes_on_alike(const Scene& scene, int steps_before, int steps_after) {
  const auto original = make_simulation(Backend::cpu, scene);
  for (int step = 0; step < steps_before; ++step) original->advance(next_step(*original, scene));
  const auto copy = make_simulation(Backend::cpu, scene);
  copy->set_state(original->state());
  int active = 0;
  for (int step = 0; step < steps_after && !testing::Test::HasFailure(); ++step) {
    const double dt = next_step(*original, scene);
    EXPECT_EQ(dt, next_step(*copy, scene));
    const StepRecord one = original->advance(dt), two = copy->advance(dt);
    EXPECT_EQ(one.contact.solver.active, two.contact.solver.active);
    EXPECT_EQ(one.contact.solver.iterations, two.contact.solver.iterations);
    expect_same(original->state(), copy->state());
    active = std::max(active, one.contact.solver.active);
  }
  const std::vector<ContactRecord> one = original->contacts(), two = copy->contacts();
  EXPECT_EQ(one.size(), two.size());
  for (std::size_t n = 0; n < std::min(one.size(), two.size()); ++n)
    EXPECT_TRUE(same_bits(one[n].force, two[n].force)) << one[n].body << " by " << one[n].partner;
  return active;
}

/// Gives displacements, velocities, forces and masses this value beyond a layer.
SimulationState with_beyond(std::int8_t last, double value, SimulationState state) {
  for (HostState& body : state.bodies)
    for (std::size_t n = 0; n < body.layers.size(); ++n)
      if (body.layers[n] > last) {
        body.u[n] = body.v[n] = body.force[n] = {value, value, value};
        body.mass[n] = value;
      }
  return state;
}

/// What becomes known has values from the next step on.
TEST(SimulationState, ReadsNothingBeyondTheLastLayer) {
  const Scene scene = scene_file("cylinder_collision");
  const auto original = make_simulation(Backend::cpu, scene);
  for (int step = 0; step < 12; ++step) original->advance(next_step(*original, scene));
  const auto copy = make_simulation(Backend::cpu, scene);
  copy->set_state(with_beyond(layer::last, NAN, original->state()));
  for (int step = 0; step < 10; ++step) {
    const double dt = next_step(*original, scene);
    EXPECT_EQ(dt, next_step(*copy, scene));
    original->advance(dt), copy->advance(dt);
    expect_same(with_beyond(layer::active, 0, original->state()),
                with_beyond(layer::active, 0, copy->state()));
  }
}

/// Catches a warm start, a half kick or a ledger that is left behind.
TEST(SimulationState, CollidingCylindersGoOnWithTheSameBits) {
  EXPECT_GT(expect_a_copy_goes_on_alike(scene_file("cylinder_collision"), 12, 20), 20);
}

/// Viscous forces were made of velocities that the ledgers have changed since; node boxes move; a
/// guarded level set remembers the step before; an obstacle's impulses are being collected.
TEST(SimulationState, ViscousBallOnAMovingPlateGoesOnWithTheSameBits) {
  Scene scene = empty_scene(0.05);
  scene.contact.friction = 0.5;
  scene.gravity.keyframes = {{0, {0, 0, 0}}, {0.1, {0, 0, -gravity}}};
  scene.bodies.push_back(ball("ball", {0.01, 0.02, 0.03}, 0.25, soft(1e-3)));
  scene.bodies[0].velocity = {1.5, 0, -3}, scene.bodies[0].angular_velocity = {0, 4, 9};
  ObstacleSpec plate;
  plate.name = "plate", plate.shape = {"box", {{"size", Vec3{2, 2, 0.2}}}};
  plate.motion.keyframes = {{0, {0, 0, -0.35}}, {1, {0.2, 0, -0.15}}};
  scene.obstacles.push_back(plate);
  EXPECT_GT(expect_a_copy_goes_on_alike(scene, 25, 20), 0);
}

/// Each of these would be read beyond an array, or divided by, had it been taken.
TEST(SimulationState, IsRefusedWhereItCannotBe) {
  Scene scene = empty_scene(0.1);
  scene.bodies.push_back(ball("ball", {0.01, 0.02, 0.03}, 0.25, soft()));
  const auto simulation = make_simulation(Backend::cpu, scene);
  const SimulationState whole = simulation->state();
  const HostState& body = whole.bodies[0];
  const auto active = std::size_t(std::find(body.layers.begin(), body.layers.end(), layer::active) -
                                  body.layers.begin());
  ASSERT_LT(active, body.layers.size());
  const auto fault = [&](auto change) {
    SimulationState state = whole;
    change(state.bodies[0]);
    try {
      simulation->set_state(state);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(fault([](HostState&) {}), "");
  const auto expect_fault = [&](const char* words, auto change) {
    EXPECT_NE(fault(change).find(words), std::string::npos) << words << ": " << fault(change);
  };
  expect_fault("farther away", [](HostState& s) { s.node_box.first.y = 2147483647; });
  expect_fault("farther away", [](HostState& s) { s.node_box.nodes.nz = -1; });
  expect_fault("a value for each node", [](HostState& s) { s.node_box.nodes.nx += 1; });
  expect_fault("a value for each node", [](HostState& s) { s.u.pop_back(); });
  expect_fault("point of its surface is farther away",
               [](HostState& s) { s.points[0].z = -1e300; });
  expect_fault("points, but the surface has", [](HostState& s) { s.points.pop_back(); });
  expect_fault("a layer that there is not", [](HostState& s) { s.layers[0] = 5; });
  expect_fault("a layer that there is not", [](HostState& s) { s.layers[0] = -128; });
  expect_fault("too close to the end", [](HostState& s) { s.layers[0] = layer::active; });
  expect_fault("no mass", [&](HostState& s) { s.mass[active] = 0; });
  expect_fault("no active node", [](HostState& s) {
    std::replace(s.layers.begin(), s.layers.end(), layer::active, layer::last);
  });
}

/// A surface node is pulled out by three cells: the map turns back, in the body and out of it,
/// where it is extrapolated. What files show of the volume is what the body holds, however wrong;
/// outside of it nothing is known, and interpolation at the surface has to do without.
TEST(Sample, ShowsAMapThatTurnsBackInTheBodyAlone) {
  const double h = 0.05;
  Scene scene = empty_scene(h);
  const Vec3 centre{0.01, 0.02, 0.02};
  scene.bodies.push_back(ball("ball", centre, 0.2, soft()));
  scene.output.extra = {"J"};
  const auto simulation = make_simulation(Backend::cpu, scene);
  SimulationState state = simulation->state();
  HostState& body = state.bodies[0];
  std::size_t node = 0;
  for (std::size_t n = 0; n < body.u.size(); ++n)
    if (body.layers[n] == layer::active &&
        (body.layers[node] != layer::active || body.phi[n] > body.phi[node]))
      node = n;
  const Int3 at = body.node_box.to_grid(int(node));
  const Vec3 x = scene.grid.origin + h * Vec3{double(at.x), double(at.y), double(at.z)};
  body.u[node] += 3 * h * normalized(x - centre);
  simulation->set_state(state);
  const BodyMap map = simulation->sample(1).bodies[0];
  const Cells cells = map.cells();
  int inside = 0, outside = 0, unknown = 0;
  for (int k = 0; k < cells.nz; ++k)
    for (int j = 0; j < cells.ny; ++j)
      for (int i = 0; i < cells.nx; ++i) {
        double phi = 0;
        bool known = true;
        for (int n = 0; n < 8; ++n) {
          const auto corner =
              std::size_t(corner_index(map.nodes.index(i, j, k), n, body.node_box.nodes));
          phi += body.phi[corner], known = known && map.known[corner] != 0;
        }
        const float J = values_named(map.cell_values, "J")[std::size_t(cells.index(i, j, k))];
        if (!known) continue;
        if (J < 0) ++(phi > 0 ? outside : inside);
        unknown += std::isnan(J);
      }
  EXPECT_GT(inside, 0);
  EXPECT_EQ(outside, 0);
  EXPECT_GT(unknown, 0);
}

}  // namespace
}  // namespace eulersolid::test
