#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/standing/standing.h"
#include "io/output_file.h"
#include "io/scene/write_scene.h"

namespace eulersolid {

namespace {

struct StandingBenchOptions : BenchOptions {
  StandingOptions scenes;
  std::vector<std::string> cases;  ///< all when empty
  int max_steps = 1'000'000;
  std::string write;  ///< folder for the scenes; none when empty
};

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const StandingCase& one : standing_cases({})) names.push_back(one.name);
  return names;
}

/// From below: `1.0003 0.9991`; as many digits as a claim of 0.1 % needs.
std::string listed(const std::vector<double>& values) {
  return fmt::format("{:.4f}", fmt::join(values, " "));
}

void add_row(const StandingCase& one, const Standing& s, ReportTable& table) {
  using nlohmann::json;
  const auto only = [](bool applies, const json& value) { return applies ? value : json(); };
  const bool stacked = !one.stack.empty(), on_slope = norm(one.downhill) > 0;
  table.add({one.name, one.what, s.steps, s.time, only(stacked, s.sideways),
             only(stacked, listed(s.at_end)), only(!s.reactions.empty(), s.worst_reaction),
             only(!s.reactions.empty(), listed(s.reactions)), only(one.keeps_energy, s.energy_end),
             only(one.keeps_energy, s.energy_peak), only(on_slope, s.creep), s.failure});
}

ExitCode run(const StandingBenchOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("standing", "what should rest or gain nothing in contact, and does not",
                     options, backend);
  const StandingOptions& scenes = options.scenes;
  report["parameters"] = {{"ramp", scenes.ramp},
                          {"seconds", scenes.seconds},
                          {"cubes", scenes.cubes},
                          {"viscosity", scenes.viscosity},
                          {"max_steps", options.max_steps}};
  ReportTable table({{"case", "case", 0},
                     {"what", "what", 0},
                     {"steps", "steps", 0},
                     {"time", "s", 2},
                     {"sideways", "sideways", 3},
                     {"sideways_at_end", "at the end, from below", 0},
                     {"worst_reaction", "reaction off by", 4},
                     {"reactions", "from below", 0},
                     {"energy_end", "energy", 4},
                     {"energy_peak", "peak", 4},
                     {"creep", "creep", 4},
                     {"failure", "failure", 0}});
  for (const StandingCase& one : standing_cases(scenes)) {
    const std::vector<std::string>& names = options.cases;
    if (!names.empty() && std::find(names.begin(), names.end(), one.name) == names.end()) continue;
    if (!options.write.empty()) {
      const auto file = std::filesystem::path(options.write) / (one.name + ".toml");
      std::filesystem::create_directories(options.write);
      write_whole_file(file.string(), write_scene(one.scene));
    }
    add_row(one, measure_standing(backend, one, options.max_steps), table);
  }
  report.print(
      "sideways, creep: in cells; reactions: over the weight above; energy: over that at the start",
      "rows", table);
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_standing_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<StandingBenchOptions>(
      bench, chosen, "standing", "What should rest or gain nothing in contact, and does not", run);
  command.add_option("--case", options.cases, "Which of them; all when left out")
      ->delimiter(',')
      ->check(CLI::IsMember(case_names()));
  command.add_option("--ramp", options.scenes.ramp, "Seconds in which gravity sets in")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--seconds", options.scenes.seconds, "Of each run, instead of the case's own")
      ->check(check_positive);
  command.add_option("--cubes", options.scenes.cubes, "In a stack")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--viscosity", options.scenes.viscosity, "Of what is to come to rest [s]")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--write", options.write, "Folder for the scenes, to run and see them");
  command.add_option("--most-steps", options.max_steps, "Steps after which a run ends")
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
