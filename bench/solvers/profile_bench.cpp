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
#include "contact/solvers/coulomb/rolling_friction.h"
#include "contact/solvers/host/problem_solvers.h"
#include "kernels/core/error.h"
#include "src/solve/limit_options.h"
#include "src/solve/solve_file.h"

namespace eulersolid {

namespace {

struct ProfileOptions : BenchOptions {
  std::vector<std::string> problems, solvers;
  CoulombLimits limits;
  int contacts = 0, runs = 1;
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

/// Those that are measured.
struct Problems {
  std::vector<std::filesystem::path> files;
  std::vector<int> contacts;
};

/// Of a solver that takes long, one run is enough: what it takes varies little.
SolvedProblem fastest_run(const PosedProblem& posed, const std::string& solver,
                          const ProfileOptions& options) {
  const double long_run = 0.5;  // s
  SolvedProblem fastest;
  for (int run = 0; run < options.runs; ++run) {
    SolvedProblem solved =
        solved_problem(posed, solver, options.limits, std::vector<Vec3>(posed.guess.size()));
    if (run == 0 || solved.report.seconds < fastest.report.seconds) fastest = std::move(solved);
    if (!fastest.solved || fastest.report.seconds > long_run) break;
  }
  return fastest;
}

/// One problem in memory at a time. @param measured  gets those with enough contacts
Times measure(const ProfileOptions& options, const std::vector<std::filesystem::path>& files,
              const std::vector<std::string>& solvers, ReportTable& table, Problems& measured) {
  Times times(solvers.size());
  for (const std::filesystem::path& file : files) {
    const PosedProblem posed = posed_problem(file);
    const int contacts = points(posed.problem);
    if (contacts < options.contacts) continue;
    measured.files.push_back(file), measured.contacts.push_back(contacts);
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      const SolvedProblem solved = fastest_run(posed, solvers[s], options);
      times[s].push_back(solved.solved ? solved.report.seconds : INFINITY);
      table.add({file.filename().string(), contacts, solvers[s], solved.solved,
                 solved.errors.coulomb, solved.report.iterations, 1e3 * solved.report.seconds});
    }
  }
  if (measured.files.empty())
    throw InputError(fmt::format("--contacts {}: no problem has so many", options.contacts));
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

/// Of the solvers that are meant the fastest for each problem.
std::vector<double> virtual_best(const std::vector<std::string>& solvers, const Times& times,
                                 bool (*is_meant)(std::string_view)) {
  std::vector<double> best(times[0].size(), INFINITY);
  for (std::size_t s = 0; s < solvers.size(); ++s)
    if (is_meant(solvers[s]))
      for (std::size_t f = 0; f < best.size(); ++f) best[f] = std::min(best[f], times[s][f]);
  return best;
}

bool is_of_siconos(std::string_view name) { return name.starts_with("siconos_"); }

/// Milliseconds by problem; of Siconos' solvers those of the fastest.
ReportTable by_problem(const Problems& problems, const std::vector<std::string>& solvers,
                       const Times& times) {
  std::vector<ReportTable::Column> columns = {{"problem", "problem", 0},
                                              {"contacts", "contacts", 0}};
  std::vector<std::vector<double>> shown;
  for (std::size_t s = 0; s < solvers.size(); ++s)
    if (!is_of_siconos(solvers[s]))
      columns.push_back({solvers[s], solvers[s], 2}), shown.push_back(times[s]);
  if (shown.size() < solvers.size()) {
    columns.push_back({"siconos", "Siconos' virtual best", 2});
    shown.push_back(virtual_best(solvers, times, is_of_siconos));
  }
  ReportTable table(columns);
  for (std::size_t f = 0; f < problems.files.size(); ++f) {
    std::vector<nlohmann::json> row = {problems.files[f].stem().string(), problems.contacts[f]};
    for (const std::vector<double>& seconds : shown)
      row.push_back(std::isfinite(seconds[f]) ? nlohmann::json(1e3 * seconds[f])
                                              : nlohmann::json());
    table.add(row);
  }
  return table;
}

/// `automatic` beside another, on the problems that both solve.
void add_comparison(ReportTable& table, const std::string& beside, const std::vector<double>& own,
                    const std::vector<double>& other) {
  int solved[2] = {0, 0}, first[2] = {0, 0}, both = 0;
  double sum = 0, least = INFINITY, largest = 0;
  for (std::size_t f = 0; f < own.size(); ++f) {
    solved[0] += std::isfinite(own[f]), solved[1] += std::isfinite(other[f]);
    first[0] += own[f] < other[f], first[1] += other[f] < own[f];
    if (!std::isfinite(own[f]) || !std::isfinite(other[f]) || own[f] <= 0 || other[f] <= 0)
      continue;
    const double ratio = own[f] / other[f];
    ++both, sum += std::log(ratio);
    least = std::min(least, ratio), largest = std::max(largest, ratio);
  }
  const auto ratio = [&](double value) {
    return both == 0 ? nlohmann::json() : nlohmann::json(value);
  };
  table.add({beside, solved[0], solved[1], first[0], first[1], ratio(std::exp(sum / both)),
             ratio(least), ratio(largest)});
}

ReportTable against_automatic(const std::vector<std::string>& solvers, const Times& times,
                              const std::vector<double>& own) {
  ReportTable table({{"beside", "beside", 0},
                     {"automatic_solves", "automatic solves", 0},
                     {"it_solves", "it solves", 0},
                     {"automatic_first", "automatic first", 0},
                     {"it_first", "it first", 0},
                     {"geometric_mean", "geometric mean of the ratio", 2},
                     {"least", "least", 2},
                     {"largest", "largest", 1}});
  const auto of_ours = [](std::string_view name) {
    return !is_of_siconos(name) && name != "automatic";
  };
  if (std::any_of(solvers.begin(), solvers.end(), is_of_siconos))
    add_comparison(table, "Siconos' virtual best", own,
                   virtual_best(solvers, times, is_of_siconos));
  if (std::any_of(solvers.begin(), solvers.end(), of_ours))
    add_comparison(table, "virtual best of ours", own, virtual_best(solvers, times, of_ours));
  return table;
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
  Problems problems;
  Times times = measure(options, files, solvers, each, problems);
  if (siconos) add_siconos(options, *siconos, problems.files, solvers, times, each);
  const PerformanceProfile profile = performance_profile(times);
  report["parameters"] = {{"tolerance", options.limits.tolerance},
                          {"max_seconds", options.limits.max_seconds}};
  report["each"] = each.json();
  report["profile"] = {{"solvers", solvers}, {"tau", profile.tau}, {"share", profile.share}};
  report.print("milliseconds", "problems", by_problem(problems, solvers, times));
  report.print(fmt::format("{} problems", times[0].size()), "rows",
               summary(solvers, times, profile));
  report.note(
      "solved: the error of Coulomb's law, computed from the impulses, is at most the "
      "tolerance; times without condensation");
  const auto automatic = std::find(solvers.begin(), solvers.end(), "automatic");
  if (automatic != solvers.end() && solvers.size() > 1) {
    report.print(
        "automatic over others", "automatic",
        against_automatic(solvers, times, times[std::size_t(automatic - solvers.begin())]));
    report.note(
        "virtual best: the fastest for each problem, known when all are done; the ratio is that of "
        "times on the problems that both solve");
  }
  if (siconos)
    report.note(
        "Siconos' solvers are ended after four times what their fastest takes, as unsolved");
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
  command.add_option("--contacts", options.contacts, "Only problems of so many contacts and more")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000000));
  command.add_option("--runs", options.runs, "The least time of N counts, of what takes no 0.5 s")
      ->type_name("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--siconos", options.siconos,
                   "Siconos' solvers beside ours, where Python has Siconos");
}

}  // namespace eulersolid
