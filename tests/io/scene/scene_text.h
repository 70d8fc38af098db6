#pragma once

#include <stdexcept>
#include <string>

/// A small valid scene for the tests to spoil.
inline const std::string good_scene = R"(gravity = [0, 0, -9.81]

[time]
duration = 0.4
dt = 0.001

[grid]
origin = [0, 0, 0]
size = [2, 2, 2]
cell_size = 0.05

[contact]
friction = 0.3

[[contact.pair]]
bodies = ["a", "b"]
friction = 0.1

[output]
fps = 50

[[body]]
name = "a"
shape = "sphere"
centre = [0.5, 0.5, 0.5]
radius = 0.2
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }

[[body]]
name = "b"
shape = "box"
centre = [1.5, 0.5, 0.5]
size = [0.4, 0.4, 0.4]
rotation = { axis = [0, 0, 1], angle = 0.3 }
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }

[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0.1]
normal = [0, 0, 2]
)";

/// `text` with the first `from` in it replaced; a `from` that is not there is a fault of the test.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the scene has no " + from);
  return text.replace(at, from.size(), to);
}
