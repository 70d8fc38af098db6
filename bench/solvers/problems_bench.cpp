#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "bench/benches.h"
#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/host/problem_solvers.h"
#include "io/problems/fclib.h"
#include "kernels/core/error.h"
#include "src/solve/limit_options.h"

namespace eulersolid {

namespace {

struct ProblemsOptions {
  std::string folder;
  std::string family = "wall";
  int size = 35;
  int steps = 0;
  double friction = 0.5;
  std::uint64_t seed = 1;
};

struct RigidFamily {
  const char* name;
  const char* what;
  RigidWorld (*make)(const ProblemsOptions& options);
};
constexpr double kick = 0.5;  // [m/s]
constexpr RigidFamily rigid_families[] = {
    {"wall", "bricks at rest, SIZE layers of SIZE",
     [](const ProblemsOptions& o) { return brick_wall(o.size, o.friction, 0, o.seed); }},
    {"struck_wall", "the same, each brick with a velocity of its own",
     [](const ProblemsOptions& o) { return brick_wall(o.size, o.friction, kick, o.seed); }},
    {"stacks", "SIZE columns of SIZE boxes that slide and turn",
     [](const ProblemsOptions& o) { return box_stacks(o.size, o.size, o.friction, o.seed); }},
    {"plates", "SIZE plates one on the other, each fourth a hundred times as heavy",
     [](const ProblemsOptions& o) { return plate_stack(o.size, o.friction); }},
    {"spheres", "SIZE balls that fall into a box",
     [](const ProblemsOptions& o) {
       RigidWorld world = balls_in_box(o.size, o.seed);
       world.friction = o.friction;
       return world;
     }},
    {"boxes", "SIZE boxes that fall into a box",
     [](const ProblemsOptions& o) { return boxes_in_box(o.size, o.friction, o.seed); }}};

const RigidFamily& family_of(const ProblemsOptions& options) {
  for (const RigidFamily& family : rigid_families)
    if (options.family == family.name) return family;
  std::string names;
  for (const RigidFamily& family : rigid_families)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", family.name);
  throw InputError(fmt::format("--family {}: expected one of {}", options.family, names));
}

constexpr double step_time = 0.01;  // [s]

/// Move on by one step, or fly where nothing touches.
void advance(RigidWorld& world, std::vector<RigidContact>& contacts) {
  const GlobalForm global = rigid_problem(world, contacts, step_time);
  std::vector<Vec3> r(std::size_t(global.contacts()));
  if (global.contacts() > 0) cpu::problem_solver("automatic")(in_both_forms(global), {1e-4, 5}, r);
  move(world, body_velocities(global, r), step_time);
  contacts = rigid_contacts(world.bodies, world.planes, world.margin);
}

ExitCode run(const ProblemsOptions& options) {
  const RigidFamily& family = family_of(options);
  RigidWorld world = family.make(options);
  std::vector<RigidContact> contacts = rigid_contacts(world.bodies, world.planes, world.margin);
  for (int step = 0; step < options.steps; ++step) advance(world, contacts);
  if (contacts.empty())
    throw InputError(
        fmt::format("nothing touches after {} steps: expected more --steps", options.steps));
  FclibProblem problem;
  problem.global = rigid_problem(world, contacts, step_time);
  problem.title = fmt::format("{}-{}-{}-mu{:g}-seed{}", options.family, options.size, options.steps,
                              options.friction, options.seed);
  problem.description = fmt::format("{}; made by `eulersolid bench problems`, CC0", family.what);
  std::filesystem::create_directories(options.folder);
  const std::filesystem::path file = std::filesystem::path(options.folder) /
                                     fmt::format("{}-nc{}.hdf5", problem.title, contacts.size());
  if (std::filesystem::exists(std::filesystem::symlink_status(file)))
    throw InputError(file.string() +
                     ": there is such a file already; expected a folder without it");
  write_fclib(file, problem);
  fmt::print("{}\n", file.string());
  return ExitCode::done;
}

}  // namespace

void add_problems_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto options = std::make_shared<ProblemsOptions>();
  CLI::App& command =
      *bench.add_subcommand("problems", "Write a problem of rigid bodies as an FCLIB file");
  std::string what = "What touches:";
  for (const RigidFamily& family : rigid_families)
    what += fmt::format(" {} ({});", family.name, family.what);
  what.back() = ' ';
  command.add_option("-o,--output", options->folder, "Folder to write into")
      ->type_name("DIR")
      ->required();
  command.add_option("--family", options->family, what)->type_name("NAME")->capture_default_str();
  command.add_option("--size", options->size, "Of the family")
      ->type_name("SIZE")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command.add_option("--steps", options->steps, "Of 0.01 s before the problem is taken")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  command.add_option("--friction", options->friction, "Between all")
      ->type_name("MU")
      ->check(number_within(0, 1e6))
      ->capture_default_str();
  command.add_option("--seed", options->seed, "Of what is drawn at random")->capture_default_str();
  command.callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

}  // namespace eulersolid
