#include <CLI/CLI.hpp>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/conservation/flights.h"

namespace eulersolid {

namespace {

struct FlightsOptions : BenchOptions {
  std::vector<double> cells = {5, 8};
  int turns = 10;
};

ExitCode run(const FlightsOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("flights", "what bodies that nothing touches keep without the ledgers",
                     options, backend);
  report["parameters"] = {{"cells", options.cells}, {"turns", options.turns}};
  ReportTable table({{"flight", "flight", 0},
                     {"cells", "cells", 1},
                     {"steps", "steps", 0},
                     {"min_kinetic", "least kinetic", 5},
                     {"max_kinetic", "most", 5},
                     {"kinetic", "at the end", 5},
                     {"transport", "transport", 5},
                     {"masses", "new masses", 5},
                     {"map", "map", 6},
                     {"elastic", "most elastic", 6},
                     {"mass", "mass", 5},
                     {"momentum", "momentum", 5},
                     {"spin", "spin", 5},
                     {"failure", "failure", 0}});
  for (const double cells : options.cells) {
    for (const Flight& flight : free_flights(cells, options.turns)) {
      const Track run = track(backend, flight.scene);
      const Kept k = kept(run);
      table.add({flight.name, cells, run.steps.size(), k.min_kinetic, k.max_kinetic, k.kinetic,
                 k.transport, k.masses, k.map, k.elastic, k.mass, k.momentum, k.spin, run.failure});
    }
  }
  report.print("over what it was at the start; energies over the kinetic one", "rows", table);
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_flights_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<FlightsOptions>(
      bench, chosen, "flights", "What bodies that fly and spin keep without the ledgers", run);
  command.add_option("--cells", options.cells, "Across the radius of the bodies")
      ->delimiter(',')
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--turns", options.turns, "Of the box that spins")
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
