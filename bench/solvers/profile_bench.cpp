#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/solvers/performance_profile.h"
#include "bench/solvers/siconos_peer.h"
#include "contact/solvers/host/problem_solvers.h"
#include "kernels/core/error.h"
#include "src/solve/limit_options.h"
#include "src/solve/solve_file.h"

namespace eulersolid {

namespace {

struct ProfileOptions : BenchOptions {
  std::vector<std::string> problems, solvers;
  CoulombLimits limits;
  bool siconos = false;
};

std::vector<std::string> solvers_of(const ProfileOptions& options) {
  if (!options.solvers.empty()) return options.solvers;
  std::vector<std::string> names;
  for (const CoulombMethod& method : cpu::problem_solvers()) names.emplace_back(method.name);
  return names;
}

/// Seconds of each solver, by problem: infinite where it did not solve it.
using Times = std::vector<std::vector<double>>;

Times measure(const ProfileOptions& options, const std::vector<std::filesystem::path>& files,
              const std::vector<std::string>& solvers, ReportTable& table) {
  Times times(solvers.size());
  for (const std::filesystem::path& file : files) {
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

/// Siconos' solvers behind ours.
void add_siconos(const ProfileOptions& options, const SiconosPeer& siconos,
                 const std::vector<std::filesystem::path>& files, std::vector<std::string>& solvers,
                 Times& times, ReportTable& table) {
  std::map<std::string, std::size_t> number;
  for (std::size_t f = 0; f < files.size(); ++f) number[files[f].filename().string()] = f;
  std::map<std::string, std::vector<double>> theirs;
  for (const nlohmann::json& row : siconos_results(siconos, files, options.limits)) {
    const std::string solver = row.at("solver");
    std::vector<double>& seconds = theirs[solver];
    seconds.resize(files.size(), INFINITY);
    if (row.at("converged"))
      seconds[number.at(row.at("file"))] = 1e-3 * row.at("milliseconds").get<double>();
    table.add({row.at("file"), row.at("contacts"), solver, row.at("converged"), row.at("error"),
               row.at("iterations"), row.at("milliseconds")});
  }
  for (auto& [solver, seconds] : theirs)
    solvers.push_back(solver), times.push_back(std::move(seconds));
}

/// The fastest of Siconos' solvers for each problem, beside `automatic`.
std::string told_against_siconos(const std::vector<std::string>& solvers, const Times& times) {
  const auto ours = std::find(solvers.begin(), solvers.end(), "automatic") - solvers.begin();
  int solved[2] = {0, 0}, both = 0;
  double sum = 0;
  for (std::size_t f = 0; f < times[0].size(); ++f) {
    double best = INFINITY;
    for (std::size_t s = 0; s < solvers.size(); ++s)
      if (solvers[s].starts_with("siconos_")) best = std::min(best, times[s][f]);
    const double own = times[std::size_t(ours)][f];
    solved[0] += std::isfinite(own), solved[1] += std::isfinite(best);
    if (!std::isfinite(own) || !std::isfinite(best) || own <= 0 || best <= 0) continue;
    ++both, sum += std::log(own / best);
  }
  if (both == 0) return "no problem is solved by automatic and by one of Siconos' solvers";
  return fmt::format(
      "automatic solves {}, the fastest of Siconos' solvers for each problem {}; the geometric "
      "mean of the ratio of their times is {:.2f} on the {} that both solve",
      solved[0], solved[1], std::exp(sum / both), both);
}

/// @throws InputError where Siconos could not be asked for all of them
void check_for_siconos(const std::vector<std::filesystem::path>& files) {
  std::set<std::string> names;
  for (const std::filesystem::path& file : files) {
    if (file.extension() != ".hdf5" && file.extension() != ".h5")
      throw InputError("--siconos: " + file.string() + ": expected a file of FCLIB, .hdf5 or .h5");
    if (!names.insert(file.filename().string()).second)
      throw InputError("--siconos: two problems are named " + file.filename().string() +
                       "; expected names of their own");
  }
}

ReportTable summary(const std::vector<std::string>& solvers, const Times& times,
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
  std::vector<std::string> solvers = solvers_of(options);
  for (const std::string& solver : solvers) cpu::problem_solver(solver);  // is there one?
  const std::vector<std::filesystem::path> files = problem_files(options.problems);
  std::optional<SiconosPeer> siconos;
  if (options.siconos) check_for_siconos(files), siconos = found_siconos();
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
  const bool has_automatic =
      std::find(solvers.begin(), solvers.end(), "automatic") != solvers.end();
  Times times = measure(options, files, solvers, each);
  if (siconos) add_siconos(options, *siconos, files, solvers, times, each);
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
  if (siconos && has_automatic) report.note(told_against_siconos(solvers, times));
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
  command.add_flag("--siconos", options.siconos,
                   "Siconos' solvers beside ours, where Python has Siconos");
}

}  // namespace eulersolid
