/// Banded Cholesky, its solves and the banded product, each in useful flops per second and as a
/// fraction of what DGEMM reaches in the same run on as many threads. Compute-bound for wide bands,
/// bound by the cache that holds the factor for solves with few right-hand sides.
///
/// Useful flops: sum of w^2 over the rows for a factorisation, with w the width of the row; 4 w k
/// for a solve with k right-hand sides. On processors with AVX-512 that OpenBLAS does not know, set
/// OPENBLAS_CORETYPE=SKYLAKEX, or the comparison flatters.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "kernels/band/block_cholesky.h"
#include "kernels/core/threads.h"
#include "kernels/dense/dense.h"

namespace eulersolid {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Best of a few products of order 1024 [flop/s], on all threads of the product.
double dgemm_rate() {
  static const double rate = [] {
    const Index n = 1024;
    DeviceVector<double> A(n * n, 1.0), B(n * n, 1.0), C(n * n, 0.0);
    double best = 1e300;
    for (int run = 0; run < 8; ++run) {
      const auto start = std::chrono::steady_clock::now();
      gemm(1, Op::none, {A.span().data, n, n, n}, Op::none, {B.span().data, n, n, n}, 0,
           {C.span().data, n, n, n});
      best = std::min(best, seconds_since(start));
    }
    return 2.0 * double(n) * double(n) * double(n) / best;
  }();
  return rate;
}

/// Diagonally dominant, order n, constant bandwidth.
void fill(BandedMatrix& H, Index n, Index bandwidth) {
  std::vector<int> first;
  for (Index i = 0; i < n; ++i) first.push_back(int(std::max<Index>(0, i - bandwidth)));
  const DeviceVector<int> first_column(first);
  H.reshape(first_column.span());
  const BandView view = H.view();
  for (Index i = 0; i < n; ++i) {
    for (Index j = first[std::size_t(i)]; j < i; ++j)
      view.at(i, j) = 1.0 / double(1 + (i * 7 + j) % 5);
    view.at(i, i) = 2.0 * double(bandwidth) + 1;
  }
}

void report(benchmark::State& state, double flops) {
  using benchmark::Counter;
  state.counters["GFlop/s"] = Counter(flops * 1e-9, Counter::kIsIterationInvariantRate);
  state.counters["of_DGEMM"] = Counter(flops / dgemm_rate(), Counter::kIsIterationInvariantRate);
}

void factor(benchmark::State& state) {
  set_threads(int(state.range(2)));
  dgemm_rate();
  BandedMatrix H;
  fill(H, state.range(0), state.range(1));
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
  BandedMatrix H;
  fill(H, n, state.range(1));
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
  BandedMatrix H;
  fill(H, n, state.range(1));
  DeviceVector<double> X(n * columns, 1.0), Y(n * columns);
  for (auto _ : state) symbgmm(H, X.span(), Y.span(), columns);
  report(state, H.solve_flops() * double(columns));
}

void take_submatrix(benchmark::State& state) {
  set_threads(int(state.range(2)));
  BandedMatrix H;
  fill(H, state.range(0), state.range(1));
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
