#pragma once

#include <CLI/CLI.hpp>
#include <concepts>
#include <memory>
#include <string>

#include "bench/bench_options.h"
#include "src/run/chosen_command.h"

namespace eulersolid {

/// A benchmark on the command line, for the options that it has beyond those of all.
template <class Options>
struct AddedBench {
  CLI::App& command;
  Options& options;
};

/// Add a benchmark to eulersolid-bench; when it is chosen, `run` gets its options.
/// @tparam Options  derived from BenchOptions
template <class Options>
AddedBench<Options> add_bench(CLI::App& bench, ChosenCommand& chosen, const std::string& name,
                              const std::string& what, ExitCode (*run)(const Options&)) {
  CLI::App* command = bench.add_subcommand(name, what);
  const auto options = std::make_shared<Options>();
  add_bench_options(*command, *options);
  if constexpr (std::derived_from<Options, TimedBenchOptions>) add_runs_option(*command, *options);
  if constexpr (std::derived_from<Options, RandomBenchOptions>) add_seed_option(*command, *options);
  command->callback([&chosen, command, options, run] {
    options->command = told_command(*command);
    chosen = [options, run] { return run(*options); };
  });
  return {*command, *options};
}

}  // namespace eulersolid
