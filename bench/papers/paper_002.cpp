#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/papers/apgd_of_paper.h"
#include "bench/rigid/rigid_scenes.h"
#include "bench/solvers/performance_profile.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "src/solve/limit_options.h"
#include "src/solve/solve_file.h"

namespace eulersolid {

namespace {

struct Paper002Options : BenchOptions {
  std::vector<std::string> problems;
  CoulombLimits limits{1e-3, 2, 2000};  ///< the paper's tolerance
};

struct RuleName {
  RhoRule rule;
  const char* name;
};
constexpr RuleName rules[] = {
    {RhoRule::ghadimi, "Ghadimi"},       {RhoRule::di_cairano, "DiCairano"},
    {RhoRule::acary, "Acary"},           {RhoRule::normal, "Normal"},
    {RhoRule::smaller, "SmallerRho"},    {RhoRule::w_norm, "WRho"},
    {RhoRule::w_eigenvalue, "EigenWRho"}};

struct UpdateName {
  RhoUpdate update;
  bool accelerated;
  const char* name;
};
constexpr UpdateName updates[] = {{RhoUpdate::fixed, false, "plain, fixed"},
                                  {RhoUpdate::fixed, true, "fixed"},
                                  {RhoUpdate::ratio_1, true, "ratio 1"},
                                  {RhoUpdate::ratio_2, true, "ratio 2"},
                                  {RhoUpdate::backtracking, true, "backtracking"}};

/// As many as the paper has: stacks of boxes that slide and turn, heaps of spheres.
std::vector<FrictionProblem> made_problems() {
  constexpr std::uint64_t count = 58;
  std::vector<FrictionProblem> problems;
  for (std::uint64_t k = 0; k < count; ++k) {
    RigidWorld world = k % 3 == 2 ? sphere_heap(8 + 2 * int(k), k)
                                  : box_stacks(1 + int(k % 4), 2 + int(k / 4 % 6), 0.5, k);
    world.friction = 0.3;
    const std::vector<RigidContact> contacts =
        rigid_contacts(world.bodies, world.planes, world.margin);
    const GlobalForm global = rigid_problem(world, contacts, 0.01);
    problems.push_back(in_both_forms(global));
  }
  return problems;
}

std::vector<FrictionProblem> problems_of(const Paper002Options& options) {
  if (options.problems.empty()) return made_problems();
  std::vector<FrictionProblem> problems;
  for (const std::filesystem::path& file : problem_files(options.problems))
    problems.push_back(posed_problem(file).problem);
  return problems;
}

/// One rule and one update on all problems.
struct Variant {
  std::vector<double> seconds;  ///< infinite where the problem was not solved
  std::vector<double> iterations;
  double total = 0;
  int without_rho = 0;
};

Variant measured(const std::vector<FrictionProblem>& problems, const AccelerationOptions& how,
                 const CoulombLimits& limits) {
  Variant variant;
  for (const FrictionProblem& problem : problems) {
    std::vector<Vec3> r(problem.q.size());
    const CoulombReport report = cpu::solve_by_accelerated_gradients(how, problem, limits, r);
    const bool solved = coulomb_errors(problem, r).coulomb <= limits.tolerance;
    variant.seconds.push_back(solved ? report.seconds : INFINITY);
    if (solved) variant.iterations.push_back(report.iterations);
    variant.total += report.seconds;
    variant.without_rho += std::isfinite(first_rho(problem, how.rule)) ? 0 : 1;
  }
  return variant;
}

/// The paper's algorithms by the paper's rules, judged by Coulomb's error.
ReportTable by_own_rules(const std::vector<FrictionProblem>& problems) {
  ReportTable table({{"update", "update", 0},
                     {"rule", "rule", 0},
                     {"stopped", "stopped [%]", 1},
                     {"iterations", "median iterations", 0},
                     {"error", "median error", 1},
                     {"largest_error", "largest error", 1},
                     {"solved", "error at most 1e-3 [%]", 1}});
  for (const UpdateName& update : updates) {
    if (!update.accelerated || update.update == RhoUpdate::backtracking) continue;
    for (const RuleName& rule : rules) {
      std::vector<double> iterations, errors;
      int solved = 0;
      for (const FrictionProblem& problem : problems) {
        const double rho = first_rho(problem, rule.rule);
        if (!std::isfinite(rho)) continue;
        const ApgdOfPaper found = apgd_of_paper(problem, rho, update.update);
        const double error = coulomb_errors(problem, found.r).coulomb;
        if (found.stopped) iterations.push_back(found.iterations), errors.push_back(error);
        solved += found.stopped && error <= 1e-3;
      }
      const double share = 100 / double(problems.size());
      const auto of_stopped = [&](double value) {
        return errors.empty() ? nlohmann::json() : nlohmann::json(value);
      };
      table.add({update.name, rule.name, share * double(errors.size()),
                 of_stopped(errors.empty() ? 0 : median(iterations)),
                 of_stopped(errors.empty() ? 0 : median(errors)),
                 of_stopped(errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end())),
                 share * solved});
    }
  }
  return table;
}

ExitCode run(const Paper002Options& options) {
  const Backend backend = apply(options);
  BenchReport report("paper-002",
                     fmt::format("rules of rho for accelerated gradients (Acary, Cariaga), to an "
                                 "error of {:g} of Coulomb's law",
                                 options.limits.tolerance),
                     options, backend);
  const std::vector<FrictionProblem> problems = problems_of(options);
  ReportTable table({{"update", "update", 0},
                     {"rule", "rule", 0},
                     {"solved", "solved [%]", 1},
                     {"without_rho", "no rho", 0},
                     {"fastest", "fastest of update [%]", 1},
                     {"within_2", "within 2 x [%]", 1},
                     {"iterations", "median iterations", 0},
                     {"seconds", "all [s]", 2}});
  report["parameters"] = {{"tolerance", options.limits.tolerance},
                          {"max_iterations", options.limits.max_iterations},
                          {"problems", problems.size()}};
  for (const UpdateName& update : updates) {
    std::vector<Variant> variants;
    std::vector<std::vector<double>> times;
    const bool ours = update.update == RhoUpdate::backtracking;
    for (const RuleName& rule : rules) {
      variants.push_back(measured(
          problems, {rule.rule, update.update, update.accelerated, ours, true}, options.limits));
      times.push_back(variants.back().seconds);
    }
    const PerformanceProfile profile = performance_profile(times);
    const auto at = [&](std::size_t s, double tau) {
      double share = 0;
      for (std::size_t k = 0; k < profile.tau.size() && profile.tau[k] <= tau; ++k)
        share = profile.share[s][k];
      return 100 * share;
    };
    for (std::size_t s = 0; s < variants.size(); ++s)
      table.add({update.name, rules[s].name, at(s, INFINITY), variants[s].without_rho, at(s, 1),
                 at(s, 2),
                 variants[s].iterations.empty() ? nlohmann::json()
                                                : nlohmann::json(median(variants[s].iterations)),
                 variants[s].total});
    nlohmann::json names = nlohmann::json::array();
    for (const RuleName& rule : rules) names.push_back(rule.name);
    report["profile " + std::string(update.name)] = {
        {"tau", profile.tau}, {"share", profile.share}, {"rules", names}};
  }
  report.print(fmt::format("{} problems; the paper: Acary, SmallerRho and WRho best, Normal worst; "
                           "262 s fixed, 304 and 308 s with ratios",
                           problems.size()),
               "rows", table);
  report.print("stopped by the paper's own Eqs. 10 and 22, within 200 x 200 iterations", "own_stop",
               by_own_rules(problems));
  report.note("backtracking is with restart (Mazhar et al.), the others without, as in the paper");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_paper_002(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Paper002Options>(
      bench, chosen, "paper-002", "Rules of rho in accelerated projected gradients", run);
  command.add_option("DIR", options.problems,
                     "FCLIB files (HDF5), or folders of them; 58 made ones when left out");
  add_limit_options(command, options.limits);
  command.add_option("--max-iterations", options.limits.max_iterations, "For each solve")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000000))
      ->capture_default_str();
}

}  // namespace eulersolid
