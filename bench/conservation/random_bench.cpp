#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/conservation/random_scenes.h"
#include "io/output_file.h"
#include "io/scene/write_scene.h"

namespace eulersolid {

namespace {

struct RandomScenesOptions : BenchOptions {
  int scenes = 30;
  std::uint64_t seed = 1;
  int max_steps = 1000;
  std::vector<std::string> shapes = random_shapes;
  std::string write;  ///< folder for the scenes; none when empty
};

/// For `eulersolid run`, as random_SEED.toml.
void write_to(const std::string& folder, std::uint64_t seed, const Scene& scene) {
  const auto file = std::filesystem::path(folder) / fmt::format("random_{}.toml", seed);
  std::filesystem::create_directories(folder);
  write_whole_file(file.string(), write_scene(scene));
}

double made_by_the_end(const EnergyRecord& energy) {
  return energy.transport + energy.masses + energy.restored + energy.map;
}

ExitCode run(const RandomScenesOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("random-scenes", "what collisions drawn at random make of the energy", options,
                     backend);
  report["parameters"] = {
      {"scenes", options.scenes}, {"seed", options.seed}, {"max_steps", options.max_steps}};
  ReportTable table({{"seed", "seed", 0},
                     {"bodies", "bodies", 0},
                     {"floor", "floor", 0},
                     {"steps", "steps", 0},
                     {"contacts", "contacts", 0},
                     {"transport", "transport", 4},
                     {"masses", "new masses", 4},
                     {"restored", "restored", 4},
                     {"map", "map", 4},
                     {"worst", "largest sum", 4},
                     {"end", "at the end", 4},
                     {"advection", "transport + masses", 4},
                     {"mass", "mass", 4},
                     {"momentum", "restored momentum", 4},
                     {"spin", "and spin", 4},
                     {"failure", "failure", 0}});
  std::vector<Drift> drifts;
  for (int n = 0; n < options.scenes; ++n) {
    const std::uint64_t seed = options.seed + std::uint64_t(n);
    const Scene scene = random_scene(seed, options.shapes);
    if (!options.write.empty()) write_to(options.write, seed, scene);
    const Drift d = measure_drift(backend, without_return(scene), options.max_steps);
    drifts.push_back(d);
    table.add({seed, scene.bodies.size(), !scene.obstacles.empty(), d.steps, d.contacts,
               d.worst.transport, d.worst.masses, d.worst.restored, d.worst.map, d.closure,
               made_by_the_end(d.energy), d.advection, d.mass, d.alarms.momentum, d.alarms.spin,
               d.failure});
  }
  report.print("energy made by what should make none, when its |sum| is largest", "rows", table);
  const Closure c = closure_of(drifts);
  report["closure"] = {{"met", c.met},
                       {"worst", c.worst},
                       {"median", c.median},
                       {"worst_advection", c.worst_advection},
                       {"median_advection", c.median_advection},
                       {"failures", c.failures}};
  report.note(fmt::format(
      "{} of {} met; largest sum: {:.4f} at worst, {:.4f} in the median; transport + masses: "
      "{:.4f}, {:.4f}; {} failed",
      c.met, options.scenes, c.worst, c.median, c.worst_advection, c.median_advection, c.failures));
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_random_scenes_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<RandomScenesOptions>(
      bench, chosen, "random-scenes", "What collisions drawn at random make of the energy", run);
  command.add_option("--scenes", options.scenes, "How many")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Of the first; the others follow")
      ->capture_default_str();
  command.add_option("--shapes", options.shapes, "Of what: sphere, box, cylinder")
      ->delimiter(',')
      ->check(CLI::IsMember(random_shapes))
      ->capture_default_str();
  command.add_option("--write", options.write, "Folder for the scenes, to run and see them");
  command.add_option("--most-steps", options.max_steps, "Steps after which a run ends")
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
