#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
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

struct Thesis71Options : RandomBenchOptions {
  int order = 8000, bandwidth = 1000;
  double mean = 2, epsilon = 1e-2;
  std::string family = "uniform";
  std::vector<int> deltas = {0, 10, 20, 30, 40, 50};
};

const std::map<std::string, BandFamily> families = {{"uniform", BandFamily::uniform},
                                                    {"dominant", BandFamily::dominant},
                                                    {"gram", BandFamily::gram}};

/// Table 7.1 of the thesis (GTX 580): factorisation, solves, all [ms].
struct ThesisRow {
  int delta;
  double schurpa_factor, schurpa_solve, schurpa_total;
  int schurpa_solves;
  double direct_factor, direct_solve, direct_total;
  int iterations;
};
constexpr ThesisRow thesis_rows[] = {
    {0, 279.574, 44.5667, 350.912, 1, 193.128, 45.9466, 263.926, 1},
    {10, 282.66, 169.643, 484.104, 15, 767.985, 183.745, 1004.63, 4},
    {20, 278.669, 227.727, 540.222, 31, 938.094, 229.483, 1229.05, 5},
    {30, 281.972, 257.621, 574.07, 42, 967.221, 229.828, 1260.15, 5},
    {40, 284.377, 274.522, 593.343, 54, 959.715, 230.715, 1253.28, 5},
    {50, 283.504, 359.458, 678.072, 72, 972.877, 229.687, 1265.25, 5},
};

constexpr const char* compared[] = {"schurpa", "direct", "automatic"};

/// Of one method from one start: the last outcome, and medians over the runs [s].
struct Measured {
  QpOutcome outcome;
  std::vector<double> total, factor;
};

/// The methods take turns, so that whatever else the machine does hits all of them.
std::map<std::string, Measured> measure(BandBench& bench, const QpData& qp, const QpStates& start,
                                        int runs) {
  std::map<std::string, Measured> measured;
  for (int run = 0; run < runs; ++run) {
    for (const char* method : compared) {
      Measured& m = measured[method];
      m.outcome = bench.solve_qp(qp, start, method);
      m.total.push_back(m.outcome.seconds), m.factor.push_back(m.outcome.report.seconds_factor);
    }
  }
  return measured;
}

/// The first set of states is the solution's in every method, or somebody is wrong.
bool same_answer(const std::map<std::string, Measured>& measured, const QpOutcome& solution) {
  return std::all_of(measured.begin(), measured.end(), [&](const auto& entry) {
    return entry.second.outcome.report.converged && entry.second.outcome.states == solution.states;
  });
}

struct Tables {
  ReportTable times{{{"delta", "delta", 0},
                     {"method", "method", 0},
                     {"factor_ms", "f [ms]", 1},
                     {"factorizations", "#f", 0},
                     {"solve_ms", "s [ms]", 1},
                     {"solves", "#s", 0},
                     {"total_ms", "t [ms]", 1},
                     {"iterations", "its", 0},
                     {"ratio", "DIRECT/t", 2},
                     {"dim_free", "n_F", 0},
                     {"bandwidth", "rho_F", 0},
                     {"kkt", "KKT", 1},
                     {"same_set", "A*", 0},
                     {"thesis_factor_ms", "thesis f", 0},
                     {"thesis_solve_ms", "s", 0},
                     {"thesis_solves", "#s", 0},
                     {"thesis_total_ms", "t", 0},
                     {"thesis_iterations", "its", 0},
                     {"thesis_ratio", "ratio", 2}}};

  bool with_thesis = true;  ///< is it the problem of the thesis?

  void add(int delta, const QpData& qp, const std::map<std::string, Measured>& measured,
           const QpOutcome& solution) {
    const double direct = median(measured.at("direct").total);
    for (const char* method : compared) {
      const Measured& m = measured.at(method);
      const QpOutcome& o = m.outcome;
      const double total = median(m.total), factor = median(m.factor);
      std::vector<nlohmann::json> row = {delta,
                                         method,
                                         1e3 * factor,
                                         o.report.factorizations,
                                         1e3 * (total - factor),
                                         o.report.solves,
                                         1e3 * total,
                                         o.report.iterations,
                                         direct / total,
                                         o.report.dim_free,
                                         o.report.bandwidth,
                                         kkt_residual(qp, o.x).value,
                                         o.states == solution.states};
      add_thesis(row, delta, method);
      times.add(std::move(row));
    }
  }

