/// Banded Cholesky, its solves and the banded product, each in useful flops per second and as a
/// fraction of what DGEMM reaches in the same run on as many threads. Compute-bound for wide bands,
/// bound by the cache that holds the factor for solves with few right-hand sides.
///
/// Useful flops: sum of w^2 over the rows for a factorisation, with w the width of the row; 4 w k
/// for a solve with k right-hand sides. On processors with AVX-512 that OpenBLAS does not know, set
/// OPENBLAS_CORETYPE=SKYLAKEX, or the comparison flatters.

#include <benchmark/benchmark.h>

#include "bench/baselines/lapack_band.h"
#include "bench/problems/bands.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/threads.h"

namespace eulersolid {
namespace {

/// On as many threads as the first benchmark has [flop/s].
double dgemm_rate() {
  static const double rate = lapack::dgemm_rate(threads());
  return rate;
}

BandedMatrix matrix(const benchmark::State& state) {
  RandomNumbers random(1);
  return upload(uniform_band(int(state.range(0)), int(state.range(1)), random));
}

void report(benchmark::State& state, double flops) {
  using benchmark::Counter;
  state.counters["GFlop/s"] = Counter(flops * 1e-9, Counter::kIsIterationInvariantRate);
  state.counters["of_DGEMM"] = Counter(flops / dgemm_rate(), Counter::kIsIterationInvariantRate);
}

void factor(benchmark::State& state) {
  set_threads(int(state.range(2)));
  dgemm_rate();
  const BandedMatrix H = matrix(state);
  BlockCholesky cholesky;
  for (auto _ : state) {
    state.PauseTiming();
    cholesky.take(H);
    state.ResumeTiming();
    if (cholesky.factor() >= 0) state.SkipWithError("not positive definite");
  }
  report(state, H.factor_flops());
}

enum class Sweep { forward, both };

template <Sweep sweep>
void solve(benchmark::State& state) {
  set_threads(int(state.range(3)));
  dgemm_rate();
  const Index n = state.range(0), columns = state.range(2);
  const BandedMatrix H = matrix(state);
  BlockCholesky cholesky;
  cholesky.take(H);
  cholesky.factor();
  DeviceVector<double> X(n * columns, 1.0);
  for (auto _ : state) {
    cholesky.forward(X.span(), columns);
    if (sweep == Sweep::both) cholesky.backward(X.span(), columns);
  }
  const double flops = cholesky.solve_flops() * double(columns);
  report(state, sweep == Sweep::both ? flops : flops / 2);
}

void product(benchmark::State& state) {
  set_threads(int(state.range(3)));
  dgemm_rate();
  const Index n = state.range(0), columns = state.range(2);
  const BandedMatrix H = matrix(state);
  DeviceVector<double> X(n * columns, 1.0), Y(n * columns);
  for (auto _ : state) symbgmm(H, X.span(), Y.span(), columns);
  report(state, H.solve_flops() * double(columns));
}

void take_submatrix(benchmark::State& state) {
  set_threads(int(state.range(2)));
  const BandedMatrix H = matrix(state);
  BlockCholesky cholesky;
  for (auto _ : state) cholesky.take(H);
  state.SetBytesProcessed(state.iterations() * 2 * H.bytes());
}

void shapes(benchmark::internal::Benchmark* b) {
  b->UseRealTime()->Unit(benchmark::kMicrosecond);
  for (const int team : {1, 2}) {
    for (const auto& [n, bandwidth] : {std::pair(400, 100),
                                       {800, 200},
                                       {1000, 150},
                                       {1600, 400},
                                       {2000, 360},
                                       {8000, 100},
                                       {8000, 1000}}) {
      b->Args({n, bandwidth, team});
    }
  }
}

void shapes_and_columns(benchmark::internal::Benchmark* b) {
  b->UseRealTime()->Unit(benchmark::kMicrosecond);
  for (const int team : {1, 2}) {
    for (const auto& [n, bandwidth] : {std::pair(800, 200), {1600, 400}, {8000, 1000}}) {
      for (const int columns : {1, 10, 100, 500}) b->Args({n, bandwidth, columns, team});
    }
  }
}

BENCHMARK(factor)->Apply(shapes);
BENCHMARK(take_submatrix)->Apply(shapes);
BENCHMARK(solve<Sweep::forward>)->Apply(shapes_and_columns);
BENCHMARK(solve<Sweep::both>)->Apply(shapes_and_columns);
BENCHMARK(product)->Apply(shapes_and_columns);

}  // namespace
}  // namespace eulersolid
