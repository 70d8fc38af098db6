#pragma once

#include <cstdint>
#include <string>

#include "src/simulation/simulation.h"

namespace CLI {
class App;
}

namespace eulersolid {

/// What every benchmark can be told.
struct BenchOptions {
  std::string json;     ///< file to write; none when empty
  std::string tables;   ///< page to write tables into (bench/table_page.h); none when empty
  std::string command;  ///< that was given, but for files to write, backend and threads
  std::string backend = "auto";
  int threads = 0;  ///< 0: all
};

/// What those can be told that measure times.
struct TimedBenchOptions : BenchOptions {
  int runs = 3;  ///< of which medians are taken
};

/// What those of them can be told that draw their problems at random.
struct RandomBenchOptions : TimedBenchOptions {
  std::uint64_t seed = 1;
};

void add_bench_options(CLI::App& command, BenchOptions& options);

/// The command that gives a subcommand what it was given, but for files to write, backend and
/// threads. Empty where words of it hold what no line of a page can: spaces and angle brackets.
std::string told_command(const CLI::App& command);

void add_runs_option(CLI::App& command, TimedBenchOptions& options);
void add_seed_option(CLI::App& command, RandomBenchOptions& options);

/// Set the threads and choose the backend.
/// @throws NoDevice
Backend apply(const BenchOptions& options);

}  // namespace eulersolid
