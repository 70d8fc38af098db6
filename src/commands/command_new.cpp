#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

#include "io/output_file.h"
#include "kernels/core/error.h"
#include "src/commands/commands.h"
#include "src/commands/is_a_name.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view starter =
    R"(# Two soft bodies fall onto a floor, and a rod that rests on it.
#
#   eulersolid check {0}            sizes, steps, memory, time
#   eulersolid run {0} --preview    into runs/{1}/
#
# Lengths, times and the like are numbers in SI units, or strings with units. `eulersolid schema --markdown`
# prints every key. Z is up.

gravity = [0, 0, "-9.81 m/s^2"]

[time]
duration = "0.4 s"                # simulated

[contact]
friction = 0.4

[output]
fps = 50                          # frames per second of simulated time

# [grid]                          # leave it out for eight cells across the thinnest body
# cell_size = "2 cm"

[material.soft]                   # a material of your own: keys that differ from a preset's
like = "gel"                      # rubber, silicone, gel, foam, cork, muscle, fat, liver, brain, cartilage
youngs_modulus = "100 kPa"

[template.falling]                # keys that several bodies share
material = "soft"
velocity = [0, 0, "-0.5 m/s"]

[[body]]
name = "left"
template = "falling"
shape = "sphere"
radius = "10 cm"
centre = ["-14 cm", 0, "30 cm"]

[[body]]
name = "right"
template = "falling"
shape = "ellipsoid"
radii = ["12 cm", "10 cm", "8 cm"]
centre = ["14 cm", "2 cm", "30 cm"]

[[body]]
name = "rod"
shape = "capsule"
on = "floor"                      # lies on it, with x and y from its centre
centre = [0, 0, 0]
rotation = {{ axis = [1, 0, 0], angle = "90 deg" }}
radius = "8 cm"
length = "50 cm"
material = {{ like = "rubber", youngs_modulus = "200 kPa" }}

[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]

# Shapes, of bodies and obstacles, and what they need:
#   sphere   radius                     capsule, cylinder   radius, length    cone    radius, length, top_radius
#   box      size = [x, y, z]           rounded_box         size, rounding    torus   radius, tube_radius
#   mesh     file = "toy.stl", scale    vdb   file          image   file, threshold (CT in Hounsfield units)
#   union, intersection, difference     parts = [{{ shape = ... }}, {{ shape = ... }}]
)";

/// As shells take it for one word.
std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "/._-+=,@%";
  const auto is_plain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != plain.npos;
  };
  if (std::ranges::all_of(text, is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

ExitCode write_starter(const std::string& name) {
  fs::path path = name;
  if (path.stem().string().find_first_not_of('.') == std::string::npos)
    throw InputError(name + " is a folder; name a file, such as scene.toml");
  if (path.extension() != ".toml") path += ".toml";
  if (fs::exists(fs::symlink_status(path)))
    throw InputError(path.string() + " is there already; take another name");
  if (path.has_parent_path() && !fs::is_directory(path.parent_path()))
    throw InputError(path.parent_path().string() + " is no folder");
  const std::string word = shell_word(path.string());
  write_whole_file(path, fmt::format(starter, word, path.stem().string()));
  tell(stdout, fmt::format("{} is written; eulersolid run {} --preview\n", path.string(), word));
  return ExitCode::done;
}

}  // namespace

void add_new_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand("new", "Write a commented scene to start from");
  const auto name = std::make_shared<std::string>();
  command->add_option("NAME", *name, "Of the file, .toml is added")->required()->check(is_a_name());
  command->callback([&chosen, name] { chosen = [name] { return write_starter(*name); }; });
}

}  // namespace eulersolid
