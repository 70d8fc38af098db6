#include <CLI/CLI.hpp>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/conservation/refinement.h"
#include "io/scene/read_scene.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

struct RefinementOptions : BenchOptions {
  std::string scene = "scenes/cylinder_collision.toml";
  std::string body = "centre";
  std::vector<double> cell_sizes = {0.5, 0.375, 0.3, 0.25, 0.1875};
};

ExitCode run(const RefinementOptions& options) {
  const Backend backend = apply(options);
  const Scene scene = read_scene(options.scene);
  if (!scene.time.dt) throw InputError(options.scene + ": [time] dt is missing, but is refined");
  BenchReport report("refinement", "a collision on finer and finer grids", options, backend);
  report["parameters"] = {
      {"scene", options.scene}, {"body", options.body}, {"cell_sizes", options.cell_sizes}};
  ReportTable table({{"cell_size", "h [m]", 4},
                     {"steps", "steps", 0},
                     {"compression", "compression", 5},
                     {"force", "force [N]", 0},
                     {"kinetic", "kinetic", 4},
                     {"elastic", "elastic", 4},
                     {"translation", "translation", 4},
                     {"viscosity", "to viscosity", 4},
                     {"transport", "transport", 4},
                     {"masses", "new masses", 4},
                     {"restored", "restored", 4},
                     {"map", "map", 4},
                     {"failure", "failure", 0}});
  for (const double h : options.cell_sizes) {
    const Refined r = measure_collision(backend, refined(scene, h), options.body);
    table.add({h, r.steps, r.compression, r.force, r.kinetic, r.elastic, r.translation, r.viscosity,
               r.transport, r.masses, r.restored, r.map, r.failure});
  }
  report.print("greatest compression and force; energies at the end over the kinetic one before",
               "rows", table);
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_refinement_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<RefinementOptions>(
      bench, chosen, "refinement", "A collision on finer and finer grids", run);
  command.add_option("--scene", options.scene, "Scene file (TOML) with a fixed step")
      ->capture_default_str();
  command.add_option("--body", options.body, "Name of the body on which the others press")
      ->capture_default_str();
  command.add_option("--cell-sizes", options.cell_sizes, "Cell sizes [m]")
      ->delimiter(',')
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
