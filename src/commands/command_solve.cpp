#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "contact/solvers/coulomb/contact_identity.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "contact/solvers/coulomb/rolling_friction.h"
#include "contact/solvers/host/problem_solvers.h"
#include "io/output_file.h"
#include "io/report_table.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/run/terminal.h"
#include "src/solve/limit_options.h"
#include "src/solve/solve_file.h"

namespace eulersolid {

namespace {

struct SolveOptions {
  std::vector<std::string> problems, solvers = {"automatic"};
  CoulombLimits limits;
  std::string json, write;
  std::string backend = "cpu";
  int threads = 1;
  bool guess = false, sequence = false;
};

std::vector<ReportTable::Column> columns() {
  return {{"file", "problem", 0},
          {"contacts", "contacts", 0},
          {"solver", "solver", 0},
          {"converged", "converged", 0},
          {"error", "error", 1},
          {"relaxed_error", "relaxed", 1},
          {"complementarity", "complementarity", 1},
          {"penetration", "penetration", 1},
          {"cone_violation", "cone", 1},
          {"dissipation", "", 1},
          {"dissipation_gap", "", 1},
          {"asymmetry", "", 1},
          {"iterations", "iterations", 0},
          {"milliseconds_setup", "setup [ms]", 2},
          {"milliseconds", "time [ms]", 2},
          {"remark", "remark", 0},
          {"history", "", 0}};
}

/// The least error so far [-] at each time [s] that it fell.
nlohmann::json history_of(const CoulombReport& report) {
  nlohmann::json seconds = nlohmann::json::array(), error = nlohmann::json::array();
  for (const ErrorAt& look : report.history)
    seconds.push_back(look.seconds), error.push_back(look.error);
  return {{"seconds", seconds}, {"error", error}};
}

void add_row(ReportTable& table, const PosedProblem& posed, const SolvedProblem& solved) {
  const CoulombErrors& e = solved.errors;
  table.add({posed.path.filename().string(), points(posed.problem), solved.solver, solved.solved,
             e.coulomb, e.relaxed, e.complementarity, e.penetration, e.cone_violation,
             e.dissipation, e.dissipation_gap, posed.asymmetry, solved.report.iterations,
             1e3 * posed.seconds_setup, 1e3 * solved.report.seconds, solved.report.reason,
             history_of(solved.report)});
}

void write_json(const SolveOptions& options, const ReportTable& table) {
  if (options.json.empty()) return;
  const nlohmann::json content = {{"tolerance", options.limits.tolerance},
                                  {"max_seconds", options.limits.max_seconds},
                                  {"backend", options.backend},
                                  {"results", table.json()}};
  write_whole_file(options.json, content.dump(2) + "\n");
}

/// Where the solution of a problem goes.
std::filesystem::path solution_file(const SolveOptions& options,
                                    const std::filesystem::path& problem,
                                    const std::string& solver) {
  const std::string by = options.solvers.size() > 1 ? "-" + solver : "";
  return std::filesystem::path(options.write) / (problem.stem().string() + by + ".hdf5");
}

/// @throws InputError where the table would be written over a problem, or a solution over anything
void check_output_files(const SolveOptions& options,
                        const std::vector<std::filesystem::path>& problems) {
  for (const std::filesystem::path& problem : problems)
    if (!options.json.empty() && std::filesystem::exists(options.json) &&
        std::filesystem::exists(problem) && std::filesystem::equivalent(options.json, problem))
      throw InputError("--json " + options.json + ": that is a problem; expected another name");
  if (options.write.empty()) return;
  std::set<std::filesystem::path> files;
  for (const std::filesystem::path& problem : problems)
    for (const std::string& solver : options.solvers) {
      const std::filesystem::path file = solution_file(options, problem, solver);
      if (std::filesystem::exists(std::filesystem::symlink_status(file)))
        throw InputError(file.string() +
                         ": there is such a file already; expected a --write "
                         "folder without it");
      if (!files.insert(file).second)
        throw InputError(file.string() +
                         ": two solutions would have this name; expected problems "
                         "with names of their own");
    }
  make_own_folder(options.write);
  if (files.contains(std::filesystem::path(options.json)))
    throw InputError("--json " + options.json +
                     ": a solution is to have this name; expected another");
}

/// What each solver left of the problem before, for the next one of a sequence.
struct Sequence {
  std::optional<GlobalForm> problem;
  std::map<std::string, std::vector<Vec3>> impulses;
};

std::vector<Vec3> start_of(const SolveOptions& options, const PosedProblem& posed,
                           const Sequence& before, const std::string& solver) {
  const auto found = before.impulses.find(solver);
  if (found != before.impulses.end() && posed.problem.global)
    return carried_impulses(*before.problem, found->second, *posed.problem.global);
  return options.guess ? posed.guess : std::vector<Vec3>(posed.guess.size());
}

ExitCode solve(const SolveOptions& options) {
  set_threads(options.threads);
  const Backend backend = options.backend == "gpu" ? Backend::gpu : Backend::cpu;
  for (const std::string& solver : options.solvers) check_solver_on(backend, solver);
  choose_backend(options.backend);  // is it there?
  const std::vector<std::filesystem::path> files = problem_files(options.problems);
  check_output_files(options, files);
  if (!options.json.empty()) checked_output_file(options.json);
  ReportTable table(columns());
  int asked = 0, solved = 0;
  bool all_read = true, had_memory = true;
  Sequence before;
  std::exception_ptr failure;  // of the machine: what is done already is told first
  for (const std::filesystem::path& file : files) {
    try {
      const PosedProblem posed = posed_problem(file);
      print_warnings(posed.remarks);
      Sequence now;
      for (const std::string& solver : options.solvers) {
        const SolvedProblem result = solved_problem(
            posed, solver, options.limits, start_of(options, posed, before, solver), backend);
        ++asked, solved += result.solved ? 1 : 0;
        add_row(table, posed, result);
        if (!options.write.empty())
          write_solved(solution_file(options, file, solver), posed, result.r);
        now.impulses[solver] = result.r;
      }
      now.problem = posed.problem.global;
      if (options.sequence && now.problem) before = std::move(now);
    } catch (const InputError& error) {  // the others are solved all the same
      print_error(error.what());
      all_read = false;
    } catch (const std::bad_alloc&) {
      print_error(file.string() + ": there is not enough memory for it");
      had_memory = false;
    } catch (...) {
      failure = std::current_exception();
      break;
    }
  }
  if (asked > 0) fmt::print("{}", table.text());
  std::fflush(stdout);  // before what follows on stderr
  write_json(options, table);
  if (failure) std::rethrow_exception(failure);
  if (!had_memory) return ExitCode::machine;
  if (!all_read) return ExitCode::bad_input;
  if (solved == asked) return ExitCode::done;
  print_error(fmt::format("{} of {} solves did not converge to {:g}; see the table", asked - solved,
                          asked, options.limits.tolerance));
  return ExitCode::failed;
}

std::string names_of(std::span<const CoulombMethod> methods) {
  std::vector<std::string_view> names;
  for (const CoulombMethod& method : methods) names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void add_solve_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "solve", "Solve problems of frictional contact from files; print one table");
  const auto options = std::make_shared<SolveOptions>();
  command
      ->add_option(
          "PROBLEM", options->problems,
          "FCLIB files (HDF5), NumPy archives (.npz) with arrays of these names, or folders "
          "of either; or folders with W.mtx, q.mtx, mu.mtx, or with M.mtx, H.mtx, f.mtx, "
          "w.mtx, mu.mtx (Matrix Market); mu_rolling beside mu for rolling friction")
      ->required();
  command
      ->add_option("--solver", options->solvers,
                   "One or more of " + names_of(cpu::problem_solvers()) + ", separated by commas")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--backend", options->backend,
                   "cpu, or gpu, which " + names_of(cpu::parallel_methods()) + " have")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "gpu"}))
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads,
                   "Threads of the cpu backend, for the same solvers and staggered projections")
      ->type_name("N")
      ->check(CLI::Range(1, max_threads))
      ->capture_default_str();
  add_limit_options(*command, options->limits);
  command->add_option("--json", options->json, "Write the table to this file too")
      ->type_name("FILE");
  command
      ->add_option("--write", options->write,
                   "Write the problems with what was found as their solution (r, u and v), into "
                   "this folder")
      ->type_name("DIR");
  command->add_flag("--guess", options->guess, "Start from the first guess of the file");
  command->add_flag("--sequence", options->sequence,
                    "The problems are steps that follow each other, in global form: each starts "
                    "from the impulses of the one before, contact by contact");
  command->callback([&chosen, options] { chosen = [options] { return solve(*options); }; });
}

}  // namespace eulersolid