 private:
  void add_thesis(std::vector<nlohmann::json>& row, int delta, const std::string& method) const {
    const auto* const found = std::find_if(std::begin(thesis_rows), std::end(thesis_rows),
                                           [&](const ThesisRow& r) { return r.delta == delta; });
    if (!with_thesis || found == std::end(thesis_rows) || method == "automatic") {
      row.resize(row.size() + 6);
      return;
    }
    const ThesisRow& t = *found;
    const double ratio = t.direct_total / t.schurpa_total;
    const std::vector<nlohmann::json> cells =
        method == "schurpa"
            ? std::vector<nlohmann::json>{t.schurpa_factor, t.schurpa_solve, t.schurpa_solves,
                                          t.schurpa_total,  t.iterations,    ratio}
            : std::vector<nlohmann::json>{t.direct_factor, t.direct_solve, t.iterations,
                                          t.direct_total,  t.iterations,   1.0};
    row.insert(row.end(), cells.begin(), cells.end());
  }
};

QpOutcome solve_once(BandBench& bench, const QpData& qp) {
  QpOutcome solution = bench.solve_qp(qp, states_from_signs(qp), "direct");
  if (!solution.report.converged)
    throw SimulationError("the QP was not solved: " + solution.report.reason);
  return solution;
}

/// The deltas that were asked for; those of the table as far as there are so many constraints.
std::vector<int> flips(const Thesis71Options& options) {
  std::vector<int> deltas = options.deltas;
  const auto too_many = [&](int delta) { return delta > options.order; };
  if (deltas == Thesis71Options().deltas) std::erase_if(deltas, too_many);
  const auto found = std::find_if(deltas.begin(), deltas.end(), too_many);
  if (found == deltas.end()) return deltas;
  throw InputError(fmt::format("--deltas: {} constraints cannot be flipped where n is {}", *found,
                               options.order));
}

ExitCode run(const Thesis71Options& options) {
  const Backend backend = apply(options);
  BenchReport report("thesis-7.1", "random QPs from perturbed working sets (thesis, Table 7.1)",
                     options, backend);
  report["seed"] = options.seed;
  report["parameters"] = {{"order", options.order},
                          {"bandwidth", options.bandwidth},
                          {"mean", options.mean},
                          {"family", options.family}};
  const int bandwidth = std::min(options.bandwidth, options.order - 1);
  const QpData qp = band_qp({families.at(options.family), options.order, bandwidth, options.epsilon,
                             options.mean, options.seed});
  const std::unique_ptr<BandBench> bench = make_band_bench(backend, qp.H);
  const QpOutcome solution = solve_once(*bench, qp);
  report["active"] = active(solution.states);
  Tables tables;
  tables.with_thesis = options.order == 8000 && bandwidth == 1000;
  bool agreed = true;
  for (const int delta : flips(options)) {
    const auto measured = measure(*bench, qp, flipped(qp, solution.states, delta), options.runs);
    agreed = agreed && same_answer(measured, solution);
    tables.add(delta, qp, measured, solution);
  }
  report.print(
      fmt::format("n = {}, rho = {}, {} family, c ~ N({:g}, 1): |A*| = {}, found from {{c < "
                  "0}} in {} iterations",
                  options.order, bandwidth, options.family, options.mean, active(solution.states),
                  solution.report.iterations),
      "rows", tables.times);
  report.note(
      "delta: the first constraints of A* the other way round. f, s, t: factoring, all else, "
      "and both, of which the solver is told H anew each time. A*: found the same set");
  report.note("thesis: n = 8000, rho = 1000 on a GTX 580; it tells neither H nor c");
  report["agreed"] = agreed;
  report.write();
  if (!agreed) throw SimulationError("the methods do not agree on the active set");
  return ExitCode::done;
}

}  // namespace

void add_thesis_7_1(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Thesis71Options>(
      bench, chosen, "thesis-7.1",
      "SCHURPA, DIRECT and the automatic choice on random QPs (Table 7.1)", run);
  command.add_option("--n", options.order, "Order of H")->check(CLI::Range(1, 1000000));
  command.add_option("--rho", options.bandwidth, "Bandwidth of H")->check(CLI::Range(0, 100000));
  command.add_option("--mu", options.mean, "Mean of c, whose variance is 1")
      ->check(CLI::Range(-1e6, 1e6))
      ->check([](const std::string& text) {
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? "is not a number" : "";
      });
  command.add_option("--family", options.family, "uniform, dominant, or gram (B B^T + eps)")
      ->check(CLI::IsMember({"uniform", "dominant", "gram"}));
  command.add_option("--epsilon", options.epsilon, "eps of the gram family")
      ->check(CLI::Range(1e-12, 1e6));
  command.add_option("--deltas", options.deltas, "Constraints flipped, with commas between them")
      ->delimiter(',')
      ->check(CLI::Range(0, 1000000));
}

}  // namespace eulersolid
