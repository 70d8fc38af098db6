#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/add_bench.h"
#include "bench/baselines/band_storage.h"
#include "bench/baselines/lapack_band.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/engine/band_bench.h"
#include "bench/problems/families.h"
#include "bench/problems/random_numbers.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"

namespace eulersolid {

namespace {

struct Thesis53Options : RandomBenchOptions {
  std::vector<int> orders = {1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000};
  int bandwidth = 1000, columns = 10;
};

/// Seconds of dpbtrf with one thread and with all, and of dpbtrs with one.
struct Baseline {
  std::vector<double> factor_one, factor_all, solve;
  std::vector<double> X;  ///< the solution

  void run(const HostBand& H, const std::vector<double>& B, int columns) {
    for (int team = 1; team <= threads(); team += std::max(1, threads() - 1)) {
      std::vector<double> band = by_columns(H);
      const lapack::Band A{{band.data(), Index(band.size())}, H.order(), H.bandwidth()};
      Index failed = -1;
      (team == 1 ? factor_one : factor_all).push_back(seconds_of([&] {
        failed = lapack::factor(A, team);
      }));
      if (failed >= 0) throw SimulationError("dpbtrf finds the matrix not positive definite");
      if (team != 1) continue;
      X = B;
      solve.push_back(seconds_of([&] {
        lapack::solve(A, {X.data(), Index(X.size())}, columns, 1);
      }));
    }
  }
};

void measure(const Thesis53Options& options, Backend backend, int order, double rate,
             ReportTable& table) {
  const int bandwidth = std::min(options.bandwidth, order - 1);
  const QpData qp = band_qp({BandFamily::uniform, order, bandwidth, 0, 0, options.seed});
  const std::vector<double> B =
      random_vector(std::size_t(order) * std::size_t(options.columns), options.seed + 1);
  const std::unique_ptr<BandBench> ours = make_band_bench(backend, qp.H);
  ours->factor();  // takes its memory
  ours->solve(B, options.columns);
  Baseline baseline;
  std::vector<double> take, factor, solve;
  TimedVectors X;
  for (int run = 0; run < options.runs; ++run) {
    baseline.run(qp.H, B, options.columns);
    const BandBench::Factor times = ours->factor();
    take.push_back(times.take), factor.push_back(times.factor);
    X = ours->solve(B, options.columns);
    solve.push_back(X.seconds);
  }
  const double one = median(baseline.factor_one);
  const double all = baseline.factor_all.empty() ? one : median(baseline.factor_all);
  const double f = median(factor), s = median(solve), flops = qp.H.factor_flops();
  table.add({order, bandwidth, 1e3 * one, 1e3 * all, 1e3 * f, 1e3 * median(take),
             std::min(one, all) / f, flops / f / rate, 1e3 * median(baseline.solve), 1e3 * s,
             median(baseline.solve) / s, relative_difference(X.values, baseline.X)});
}

ExitCode run(const Thesis53Options& options) {
  const Backend backend = apply(options);
  BenchReport report("thesis-5.3",
                     "banded Cholesky factorisation and block substitution (thesis, Fig. 5.3)",
                     options, backend);
  report["seed"] = options.seed;
  const double rate = lapack::dgemm_rate(threads());
  report["parameters"] = {{"bandwidth", options.bandwidth}, {"columns", options.columns}};
  report["dgemm_rate"] = rate;
  ReportTable table({{"n", "n", 0},
                     {"rho", "rho", 0},
                     {"dpbtrf_one_ms", "dpbtrf 1T [ms]", 2},
                     {"dpbtrf_all_ms", fmt::format("{}T [ms]", threads()), 2},
                     {"factor_ms", "ours [ms]", 2},
                     {"take_ms", "copy in [ms]", 2},
                     {"factor_ratio", "ratio", 2},
                     {"of_dgemm", "of DGEMM", 2},
                     {"dpbtrs_ms", fmt::format("dpbtrs k={} [ms]", options.columns), 2},
                     {"solve_ms", "ours [ms]", 2},
                     {"solve_ratio", "ratio", 2},
                     {"difference", "difference", 1}});
  for (const int order : options.orders) measure(options, backend, order, rate, table);
  report.print("", "rows", table);
  report.note(
      fmt::format("ratio: the better dpbtrf over ours; dpbtrs (1T) over ours. of DGEMM: useful "
                  "flops (sum of squared row lengths) per second over the {:.1f} GFlop/s of "
                  "DGEMM on the processor in this run",
                  1e-9 * rate));
  report.note(
      "thesis: at n = 8000 the GPU (CULA) factors twice as fast as the CPU (MATLAB); both "
      "solves are linear in n");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_thesis_5_3(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Thesis53Options>(
      bench, chosen, "thesis-5.3",
      "Factor and solve against n, beside LAPACK's dpbtrf and dpbtrs (Fig. 5.3)", run);
  command.add_option("--n", options.orders, "Orders of the matrices, with commas between them")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000000));
  command.add_option("--rho", options.bandwidth, "Bandwidth")->check(CLI::Range(0, 100000));
  command.add_option("--columns", options.columns, "Right-hand sides")->check(CLI::Range(1, 10000));
}

}  // namespace eulersolid
