#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/add_bench.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/engine/band_bench.h"
#include "bench/problems/families.h"
#include "bench/problems/random_numbers.h"

namespace eulersolid {

namespace {

struct Thesis62Options : RandomBenchOptions {
  std::vector<int> orders = {1000, 2000, 4000, 8000};
  int bandwidth = 1000, columns = 64;
};

constexpr ProductKind kinds[] = {ProductKind::naive, ProductKind::shared, ProductKind::dense,
                                 ProductKind::ours};

void measure(const Thesis62Options& options, Backend backend, int order, ReportTable& table) {
  const int bandwidth = std::min(options.bandwidth, order - 1);
  const QpData qp = band_qp({BandFamily::uniform, order, bandwidth, 0, 0, options.seed});
  const std::vector<double> X =
      random_vector(std::size_t(order) * std::size_t(options.columns), options.seed + 1);
  const std::unique_ptr<BandBench> bench = make_band_bench(backend, qp.H);
  std::vector<double> seconds[std::size(kinds)];
  std::vector<double> exact;  // what the listing gives
  double difference = 0;
  for (int run = 0; run <= options.runs; ++run) {  // the first takes its memory, and does not count
    for (std::size_t k = 0; k < std::size(kinds); ++k) {
      const TimedVectors Y = bench->multiply(kinds[k], X, options.columns);
      if (run > 0) seconds[k].push_back(Y.seconds);
      if (run == 0 && k == 0) exact = Y.values;
      if (run == 0) difference = std::max(difference, relative_difference(Y.values, exact));
    }
  }
  const double naive = median(seconds[0]), shared = median(seconds[1]), dense = median(seconds[2]),
               ours = median(seconds[3]);
  const double flops = qp.H.solve_flops() * options.columns;
  table.add({order, bandwidth, 1e3 * naive, 1e3 * shared, 1e3 * dense, 1e3 * ours,
             1e-9 * flops / ours, naive / ours, shared / ours, dense / ours, difference});
}

ExitCode run(const Thesis62Options& options) {
  const Backend backend = apply(options);
  BenchReport report("thesis-6.2", "symmetric banded matrix times dense matrix (thesis, Fig. 6.2)",
                     options, backend);
  report["seed"] = options.seed;
  report["parameters"] = {{"bandwidth", options.bandwidth}, {"columns", options.columns}};
  ReportTable table({{"n", "n", 0},
                     {"rho", "rho", 0},
                     {"naive_ms", "naive [ms]", 2},
                     {"shared_ms", "shared [ms]", 2},
                     {"dense_ms", "dense gemm [ms]", 2},
                     {"ours_ms", "ours [ms]", 2},
                     {"ours_gflops", "ours [GFlop/s]", 1},
                     {"naive_ratio", "naive/ours", 2},
                     {"shared_ratio", "shared/ours", 2},
                     {"dense_ratio", "dense/ours", 2},
                     {"difference", "difference", 1}});
  for (const int order : options.orders) measure(options, backend, order, table);
  report.print(fmt::format("{} columns", options.columns), "rows", table);
  report.note(
      "naive: Listings 6.3 (cpu) and 6.4 (gpu); shared: Listing 6.5, blocks of 16 x 16; both "
      "in double precision and with the last superdiagonal that the listings lose");
  report.note(
      "thesis: \"the shared implementation significantly outperforms the naive "
      "implementation\"; its curves are a picture without numbers");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_thesis_6_2(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Thesis62Options>(
      bench, chosen, "thesis-6.2",
      "symbgmm against n, beside the thesis' kernels and a dense product (Fig. 6.2)", run);
  command.add_option("--n", options.orders, "Orders of the matrices, with commas between them")
      ->delimiter(',')
      ->check(CLI::Range(1, 30000));
  command.add_option("--rho", options.bandwidth, "Bandwidth")->check(CLI::Range(0, 30000));
  command.add_option("--columns", options.columns, "Columns of the dense matrix")
      ->check(CLI::Range(1, 10000));
}

}  // namespace eulersolid
