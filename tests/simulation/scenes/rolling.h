#pragma once

#include "tests/simulation/runs.h"

namespace eulersolid::test {

/// A ball of 6 cells a radius that is let go on a rough slope of 1 degree. It begins at a place in
/// the grid's cells, and rolls along an azimuth [degrees]. Where contact is finer than what bears
/// the ball (0.7 h), it rolls by g sin(a) t^2 / 2 / (1 + 2/5), wherever it begins.
/// @return the part of that way which it has come after `duration` [s]
inline double part_rolled(double x, double y, double azimuth, double duration) {
  constexpr double h = 0.01, radius = 6 * h, slope = M_PI / 180;
  const Vec3 way{std::cos(azimuth * M_PI / 180), std::sin(azimuth * M_PI / 180), 0};
  Scene scene = empty_scene(h);
  scene.gravity.value = gravity * (std::sin(slope) * way - Vec3{0, 0, std::cos(slope)});
  scene.contact.friction = 0.5;
  MaterialSpec material = soft();
  material.parameters["youngs_modulus"] = 1e6;
  scene.bodies.push_back(ball("ball", {x * h, y * h, radius}, radius, material));
  scene.obstacles.push_back(plane("floor"));
  const History history = run(scene, duration);
  const double rolled = dot(history.end()[0].centroid - history.start()[0].centroid, way);
  const double time = history.steps.back().time;
  return rolled / (gravity * std::sin(slope) * time * time / 2 / 1.4);
}

}  // namespace eulersolid::test
