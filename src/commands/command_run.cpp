#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "io/run/folder_lock.h"
#include "io/scene/checks/check_periodic.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene_schema.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/commands/is_a_name.h"
#include "src/run/checkpoint_folder.h"
#include "src/run/constants.h"
#include "src/run/run_scene.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

struct RunOptions {
  std::string scene, folder, backend = "auto", solver_backend = "auto";
  std::optional<std::string> solver, progress;
  std::optional<std::string> until;
  std::optional<int> frames, threads;
  std::vector<std::string> settings;
  std::optional<double> cell_size;
  std::optional<std::string> resume;  ///< the run folder, or empty where -o or the scene names it
  double checkpoint_every = default_checkpoint_seconds;
  int dump_every = 0;
  bool refine = false, force = false, force_memory = false, strict = false, preview = false,
       quiet = false, verbose = false;
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
  if (options.cell_size && !options.resume)
    changes.emplace_back(fmt::format("grid.cell_size={}", *options.cell_size),
                         fmt::format("--cell-size {}", *options.cell_size));
  return changes;
}

const std::map<std::string, ProgressStyle>& progress_styles() {
  static const std::map<std::string, ProgressStyle> styles{{"none", ProgressStyle::silent},
                                                           {"frames", ProgressStyle::frames},
                                                           {"steps", ProgressStyle::steps},
                                                           {"line", ProgressStyle::redrawn},
                                                           {"json", ProgressStyle::json}};
  return styles;
}

ProgressStyle progress_style(const RunOptions& options) {
  if (options.quiet) return ProgressStyle::silent;
  if (options.verbose) return ProgressStyle::steps;
  if (options.progress) return progress_styles().at(*options.progress);
  return progress_can_redraw() ? ProgressStyle::redrawn : ProgressStyle::frames;
}

/// `--resume DIR` takes the scene from the folder. `SCENE --resume` takes the folder as a new run
/// would, and so does `-o DIR --resume SCENE`, as the words may stand in any order.
void place_resumed(RunOptions& options) {
  if (options.resume && options.scene.empty() && !options.folder.empty())
    options.scene = std::exchange(*options.resume, "");
  const bool in_folder = options.resume && !options.resume->empty();
  if (in_folder && !options.scene.empty())
    throw InputError(
        fmt::format("--resume {0} takes its scene from the folder; leave out {1}, or "
                    "write {1} -o {0} --resume",
                    *options.resume, options.scene));
  if (in_folder) {
    options.folder = *options.resume;
    options.scene = (std::filesystem::path(options.folder) / "scene.toml").string();
    if (!std::filesystem::exists(options.scene))
      throw InputError(fmt::format(
          "{0} holds no run to resume (no scene.toml); where one was killed as soon as it began, "
          "eulersolid run SCENE -o {0} --resume begins it anew",
          options.folder));
  }
  if (options.scene.empty()) throw InputError("SCENE is required; see eulersolid run --help");
}

/// Of a run that goes on with smaller ones, to six digits unless they have to fit its size [m].
double smaller_cells(const Scene::Domain& grid) {
  return fitting_cell_size(grid, std::stod(fmt::format("{:.6g}", refinement * grid.cell_size)));
}

/// The scene on cells of another size; files keep their voxels where these are not larger.
Scene on_cells(const Scene& scene, const std::filesystem::path& file,
               std::vector<SceneOverride> changes, double cell_size,
               std::vector<std::string>& warnings) {
  const std::string by = fmt::format("cells of {} m", cell_size);
  const double voxel = std::fmin(voxel_size(scene), cell_size);
  changes.emplace_back(fmt::format("grid.cell_size={}", cell_size), by);
  changes.emplace_back(fmt::format("output.voxel_size={}", voxel), by);
  warnings.clear();
  Scene other = read_scene(file, changes, &warnings);
  other.time.duration = scene.time.duration, other.alarms = scene.alarms;
  return other;
}

/// Makes of a scene what the run that is to be resumed has come to, and of that one on the smaller
/// cells that are asked for.
void refine_resumed(const RunOptions& options, Scene& scene, RunSettings& settings) {
  std::vector<std::string> damaged;  // told when it is read to be resumed
  const RunSums sums = newest_checkpoint(settings.folder, damaged).sums;
  const auto take = [&](double cell_size) {
    scene = on_cells(scene, options.scene, overrides(options), cell_size, settings.warnings);
  };
  settings.may_refine = std::max(0, scene.alarms.refine - sums.refinements);
  if (sums.refinements > 0 && sums.cell_size != scene.grid.cell_size) take(sums.cell_size);
  if (!options.cell_size && !options.refine) return;
  const double now = scene.grid.cell_size;
  const double then = options.cell_size.value_or(smaller_cells(scene.grid));
  if (!(then < now))
    throw InputError(
        fmt::format("--cell-size is {} m, but must be less than that of the run, {} m", then, now));
  settings.coarser = scene;
  take(then);
}

/// Runs a scene, and goes on with smaller cells as often as it may where it fails.
ExitCode run_and_refine(Scene scene, RunSettings settings) {
  std::optional<std::string> failure;
  while (true) {
    try {
      if (failure) {
        const double cell_size = smaller_cells(scene.grid);
        settings.coarser = scene;
        scene = on_cells(scene, settings.folder / "scene.toml", {}, cell_size, settings.warnings);
      }
      return run_scene(scene, settings);
    } catch (const CellsTooLarge& error) {
      failure = error.what();
      settings.may_refine -= 1;
      settings.resume = true, settings.force = false;
      print_warnings({fmt::format("{}; it goes on with cells of {:.4g} m", *failure,
                                  smaller_cells(scene.grid))});
    } catch (const InputError& error) {
      if (!failure) throw;
      throw SimulationError(fmt::format("{}; nor can it go on: {}", *failure, error.what()));
    }
  }
}

