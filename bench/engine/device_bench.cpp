#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>

#include "bench/baselines/band_storage.h"
#include "bench/baselines/symbgmm_listings.h"
#include "bench/engine/band_bench.h"
#include "bench/engine/device_seconds.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/error.h"
#include "kernels/dense/dense.h"

ES_BEGIN

namespace {

QpReport solve_active_set(const BandedMatrix& H, DeviceQp& qp, QpMethod method) {
  BoxQpSolver solver(method);
  solver.set_hessian(H);
  return qp.solve(solver);
}

/// What the QP benchmarks compare, in the order of their tables.
const struct {
  std::string name;
  std::function<QpReport(const BandedMatrix&, DeviceQp&)> solve;
} methods[] = {
    {"schurpa", [](auto& H, auto& qp) { return solve_active_set(H, qp, QpMethod::schurpa); }},
    {"direct", [](auto& H, auto& qp) { return solve_active_set(H, qp, QpMethod::direct); }},
    {"automatic", [](auto& H, auto& qp) { return solve_active_set(H, qp, QpMethod::automatic); }},
    {"interior point",
     [](auto& H, auto& qp) { return solve_active_set(H, qp, QpMethod::interior_point); }},
};

class BandBenchOf : public BandBench {
 public:
  explicit BandBenchOf(const HostBand& data) : data_(data), H_(upload(data)) {}

  Factor factor() override {
    Factor result{};
    Index failed = -1;
    result.take = device_seconds([&] { cholesky_.take(H_); });
    result.factor = device_seconds([&] { failed = cholesky_.factor(); });
    if (failed >= 0) throw SimulationError("the matrix is not positive definite");
    return result;
  }

  TimedVectors solve(const std::vector<double>& B, int columns) override {
    DeviceVector<double> X(B);
    const double seconds = device_seconds([&] { cholesky_.solve(X.span(), columns); });
    return {X.to_host(), seconds};
  }

  TimedVectors multiply(ProductKind kind, const std::vector<double>& X, int columns) override {
    const DeviceVector<double> x(X);
    DeviceVector<double> y(x.size());
    double seconds = 0;
    if (kind == ProductKind::ours)
      seconds = device_seconds([&] { symbgmm(H_, x.span(), y.span(), columns); });
    else if (kind == ProductKind::dense)
      seconds = multiply_dense(x.span(), y.span(), columns);
    else
      seconds = multiply_listing(kind, x.span(), y.span(), columns);
    return {y.to_host(), seconds};
  }

  QpOutcome solve_qp(const QpData& data, const QpStates& start,
                     const std::string& method) override {
    const auto* const found = std::find_if(std::begin(methods), std::end(methods),
                                           [&](const auto& m) { return m.name == method; });
    assert(found != std::end(methods));
    DeviceQp qp({data.c, data.lower, data.upper}, start);
    QpReport report;
    const double seconds = device_seconds([&] { report = found->solve(H_, qp); });
    const HostSolution solution = qp.solution();
    return {report, seconds, solution.x, solution.state};
  }

 private:
  double multiply_listing(ProductKind kind, Span<const double> x, Span<double> y, int columns) {
    if (listing_.empty()) listing_.assign(by_rows(data_));
    const ThesisBand B{listing_.span(), data_.order(), data_.bandwidth()};
    const auto product = kind == ProductKind::naive ? symbgmm_naive : symbgmm_shared;
    return device_seconds([&] { product(B, x, y, columns); });
  }
  double multiply_dense(Span<const double> x, Span<double> y, int columns) {
    if (dense_.empty()) dense_.assign(data_.dense());
    const Index n = data_.order();
    return device_seconds([&] {
      gemm(1, Op::none, {dense_.span().data, n, n, n}, Op::none, {x.data, n, columns, n}, 0,
           {y.data, n, columns, n});
    });
  }

  const HostBand& data_;
  BandedMatrix H_;
  BlockCholesky cholesky_;
  DeviceVector<double> listing_, dense_;  // the matrix as those products need it
};

}  // namespace

std::unique_ptr<BandBench> make_band_bench(const HostBand& H) {
  return std::make_unique<BandBenchOf>(H);
}

std::vector<std::string> qp_methods() {
  std::vector<std::string> names;
  for (const auto& method : methods) names.push_back(method.name);
  return names;
}

ES_END
