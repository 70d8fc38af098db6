#include "bench/bench_options.h"

#include <CLI/CLI.hpp>

#include "kernels/choice/backend_choice.h"
#include "kernels/core/threads.h"

namespace eulersolid {

void add_bench_options(CLI::App& command, BenchOptions& options) {
  command.add_option("--json", options.json, "Write parameters and results to this file")
      ->type_name("FILE")
      ->check([](const std::string& file) { return file.empty() ? "FILE has no name" : ""; });
  command.add_option("--backend", options.backend, "auto (the GPU if there is one), cpu or gpu")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}));
  command.add_option("--threads", options.threads, "Threads of the cpu backend; all when left out")
      ->type_name("N")
      ->check(CLI::Range(1, max_threads));
}

void add_runs_option(CLI::App& command, TimedBenchOptions& options) {
  command.add_option("--runs", options.runs, "Times are medians over so many runs")
      ->type_name("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

void add_seed_option(CLI::App& command, RandomBenchOptions& options) {
  command.add_option("--seed", options.seed, "Seed of the random numbers")
      ->type_name("N")
      ->capture_default_str();
}

Backend apply(const BenchOptions& options) {
  if (options.threads > 0) set_threads(options.threads);
  start_threads();
  return choose_backend(options.backend);
}

}  // namespace eulersolid
