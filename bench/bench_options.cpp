#include "bench/bench_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>

#include "kernels/choice/backend_choice.h"
#include "kernels/core/threads.h"

namespace eulersolid {

void add_bench_options(CLI::App& command, BenchOptions& options) {
  command.add_option("--json", options.json, "Write parameters and results to this file")
      ->type_name("FILE")
      ->check([](const std::string& file) { return file.empty() ? "FILE has no name" : ""; });
  command
      .add_option(
          "--tables", options.tables,
          "Write the tables into this Markdown page, over those that the same command wrote")
      ->type_name("PAGE")
      ->check([](const std::string& file) { return file.empty() ? "PAGE has no name" : ""; });
  command.add_option("--backend", options.backend, "auto (the GPU if there is one), cpu or gpu")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}));
  command.add_option("--threads", options.threads, "Threads of the cpu backend; all when left out")
      ->type_name("N")
      ->check(CLI::Range(1, max_threads));
}

std::string told_command(const CLI::App& command) {
  const auto is_told = [](const CLI::Option* option) {
    constexpr std::string_view others[] = {"json", "tables", "page"};
    return option->count() > 0 &&
           std::none_of(std::begin(others), std::end(others), [&](std::string_view name) {
             return option->check_lname(std::string(name));
           });
  };
  std::string told = "eulersolid bench " + command.get_name();
  for (const CLI::Option* option : command.get_options(is_told)) {
    if (!option->get_positional()) told += " --" + option->get_single_name();
    if (option->get_items_expected_max() == 0) continue;  // a flag
    const char between = option->get_delimiter() == '\0' ? ' ' : option->get_delimiter();
    std::string values;
    for (const std::string& value : option->results()) {
      if (value.find_first_of(" \t\n<>") != std::string::npos) return "";
      values += (values.empty() ? std::string() : std::string(1, between)) + value;
    }
    told += " " + values;
  }
  return told;
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
