#pragma once

#include <fmt/format.h>

#include <cmath>

#include "tests/simulation/runs.h"

/// Scenes of rigid bodies.
namespace eulersolid::test {

inline constexpr const char* floor_plane = R"([[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
)";

inline Scene scene_of(const std::string& head, const std::string& bodies) {
  return parse_scene(
      fmt::format("{}\n[time]\nduration = 1\n[grid]\ncell_size = 0.02\n{}", head, bodies),
      "rigid.toml");
}

inline std::string rigid(const std::string& name, const std::string& shape, const std::string& more,
                         double density = 1000) {
  return fmt::format(
      "[[body]]\nname = \"{}\"\nrigid = true\n{}\n{}\nmaterial = {{ density = {} }}\n", name, shape,
      more, density);
}

inline std::string down(double slope, double friction) {
  const double angle = std::atan(slope);
  return fmt::format("gravity = [{}, 0, {}]\n[contact]\nfriction = {}", gravity * std::sin(angle),
                     -gravity * std::cos(angle), friction);
}

/// A rod on a hinge that hits a block, a ball on it, and a soft one: all that there is.
inline Scene mechanism() {
  return scene_of(down(0, 0.4), rigid("arm", "shape = \"box\"\nsize = [0.4, 0.08, 0.06]",
                                      "centre = [0.01, 0.003, 0.2]\nangular_velocity = [0, 3, 0]") +
                                    rigid("ball", "shape = \"sphere\"\nradius = 0.06",
                                          "centre = [0.13, 0, 0.2901]") +
                                    R"([[body]]
name = "gum"
shape = "sphere"
radius = 0.07
centre = [-0.13, 0.002, 0.306]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
[[joint]]
name = "axle"
bodies = ["arm"]
at = [0, 0, 0.2]
axis = [0, 1, 0]
torque = 5
load_keyframes = [{ time = 0, factor = 1 }, { time = 0.05, factor = -1 }]
)" + floor_plane);
}

}  // namespace eulersolid::test
