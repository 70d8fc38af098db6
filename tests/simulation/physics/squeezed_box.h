#pragma once

#include <gtest/gtest.h>

#include "tests/simulation/runs.h"

/// A box between two frictionless plates that close to 80 % of its height, wherever it lies on the
/// grid.

namespace eulersolid::test {

inline constexpr double edge = 0.2, squeeze = 0.2;       // of the box [m], part of its height [-]
inline constexpr double closing = 0.25, holding = 0.15;  // [s]

/// Force [N] on an end of the box at the stretch 1 - squeeze, its sides free: with s the stretch
/// across, mu (s^2 - 1) + lambda ln J = 0 there, and along the axis what is left of Kirchhoff's
/// stress is mu (s_z^2 - s^2), over J = s^2 s_z on an area of (s edge)^2.
inline double exact_force(double mu, double lambda) {
  const double along = 1 - squeeze;
  double low = 1, high = 1.5;
  for (int n = 0; n < 60; ++n) {
    const double s = 0.5 * (low + high);
    (mu * (s * s - 1) + lambda * std::log(s * s * along) < 0 ? low : high) = s;
  }
  const double s2 = low * low;
  return mu * (s2 - along * along) / along * edge * edge;
}

/// Where the box lies on the grid.
struct Place {
  Vec3 offset;  ///< of its centre from a node [h]
  RotationSpec tilt;
};

/// From the lower plate to the upper one.
inline Vec3 axis_of(const Place& place) { return rotation_of(place.tilt) * Vec3{0, 0, 1}; }

inline Scene squeezed_box(int cells, const Place& place) {
  const double h = edge / cells;
  Scene scene = empty_scene(h);
  scene.bodies.push_back(box("box", h * place.offset, {edge, edge, edge}, soft(0.002)));
  scene.bodies[0].rotation = place.tilt;
  const Vec3 axis = axis_of(place);
  for (const double side : {-1.0, 1.0}) {
    ObstacleSpec plate = plane(side < 0 ? "lower" : "upper", {0, 0, -side});
    plate.rotation = place.tilt;
    const Vec3 start = h * place.offset + (0.5 * side * edge) * axis;
    plate.motion.keyframes = {{0, start}, {closing, start - (0.5 * side * squeeze * edge) * axis}};
    scene.obstacles.push_back(plate);
  }
  return scene;
}

/// Mean force [N] of the upper plate while both rest.
inline double force(int cells, const Place& place) {
  const Scene scene = squeezed_box(cells, place);
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, closing + holding, history);
  simulation->contacts();
  advance_by(*simulation, scene, 0.02, history);
  for (const ContactRecord& contact : simulation->contacts())
    if (contact.partner == "upper") return -dot(contact.force, axis_of(place));
  return 0;
}

/// Catches rims of faces that bear nothing, and cut cells of the wrong stiffness.
inline void expect_exact_force(int cells, const std::vector<Place>& places, double tolerance) {
  const double E = 1e5, nu = 0.3;
  const double exact = exact_force(E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu)));
  for (const Place& place : places) {
    const double part = force(cells, place) / exact;
    const std::string name =
        std::to_string(cells) + "_cells_" + std::to_string(&place - places.data());
    testing::Test::RecordProperty(name, std::to_string(part));
    EXPECT_NEAR(part, 1, tolerance) << name;
  }
}

inline const std::vector<Place> everywhere{{{0, 0, 0}, {}},
                                           {{0.3, 0.2, 0.4}, {}},
                                           {{0.5, 0.5, 0.5}, {}},
                                           {{0.1, 0.3, 0.2}, {{1, 0, 0}, 0.3}},
                                           {{0.1, 0.3, 0.2}, {{1, 1, 0.5}, 0.7}}};

}  // namespace eulersolid::test
