#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/conservation/drift.h"
#include "io/scene/read_scene.h"

namespace eulersolid {

namespace {

struct LedgersOptions : BenchOptions {
  std::vector<std::string> scenes;
  std::vector<std::string> changes;
  std::vector<double> sizes = {1.5, 1.25, 1};  ///< cell sizes, as multiples of the scene's
  int max_steps = 300;
};

/// What a scene is run with: as it is, and with each of the changes; or those of the ledgers.
std::vector<NumericsCase> cases_of(const LedgersOptions& options) {
  if (options.changes.empty()) return ledger_cases();
  std::vector<NumericsCase> cases = {{"as it is", {}}};
  for (const std::string& change : options.changes) {
    const std::string key = change.starts_with("numerics.") ? change : "numerics." + change;
    cases.push_back({change, {{key, "--change " + change}}});
  }
  return cases;
}

/// The scene with other cells and numerics.
/// @param h  cell size [m]
Scene changed(const std::string& file, double h, std::vector<SceneOverride> changes) {
  changes.push_back(fmt::format("grid.cell_size={}", h));
  return read_scene(file, changes);
}

void measure_scene(const LedgersOptions& options, Backend backend, const std::string& file,
                   ReportTable& table) {
  const std::string name = std::filesystem::path(file).stem().string();
  const double h = read_scene(file).grid.cell_size;
  const std::vector<NumericsCase> cases = cases_of(options);
  for (const double size : options.sizes) {
    for (const NumericsCase& one : cases) {
      const Scene scene = changed(file, size * h, one.changes);
      const Drift d = measure_drift(backend, scene, options.max_steps);
      table.add({name, scene.grid.cell_size, one.name, d.steps, d.mass, d.momentum, d.spin,
                 d.energy.transport, d.energy.masses, d.energy.restored, d.energy.map,
                 d.energy.residual, d.gain, d.failure});
    }
  }
}

ExitCode run(const LedgersOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("ledgers", "what is conserved without each correction of the ledgers", options,
                     backend);
  report["parameters"] = {{"scenes", options.scenes},
                          {"change", options.changes},
                          {"sizes", options.sizes},
                          {"max_steps", options.max_steps}};
  ReportTable table({{"scene", "scene", 0},
                     {"cell_size", "h [m]", 4},
                     {"corrections", "corrections", 0},
                     {"steps", "steps", 0},
                     {"mass", "mass", 5},
                     {"momentum", "momentum", 5},
                     {"spin", "spin", 5},
                     {"transport", "transport", 4},
                     {"masses", "new masses", 4},
                     {"restored", "restored", 4},
                     {"map", "map", 4},
                     {"residual", "residual", 4},
                     {"gain", "largest gain", 4},
                     {"failure", "failure", 0}});
  for (const std::string& scene : options.scenes) measure_scene(options, backend, scene, table);
  report.print("largest deviation of what the nodes hold from the ledgers, before corrections",
               "rows", table);
  report.note(
      "all relative, see bench/conservation/drift.h; from transport on: energy made by the end by "
      "what should make none, and the largest sum of these");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_ledgers_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<LedgersOptions>(
      bench, chosen, "ledgers",
      "What scenes conserve without each correction of the ledgers, at several cell sizes", run);
  command.add_option("SCENE", options.scenes, "Scene files (TOML)")->required();
  command
      .add_option("--change", options.changes,
                  "KEY=VALUE of [numerics], once for each: measure this, in place of the "
                  "corrections of the ledgers")
      ->allow_extra_args(false);
  command.add_option("--sizes", options.sizes, "Cell sizes, as multiples of the scene's")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--most-steps", options.max_steps, "Steps after which a run ends")
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
