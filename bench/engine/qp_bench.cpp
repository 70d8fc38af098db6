#include <fmt/format.h>

#include <memory>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/engine/band_bench.h"
#include "bench/problems/read_qp.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

struct QpOptions : TimedBenchOptions {
  QpFiles files;
  int warm = -1;  ///< constraints flipped; none: the cold start
};

/// Cold: bound where c pulls to the bound. Warm: the solution's set, some of it the other way
/// round.
QpStates start_of(const QpOptions& options, BandBench& bench, const QpData& qp) {
  if (options.warm < 0) return states_from_signs(qp);
  const QpOutcome solution = bench.solve_qp(qp, states_from_signs(qp), qp_methods().front());
  if (!solution.report.converged)
    throw SimulationError("there is no solution to start from: " + solution.report.reason);
  return flipped(qp, solution.states, options.warm);
}

/// True when the method's answer is certified.
bool measure(const QpOptions& options, BandBench& bench, const QpData& qp, const QpStates& start,
             const std::string& method, ReportTable& table) {
  std::vector<double> seconds;
  QpOutcome outcome;
  for (int run = 0; run < options.runs; ++run) {
    outcome = bench.solve_qp(qp, start, method);
    seconds.push_back(outcome.seconds);
  }
  const QpReport& r = outcome.report;
  const KktResidual kkt = kkt_residual(qp, outcome.x);
  const bool solved = r.converged && kkt.certifies();
  table.add({method, solved, r.iterations, r.interior_iterations, r.factorizations, r.solves,
             kkt.value, kkt.rounding, 1e3 * median(seconds), active(outcome.states), r.fallbacks,
             r.regularization, r.reason});
  return solved;
}

bool is_positive_definite(BandBench& bench) {
  try {
    bench.factor();
    return true;
  } catch (const SimulationError&) {
    return false;
  }
}

std::vector<ReportTable::Column> columns() {
  return {{"method", "method", 0},
          {"certified", "certified", 0},
          {"iterations", "iterations", 0},
          {"interior_iterations", "interior", 0},
          {"factorizations", "factorisations", 0},
          {"solves", "solves", 0},
          {"kkt", "KKT residual", 1},
          {"kkt_rounding", "rounding", 1},
          {"milliseconds", "time [ms]", 2},
          {"active", "active", 0},
          {"fallbacks", "fallbacks", 0},
          {"regularization", "regularised", 2},
          {"reason", "because", 0}};
}

nlohmann::json parameters(const QpOptions& options, const OrderedQp& problem) {
  const HostBand& H = problem.qp.H;
  return {{"file", options.files.matrix},
          {"rhs", options.files.rhs},
          {"order", H.order()},
          {"bandwidth", H.bandwidth()},
          {"factor_flops", H.factor_flops()},
          {"ordering", problem.order},
          {"warm", options.warm < 0 ? nlohmann::json() : nlohmann::json(options.warm)}};
}

std::string heading(const QpOptions& options, const OrderedQp& problem) {
  const HostBand& H = problem.qp.H;
  return fmt::format(
      "order {}, bandwidth {} in the {} order, {:.3g} flop per factorisation; from {}", H.order(),
      H.bandwidth(), problem.order, H.factor_flops(),
      options.warm < 0 ? "the signs of c" : fmt::format("A* with {} flips", options.warm));
}

void add_notes(BenchReport& report, bool convex) {
  report.note(
      fmt::format("certified: the KKT residual, of the numbers as given, is at most {:g} of "
                  "the largest |c|, or what rounding H x may leave",
                  KktResidual::aim));
  report["positive_definite"] = convex;
  if (!convex)
    report.note(
        "H is not positive definite, or not beyond rounding: what satisfies the KKT conditions "
        "need not be a solution, nor the only one, and there may be none");
}

ExitCode run(const QpOptions& options) {
  const OrderedQp problem = read_qp(options.files);
  const QpData& qp = problem.qp;
  const Backend backend = apply(options);
  BenchReport report("qp", fmt::format("{} and {}", options.files.matrix, options.files.rhs),
                     options, backend);
  const std::unique_ptr<BandBench> bench = make_band_bench(backend, qp.H);
  if (options.warm > int(qp.c.size()))
    throw InputError(fmt::format("--warm: {} constraints cannot be flipped where there are {}",
                                 options.warm, qp.c.size()));
  const bool convex = is_positive_definite(*bench);
  const QpStates start = start_of(options, *bench, qp);
  report["parameters"] = parameters(options, problem);
  ReportTable table(columns());
  bool all = true;
  for (const std::string& method : qp_methods())
    all = measure(options, *bench, qp, start, method, table) && all;
  report.print(heading(options, problem), "rows", table);
  add_notes(report, convex);
  report.write();
  if (!all) throw SimulationError("not every method solved the QP; see the table");
  return ExitCode::done;
}

}  // namespace

void add_qp_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<QpOptions>(
      bench, chosen, "qp", "Solve a box QP from Matrix Market files with every method", run);
  command.add_option("--file", options.files.matrix, "H: symmetric, coordinate; .mtx or .mtx.gz")
      ->type_name("FILE")
      ->required();
  command.add_option("--rhs", options.files.rhs, "c: a vector, array")
      ->type_name("FILE")
      ->required();
  command.add_option("--lower", options.files.lower, "Lower bounds; 0 when left out")
      ->type_name("FILE");
  command.add_option("--upper", options.files.upper, "Upper bounds; none when left out")
      ->type_name("FILE");
  command
      .add_option("--warm", options.warm,
                  "Start from the solution's set with the first N constraints flipped")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000000));
}

}  // namespace eulersolid
