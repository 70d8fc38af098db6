#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/engine/band_bench.h"
#include "bench/problems/families.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

struct FamiliesOptions : RandomBenchOptions {
  int order = 2000, bandwidth = 100, problems = 3;
  std::string bounds = "contact";
  std::vector<int> deltas = {0, 10, 50, 200};
};

/// What the problems of one family took, solved from the signs of c.
struct Cold {
  int certified = 0, reach_aim = 0, fallbacks = 0;
  std::vector<double> iterations, factorizations;
  double worst_kkt = 0;
};

/// DIRECT's time over that of the automatic choice, medians over runs that take turns. Where they
/// are short there are more of them than asked for, or the least of many ratios is chance.
double compare_times(BandBench& bench, const QpData& qp, const QpStates& start, int runs) {
  constexpr double worth_measuring = 0.05;  // [s]
  constexpr int max_runs = 100;
  std::vector<double> automatic, direct;
  double spent = 0;
  for (int run = 0; run < runs || (runs > 1 && spent < worth_measuring && run < max_runs); ++run) {
    automatic.push_back(bench.solve_qp(qp, start, "automatic").seconds);
    direct.push_back(bench.solve_qp(qp, start, "direct").seconds);
    spent += automatic.back() + direct.back();
  }
  return median(direct) / median(automatic);
}

void add_cold(const QpOutcome& outcome, const KktResidual& kkt, Cold& cold) {
  cold.certified += outcome.report.converged && kkt.certifies() ? 1 : 0;
  cold.reach_aim += outcome.report.converged && kkt.reaches_aim() ? 1 : 0;
  cold.fallbacks += outcome.report.fallbacks;
  cold.iterations.push_back(outcome.report.iterations);
  cold.factorizations.push_back(outcome.report.factorizations);
  cold.worst_kkt = std::max(cold.worst_kkt, kkt.value);
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

/// Returns how many of the problems are certified.
int measure(const FamiliesOptions& options, Backend backend, const QpFamily& family,
            ReportTable& table) {
  Cold cold;
  std::vector<double> ratios;
  int bandwidth = 0;
  for (int problem = 0; problem < options.problems; ++problem) {
    const std::uint64_t seed = options.seed + std::uint64_t(problem);
    QpData qp = family.make(seed);
    if (options.bounds == "friction") qp = with_loads(std::move(qp), seed);
    bandwidth = std::max(bandwidth, qp.H.bandwidth());
    const std::unique_ptr<BandBench> bench = make_band_bench(backend, qp.H);
    const QpOutcome outcome = bench->solve_qp(qp, states_from_signs(qp), "automatic");
    add_cold(outcome, kkt_residual(qp, outcome.x), cold);
    if (!outcome.report.converged) continue;
    for (const int delta : options.deltas) {
      ratios.push_back(compare_times(*bench, qp, flipped(qp, outcome.states, delta), options.runs));
    }
  }
  table.add({family.name, bandwidth, fmt::format("{}/{}", cold.certified, options.problems),
             cold.certified, cold.reach_aim, options.problems, median(cold.iterations),
             largest(cold.iterations), median(cold.factorizations), largest(cold.factorizations),
             cold.fallbacks, cold.worst_kkt,
             ratios.empty() ? nlohmann::json() : nlohmann::json(median(ratios)),
             ratios.empty() ? nlohmann::json()
                            : nlohmann::json(*std::min_element(ratios.begin(), ratios.end()))});
  return cold.certified;
}

ReportTable empty_table() {
  return ReportTable({{"family", "family", 0},
                      {"bandwidth", "rho", 0},
                      {"", "certified", 0},
                      {"certified", "", 0},
                      {"reach_aim", "to 1e-9", 0},
                      {"problems", "", 0},
                      {"iterations", "its med", 0},
                      {"iterations_max", "max", 0},
                      {"factorizations", "factor. med", 0},
                      {"factorizations_max", "max", 0},
                      {"fallbacks", "fallbacks", 0},
                      {"kkt_max", "KKT max", 2},
                      {"ratio", "DIRECT/auto med", 2},
                      {"ratio_min", "least", 2}});
}

ExitCode run(const FamiliesOptions& options) {
  const Backend backend = apply(options);
  BenchReport report(
      "families",
      fmt::format("random families, {} problems each, {} bounds", options.problems, options.bounds),
      options, backend);
  report["seed"] = options.seed;
  report["parameters"] = {{"order", options.order},
                          {"bandwidth", options.bandwidth},
                          {"problems", options.problems},
                          {"bounds", options.bounds},
                          {"deltas", options.deltas}};
  const std::vector<QpFamily> families = qp_families({options.order, options.bandwidth});
  ReportTable table = empty_table();
  int solved = 0;
  for (const QpFamily& family : families) solved += measure(options, backend, family, table);
  report.print("", "rows", table);
  const int total = int(families.size()) * options.problems;
  report["certified"] = solved;
  report["total"] = total;
  report.note(
      fmt::format("{} of {} certified: KKT residual at most {:g} of the largest |c|, or what "
                  "rounding H x may leave where x is large; from the numbers alone",
                  solved, total, KktResidual::aim));
  report.note("iterations and factorisations: the automatic choice from the signs of c");
  report.note(
      fmt::format("DIRECT/auto: times from A* with {} flips, median and least over problems "
                  "and flips",
                  fmt::join(options.deltas, ", ")));
  report.write();
  if (solved < total) throw SimulationError("not every QP was solved; see the table");
  return ExitCode::done;
}

}  // namespace

void add_families_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<FamiliesOptions>(
      bench, chosen, "families", "Solve random families of QPs, redundant contacts among them",
      run);
  command.add_option("--n", options.order, "Variables, or contacts")->check(CLI::Range(2, 100000));
  command.add_option("--rho", options.bandwidth, "Bandwidth of the band families")
      ->check(CLI::Range(0, 10000));
  command.add_option("--problems", options.problems, "Problems per family")
      ->check(CLI::Range(1, 1000));
  command.add_option("--bounds", options.bounds, "contact (x >= 0) or friction (|x| <= a load)")
      ->check(CLI::IsMember({"contact", "friction"}));
  command.add_option("--deltas", options.deltas, "Constraints flipped, with commas between them")
      ->delimiter(',')
      ->check(CLI::Range(0, 1000000));
}

}  // namespace eulersolid
