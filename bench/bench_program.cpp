#include "bench/bench_program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <sstream>

#include "bench/benches.h"
#include "bench/table_page.h"
#include "kernels/core/error.h"
#include "src/commands/program.h"

namespace eulersolid {

namespace {

const std::string list_name = "list", tables_name = "tables";

/// The benchmarks' names and what they do, one line each.
ExitCode print_list(const CLI::App& bench) {
  for (const CLI::App* each : bench.get_subcommands({}))
    if (each->get_name() != list_name && each->get_name() != tables_name)
      fmt::print("{:<14} {}\n", each->get_name(), each->get_description());
  return ExitCode::done;
}

/// The words of a command of a page, with the page to write into.
std::vector<std::string> words_of(const std::string& command, const std::string& page) {
  std::istringstream text(command);
  std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  words.erase(words.begin());  // of "eulersolid bench", one is the program's name
  words.insert(words.end(), {"--tables", page});
  return words;
}

/// Measure the tables of a page anew, as far as a benchmark fails.
ExitCode write_tables(const std::string& page) {
  const std::string text = text_of_page(page);
  check_tables(page, text);
  const std::vector<std::string> commands = commands_in(text);
  if (commands.empty()) throw InputError(page + ": there is no table of a benchmark in it");
  for (const std::string& command : commands) {
    const ExitCode code = run_bench(words_of(command, page));
    if (code != ExitCode::done) return code;
    if (tables_in(text_of_page(page)) > tables_in(text))
      throw InputError(
          page + ": `" + command +
          "` does not begin its table as --tables writes it; the new one is at the end");
  }
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
  CLI::App* tables =
      bench.add_subcommand(tables_name, "Measure the tables of a Markdown page anew (--tables)");
  std::string page;
  tables->add_option("PAGE", page)->required();
  tables->callback([&] { chosen = [&] { return write_tables(page); }; });
  return run_words(bench, chosen, words, "benchmark");
}

}  // namespace eulersolid