ExitCode run(RunOptions options, const std::vector<std::string>& words) {
  place_resumed(options);
  RunSettings settings;
  settings.folder = options.folder.empty() ? "runs" / std::filesystem::path(options.scene).stem()
                                           : std::filesystem::path(options.folder);
  const bool anew = options.resume && begins_anew(settings.folder);
  settings.force = options.force || anew;
  if (anew) options.resume.reset();
  Scene scene = read_scene(options.scene, overrides(options), &settings.warnings);
  if (anew)
    settings.warnings.push_back(settings.folder.string() +
                                " holds no checkpoint to resume from, so the run begins anew");
  if (options.frames) scene.time.duration = *options.frames / scene.output.fps;
  if (options.refine && scene.alarms.refine == 0) scene.alarms.refine = usual_refinements;
  if (options.threads) set_threads(*options.threads);
  settings.command = words;
  settings.force_memory = options.force_memory;
  settings.strict = options.strict;
  settings.resume = options.resume.has_value();
  settings.checkpoint_every = options.checkpoint_every;
  settings.dump_every = options.dump_every;
  settings.backend = options.backend;
  settings.solver_backend = options.solver_backend;
  settings.progress = progress_style(options);
  settings.may_refine = scene.alarms.refine;
  if (settings.resume) refine_resumed(options, scene, settings);
  return run_and_refine(std::move(scene), std::move(settings));
}

/// As the schema has them.
std::string solver_choices() {
  for (const SchemaKey& key : keys_of("contact")) {
    if (key.key == "solver") return fmt::format("{}", fmt::join(words(key.choices), ", "));
  }
  return "";
}

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("SCENE", options.scene, "Scene file (TOML)");
  command.add_option("-o", options.folder, "Run folder; runs/<scene stem> when left out")
      ->type_name("DIR")
      ->check(is_a_name());
  CLI::Option* force = command.add_flag("--force", options.force,
                                        "Replace the files of an earlier run in the folder");
  command
      .add_option("--resume", options.resume,
                  "Go on with the run in the folder, from its last checkpoint: SCENE --resume, or "
                  "--resume DIR with the scene of DIR")
      ->type_name("[DIR]")
      ->expected(0, 1)
      ->excludes(force);
  CLI::Option* cell_size =
      command
          .add_option(
              "--cell-size", options.cell_size,
              "Cells of this size; with --resume, smaller ones than before: the run goes on "
              "with its bodies sampled onto them")
          ->type_name("METRES")
          ->check([](const std::string& text) {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            const bool is_size = *end == 0 && value > 0 && std::isfinite(value);
            return is_size ? "" : "must be a number above 0 [m]: " + text;
          });
  command
      .add_flag("--refine", options.refine,
                "Go on with cells of 0.7 of the size, with --resume at once, and where the run "
                "would end, twice at most or as often as [alarms] refine has it")
      ->excludes(cell_size);
  command
      .add_option("--checkpoint-every", options.checkpoint_every,
                  "Wall time between two checkpoints; 0: at the end only, and none after a failure")
      ->type_name("SECONDS")
      ->check([](const std::string& text) {
        // Range() takes what is not a number for one within: it compares with neither end.
        return text.find_first_of("nN") == text.npos ? "" : "must be a number: " + text;
      })
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
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
      ->check(CLI::Range(1, max_threads));
  command.add_option("--solver", options.solver, "Contact solver: " + solver_choices())
      ->type_name("NAME");
  CLI::Option* until =
      command.add_option("--until", options.until, "Simulate to this time [s]")->type_name("S");
  command.add_option("--frames", options.frames, "Simulate this many frames after the first")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000))
      ->excludes(until);
  command.add_flag("--force-memory", options.force_memory,
                   "Start a run that needs more memory than there is");
  command.add_flag("--strict", options.strict,
                   "Exit with 3 where a step did not converge, bodies were deep in each other, a "
                   "map was repaired, or there was an alarm");
  command
      .add_flag("--dump-problems{1}", options.dump_every,
                "Write what contact solves in each step, or in every so many, into problems/, for "
                "eulersolid solve")
      ->option_text("or --dump-problems=EVERY")
      ->check(CLI::Range(1, 1000000000));
  command.add_flag("--preview", options.preview, "Draw a picture of each frame");
  command.add_option("--set", options.settings, "Change a value of the scene: KEY=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  std::vector<std::string> styles;
  for (const auto& [name, style] : progress_styles()) styles.push_back(name);
  CLI::Option* progress =
      command
          .add_option("--progress", options.progress,
                      "How to tell how far the run is: a line for each of its frames or steps, one "
                      "line that is drawn anew, none, or json: a JSON object a line on standard "
                      "output, for each frame and each second, and at the end")
          ->type_name("STYLE")
          ->check(CLI::IsMember(styles));
  CLI::Option* quiet =
      command.add_flag("-q", options.quiet, "Print warnings and errors only")->excludes(progress);
  command.add_flag("-v", options.verbose, "Print a line for each step")
      ->excludes(quiet)
      ->excludes(progress);
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
