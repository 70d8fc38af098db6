#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "io/scene/checks/check_deformation.h"
#include "io/scene/checks/check_time.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "io/scene/solids/mass_at_rest.h"
#include "io/scene/write_scene.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/run/constants.h"
#include "src/run/machine.h"
#include "src/run/run_loop.h"
#include "src/run/scene_cost.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

struct CheckOptions {
  std::string scene;
  std::vector<std::string> settings;
  std::optional<std::string> until;
  std::optional<int> threads;
};

void print_bodies(const Scene& scene) {
  const double h = scene.grid.cell_size;
  for (const BodySpec& body : scene.bodies) {
    const Shape shape = shape_of(body.shape);
    const double solid = volume(shape);
    const Bounds box = bounds_at_start(body);
    const Vec3 size = box.high - box.low;
    fmt::print(
        "body       {}: {:.3g} x {:.3g} x {:.3g} m, {:.4g} kg, {:.0f} cells, {:.3g} cells thin\n",
        body.name, size.x, size.y, size.z, mass_at_rest(body), solid / (h * h * h),
        thickness_at_start(body) / h);
  }
  for (const ObstacleSpec& obstacle : scene.obstacles)
    fmt::print("obstacle   {}{}\n", obstacle.name, obstacle.moves() ? ", moving" : "");
}

/// How many times as much as estimated it may be, where it may be so many times in what runs on
/// coarse cells have not come to; 1 where that is within the estimate's own error.
/// @param finer  times as much as on coarse cells, where bodies meet
double max_times(double unseen, double finer, const RunCost& cost, double end) {
  const double part = 1 + (unseen - 1) * std::fmax(0, 1 - cost.rehearsed / end);
  const double times = cost.meets ? std::fmax(part, finer) : part;
  return times > estimate_error ? times : 1;
}

std::string steps_text(const RunCost& cost, const Scene& scene, double end) {
  const char* const several = cost.steps == 1 ? "" : "s";
  if (scene.time.dt || cost.steps == 0)
    return fmt::format("{} step{} of {:.3g} s", cost.steps, several, cost.dt);
  const double times = max_times(unseen_steps, finer_steps, cost, end);
  if (times == 1) return fmt::format("about {} step{} of {:.3g} s", cost.steps, several, cost.dt);
  return fmt::format("about {} to {:.0f} steps of {:.3g} s or less", cost.steps,
                     times * double(cost.steps), cost.dt);
}

/// Says which body asks for the shortest steps, where there are several.
void print_limit(const Scene& scene, const RunCost& cost) {
  if (scene.bodies.size() > 1 && !cost.limited_by.empty())
    fmt::print(
        "           the shortest are those of {}; a softer or denser material takes fewer steps\n",
        cost.limited_by);
}

/// Says so where it is a viscosity that asks for the shortest steps, and not waves.
void print_viscosity(const Scene& scene) {
  if (scene.time.dt) return;
  const double h = scene.grid.cell_size;
  double shortest = INFINITY, times = 1;
  std::string name;
  for (const BodySpec& body : scene.bodies)
    for (const MaterialSpec& material : body.materials()) {
      const double step = stable_step_at_rest(material, h);
      if (step >= shortest) continue;
      MaterialSpec elastic = material;
      elastic.viscosity = 0;
      shortest = step, times = stable_step_at_rest(elastic, h) / step, name = body.name;
    }
  if (times > 2)
    fmt::print(
        "           the viscosity of {} makes steps so short; without it they are {:.2g} times as "
        "long\n",
        name, times);
}

std::string total_text(const RunCost& cost, const Scene& scene, int frames, double end) {
  const double seconds = cost.seconds(frames);
  const double in_steps = scene.time.dt ? unseen_steps : 1;  // which are as many as is said
  const double in_finer = scene.time.dt ? finer_steps : 1;
  const double times =
      cost.steps > 0 ? max_times(unseen_time / in_steps, finer_time / in_finer, cost, end) : 1;
  if (times == 1) return duration_text(seconds) + " in all";
  const std::string range = fmt::format("{} to {} in all: trials on coarse cells covered ",
                                        duration_text(seconds), duration_text(times * seconds));
  if (cost.rehearsed >= end * (1 - 1e-6))
    return range + "all of it, but contact may take longer on cells of this size";
  return range +
         fmt::format("the first {:.2g} s of {:.3g} s, and contact may take longer after that",
                     cost.rehearsed, end);
}

ExitCode check(const CheckOptions& options) {
  std::vector<std::string> warnings;
  std::vector<SceneOverride> overrides(options.settings.begin(), options.settings.end());
  if (options.until)
    overrides.emplace_back(fmt::format("time.duration={}", *options.until),
                           fmt::format("--until {}", *options.until));
  if (options.threads) set_threads(*options.threads);
  const Scene scene = read_scene(options.scene, overrides, &warnings);
  require_memory(scene);
  start_threads();
  const SceneSize size = size_of(scene);
  const RunCost cost = try_run(scene);
  print_warnings(warnings);
  const int frames = last_frame(scene) - scene.output.start_frame;
  const double disk = free_disk(".");
  if (cost.disk > disk)
    print_warnings(
        {fmt::format("the files come to about {}, but the disk of this folder has {} left",
                     memory_text(cost.disk), memory_text(disk))});
  fmt::print("{} is a valid scene\n", options.scene);
  fmt::print("domain     {} x {} x {} cells of {} m\n", size.domain[0], size.domain[1],
             size.domain[2], scene.grid.cell_size);
  print_bodies(scene);
  const double end = frame_time(scene, last_frame(scene));
  const bool is_cut = end < scene.time.duration * (1 - 1e-9);
  fmt::print("time       {} s: {} frame{} after the first, {}{}\n", end, frames,
             frames == 1 ? "" : "s", steps_text(cost, scene, end),
             is_cut ? fmt::format("; of the {:.6g} s, as frames are {:.6g} s apart",
                                  scene.time.duration, 1 / scene.output.fps)
                    : "");
  print_limit(scene, cost);
  print_viscosity(scene);
  const std::string numerics = changed_numerics(scene);
  if (!numerics.empty()) fmt::print("numerics   {}\n", numerics);
  fmt::print("memory     about {} for {:.0f} nodes, of {} that are free\n",
             memory_text(size.memory + cost.contact_memory), size.nodes,
             memory_text(available_memory()));
  fmt::print("disk       about {}, of {} that are free\n", memory_text(cost.disk),
             memory_text(disk));
  fmt::print("cost       {:.2g} s per step on {} thread{}, {} of it contact; {}\n",
             cost.seconds_per_step, threads(), threads() == 1 ? "" : "s",
             percent_text(cost.contact_part), total_text(cost, scene, frames + 1, end));
  return ExitCode::done;
}

}  // namespace

void add_check_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "check", "Check a scene; print its sizes, memory and cost per step; write nothing");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("SCENE", options->scene, "Scene file (TOML)")->required();
  command->add_option("--set", options->settings, "Change a value of the scene: KEY=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--until", options->until, "Of a run to this time [s]")->type_name("TIME");
  command
      ->add_option("--threads", options->threads,
                   "Of a run on so many threads of the cpu backend; all when left out")
      ->type_name("N")
      ->check(CLI::Range(1, max_threads));
  command->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

}  // namespace eulersolid
