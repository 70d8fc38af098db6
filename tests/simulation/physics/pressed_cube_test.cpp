#include <gtest/gtest.h>

#include "tests/simulation/runs.h"

namespace eulersolid::test {
namespace {

constexpr double edge = 0.2;                     // [m]
constexpr double closing = 0.2, stretch = 0.52;  // of the plates [s], along each axis at the end
constexpr double measuring = 0.01;               // the last part of it [s]

/// A cube between six frictionless plates that close on it from all sides. Poisson's ratio is 0:
/// its corners are unstable where the pressure is some times the shear modulus, which other
/// materials come to earlier (docs/measurements/contact.md).
Scene pressed_cube(int cells) {
  const double h = edge / cells;
  Scene scene = empty_scene(h);
  scene.bodies.push_back(
      box("cube", {0.15 * h, 0.2 * h, 0.25 * h}, {edge, edge, edge}, soft(0.003)));
  scene.bodies[0].material.parameters["poissons_ratio"] = 0;
  const Vec3 centre = scene.bodies[0].centre;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      Vec3 normal;
      (axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z) = -side;
      ObstacleSpec plate = plane("plate " + std::to_string(scene.obstacles.size()), normal);
      const Vec3 start = centre - (0.5 * edge) * normal;
      plate.motion.keyframes = {{0, start}, {closing, centre - (0.5 * stretch * edge) * normal}};
      scene.obstacles.push_back(plate);
    }
  }
  return scene;
}

/// Pressed to 0.14 of its volume a body is not inverted yet, and bears what its law says: with J =
/// s^3 the pressure mu (1 - s^2) / J on faces of (s edge)^2, and what viscosity adds.
TEST(PressedCube, BearsTheExactForceAtASeventhOfItsVolume) {
  const Scene scene = pressed_cube(8);
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, closing - measuring, history);
  simulation->contacts();
  advance_by(*simulation, scene, measuring, history);
  const double mu = 0.5 * 1e5;
  const double s = 1 - (1 - stretch) * (1 - 0.5 * measuring / closing);
  const double exact = mu * (1 - s * s) / s * edge * edge;
  const std::vector<ContactRecord> contacts = simulation->contacts();
  ASSERT_EQ(contacts.size(), 6u);
  for (const ContactRecord& contact : contacts)
    EXPECT_NEAR(norm(contact.force) / exact, 1, 0.03) << contact.partner;  // seen: 0.984 to 1.015
  EXPECT_EQ(history.steps.back().repaired_nodes, 0);
}

}  // namespace
}  // namespace eulersolid::test
