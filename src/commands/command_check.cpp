#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/run/machine.h"
#include "src/run/run_loop.h"
#include "src/run/scene_cost.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

struct CheckOptions {
  std::string scene;
  std::vector<std::string> settings;
  std::optional<double> until;
  std::optional<int> threads;
};

void print_bodies(const Scene& scene) {
  const double h = scene.grid.cell_size;
  for (const BodySpec& body : scene.bodies) {
    const Shape shape = shape_of(body.shape);
    const double solid = volume(shape);
    fmt::print("body       {}: {:.4g} kg, {:.0f} cells, {:.3g} cells thin\n", body.name,
               solid * body.material.density, solid / (h * h * h), thickness(shape) / h);
  }
  for (const ObstacleSpec& obstacle : scene.obstacles)
    fmt::print("obstacle   {}{}\n", obstacle.name, obstacle.moves() ? ", moving" : "");
}

/// What the estimate rests on, where that is not all of the run.
std::string basis_text(const RunCost& cost, double end) {
  if (cost.rehearsed >= end * (1 - 1e-6)) return "";
  if (!(cost.rehearsed > 0)) return ", if it goes on as it begins";
  return fmt::format(", if it goes on as it does up to {:.3g} s on coarse cells", cost.rehearsed);
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
  fmt::print("time       {} s: {} frame{} after the first, {}{} step{} of {:.3g} s\n", end, frames,
             frames == 1 ? "" : "s", scene.time.dt ? "" : "about ", cost.steps,
             cost.steps == 1 ? "" : "s", cost.dt);
  fmt::print("memory     about {} for {:.0f} nodes, of {} that are free\n",
             memory_text(size.memory + cost.contact_memory), size.nodes,
             memory_text(available_memory()));
  fmt::print("disk       about {}, of {} that are free\n", memory_text(cost.disk),
             memory_text(disk));
  fmt::print("cost       {:.2g} s per step on {} thread{}, {} of it contact; {} in all{}\n",
             cost.seconds_per_step, threads(), threads() == 1 ? "" : "s",
             percent_text(cost.contact_part), duration_text(cost.seconds(frames + 1)),
             basis_text(cost, end));
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
  command->add_option("--until", options->until, "Of a run to this time [s]")->type_name("S");
  command
      ->add_option("--threads", options->threads,
                   "Of a run on so many threads of the cpu backend; all when left out")
      ->type_name("N")
      ->check(CLI::Range(1, most_threads));
  command->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

}  // namespace eulersolid
