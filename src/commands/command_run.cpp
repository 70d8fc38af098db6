#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "io/scene/read_scene.h"
#include "io/scene/scene_schema.h"
#include "kernels/core/threads.h"
#include "src/run/run_scene.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

struct RunOptions {
  std::string scene, folder, backend = "auto", solver_backend = "auto";
  std::optional<std::string> solver;
  std::optional<double> until;
  std::optional<int> frames, threads;
  std::vector<std::string> settings;
  bool force = false, preview = false, quiet = false, verbose = false;
};

/// The options that stand for values of the scene, after those of --set.
std::vector<SceneOverride> overrides(const RunOptions& options) {
  std::vector<SceneOverride> changes(options.settings.begin(), options.settings.end());
  if (options.solver)
    changes.emplace_back(fmt::format("contact.solver='{}'", *options.solver),
                         "--solver " + *options.solver);
  if (options.until)
    changes.emplace_back(fmt::format("time.duration={}", *options.until),
                         fmt::format("--until {}", *options.until));
  if (options.preview) changes.emplace_back("output.preview=true", "--preview");
  return changes;
}

ProgressStyle progress_style(const RunOptions& options) {
  if (options.quiet) return ProgressStyle::silent;
  if (options.verbose) return ProgressStyle::steps;
  return progress_can_redraw() ? ProgressStyle::redrawn : ProgressStyle::frames;
}

ExitCode run(const RunOptions& options, const std::vector<std::string>& words) {
  RunSettings settings;
  Scene scene = read_scene(options.scene, overrides(options), &settings.warnings);
  if (options.frames) scene.time.duration = *options.frames / scene.output.fps;
  print_warnings(settings.warnings);
  if (options.threads) set_threads(*options.threads);
  settings.command = words;
  settings.folder = options.folder.empty() ? "runs" / std::filesystem::path(options.scene).stem()
                                           : std::filesystem::path(options.folder);
  settings.force = options.force;
  settings.backend = options.backend;
  settings.solver_backend = options.solver_backend;
  settings.progress = progress_style(options);
  return run_scene(scene, settings);
}

/// As the schema has them.
std::string solver_choices() {
  for (const SchemaKey& key : keys_of("contact")) {
    if (key.key == "solver") return fmt::format("{}", fmt::join(words(key.choices), ", "));
  }
  return "";
}

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("SCENE", options.scene, "Scene file (TOML)")->required();
  command.add_option("-o", options.folder, "Run folder; runs/<scene stem> when left out")
      ->type_name("DIR");
  command.add_flag("--force", options.force, "Replace the files of an earlier run in the folder");
  command.add_option("--backend", options.backend, "auto (the GPU if there is one), cpu or gpu")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}));
  command
      .add_option("--solver-backend", options.solver_backend,
                  "Where the contact QPs are solved: auto (with the bodies), cpu or gpu")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}));
  command.add_option("--threads", options.threads, "Threads of the cpu backend; all when left out")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--solver", options.solver, "Contact solver: " + solver_choices())
      ->type_name("NAME");
  CLI::Option* until =
      command.add_option("--until", options.until, "Simulate to this time [s]")->type_name("S");
  command.add_option("--frames", options.frames, "Simulate this many frames after the first")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000))
      ->excludes(until);
  command.add_flag("--preview", options.preview, "Draw a picture of each frame");
  command.add_option("--set", options.settings, "Change a value of the scene: KEY=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  CLI::Option* quiet = command.add_flag("-q", options.quiet, "Print warnings and errors only");
  command.add_flag("-v", options.verbose, "Print a line for each step")->excludes(quiet);
}

}  // namespace

void add_run_command(CLI::App& program, ChosenCommand& chosen,
                     const std::vector<std::string>& words) {
  CLI::App* command = program.add_subcommand("run", "Simulate a scene into a folder");
  const auto options = std::make_shared<RunOptions>();
  add_options(*command, *options);
  command->callback(
      [&chosen, options, words] { chosen = [options, words] { return run(*options, words); }; });
}

}  // namespace eulersolid
