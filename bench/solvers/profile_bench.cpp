#include <fmt/format.h>

#include <cmath>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/solvers/performance_profile.h"
#include "contact/solvers/host/problem_solvers.h"
#include "src/solve/limit_options.h"
#include "src/solve/solve_file.h"

namespace eulersolid {

namespace {

struct ProfileOptions : BenchOptions {
  std::vector<std::string> problems, solvers;
  CoulombLimits limits;
};

std::vector<std::string> solvers_of(const ProfileOptions& options) {
  if (!options.solvers.empty()) return options.solvers;
  std::vector<std::string> names;
  for (const CoulombMethod& method : cpu::problem_solvers()) names.emplace_back(method.name);
  return names;
}

/// Seconds of each solver, by problem: infinite where it did not solve it.
std::vector<std::vector<double>> measure(const ProfileOptions& options,
                                         const std::vector<std::string>& solvers,
                                         ReportTable& table) {
  std::vector<std::vector<double>> times(solvers.size());
  for (const std::filesystem::path& file : problem_files(options.problems)) {
    const PosedProblem posed = posed_problem(file);
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      const SolvedProblem solved =
          solved_problem(posed, solvers[s], options.limits, std::vector<Vec3>(posed.guess.size()));
      times[s].push_back(solved.solved ? solved.report.seconds : INFINITY);
      table.add({file.filename().string(), posed.problem.contacts(), solvers[s], solved.solved,
                 solved.errors.coulomb, solved.report.iterations, 1e3 * solved.report.seconds});
    }
  }
  return times;
}

ReportTable summary(const std::vector<std::string>& solvers,
                    const std::vector<std::vector<double>>& times,
                    const PerformanceProfile& profile) {
  ReportTable table({{"solver", "solver", 0},
                     {"solved", "solved [%]", 1},
                     {"fastest", "fastest [%]", 1},
                     {"milliseconds", "median of solved [ms]", 2}});
  for (std::size_t s = 0; s < solvers.size(); ++s) {
    std::vector<double> solved;
    for (const double seconds : times[s])
      if (std::isfinite(seconds)) solved.push_back(1e3 * seconds);
    table.add({solvers[s], 100 * profile.share[s].back(), 100 * profile.share[s].front(),
               solved.empty() ? nlohmann::json() : nlohmann::json(median(solved))});
  }
  return table;
}

ExitCode run(const ProfileOptions& options) {
  const std::vector<std::string> solvers = solvers_of(options);
  for (const std::string& solver : solvers) cpu::make_problem_solver(solver);  // is there one?
  const Backend backend = apply(options);
  BenchReport report("profile",
                     fmt::format("every solver on every problem, to {:g} within {:g} s",
                                 options.limits.tolerance, options.limits.max_seconds),
                     options, backend);
  ReportTable each({{"file", "", 0},
                    {"contacts", "", 0},
                    {"solver", "", 0},
                    {"converged", "", 0},
                    {"error", "", 0},
                    {"iterations", "", 0},
                    {"milliseconds", "", 0}});
  const std::vector<std::vector<double>> times = measure(options, solvers, each);
  const PerformanceProfile profile = performance_profile(times);
  report["parameters"] = {{"tolerance", options.limits.tolerance},
                          {"max_seconds", options.limits.max_seconds}};
  report["each"] = each.json();
  report["profile"] = {{"solvers", solvers}, {"tau", profile.tau}, {"share", profile.share}};
  report.print(fmt::format("{} problems", times[0].size()), "rows",
               summary(solvers, times, profile));
  report.note(
      "solved: the error of Coulomb's law, computed from the impulses, is at most the "
      "tolerance; times without condensation");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_profile_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<ProfileOptions>(
      bench, chosen, "profile", "Performance profiles of the solvers over a folder of problems",
      run);
  command.add_option("DIR", options.problems, "FCLIB files (HDF5), or folders of them")->required();
  command.add_option("--solver", options.solvers, "Solvers, separated by commas; all of them")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_limit_options(command, options.limits);
}

}  // namespace eulersolid
