#include "bench/bench_program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bench/benches.h"
#include "src/commands/program.h"

namespace eulersolid {

namespace {

const std::string list_name = "list";

/// The benchmarks' names and what they do, one line each.
ExitCode print_list(const CLI::App& bench) {
  for (const CLI::App* each : bench.get_subcommands({}))
    if (each->get_name() != list_name)
      fmt::print("{:<14} {}\n", each->get_name(), each->get_description());
  return ExitCode::done;
}

}  // namespace

ExitCode run_bench(const std::vector<std::string>& words) {
  CLI::App bench("Runs an experiment of the thesis or another benchmark, and prints its table.",
                 "eulersolid bench");
  bench.set_version_flag("--version", "eulersolid " ES_VERSION);
  ChosenCommand chosen;
  CLI::App* list = bench.add_subcommand(list_name, "Print the names of the benchmarks");
  list->callback([&] { chosen = [&] { return print_list(bench); }; });
  add_thesis_5_3(bench, chosen);
  add_thesis_6_2(bench, chosen);
  add_thesis_7_1(bench, chosen);
  add_thesis_7_2(bench, chosen);
  add_qp_bench(bench, chosen);
  add_families_bench(bench, chosen);
  add_ledgers_bench(bench, chosen);
  add_frames_bench(bench, chosen);
  add_flights_bench(bench, chosen);
  add_refinement_bench(bench, chosen);
  add_random_scenes_bench(bench, chosen);
  add_standing_bench(bench, chosen);
  add_verification_bench(bench, chosen);
  add_paper_000(bench, chosen);
  add_paper_001(bench, chosen);
  add_paper_002(bench, chosen);
  add_paper_003(bench, chosen);
  add_profile_bench(bench, chosen);
  add_problems_bench(bench, chosen);
  return run_words(bench, chosen, words, "benchmark");
}

}  // namespace eulersolid
