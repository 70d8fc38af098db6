/// The banded kernels of the gpu backend: factorisation in one subdomain and in as many as it
/// chooses, solves with 1 to 500 right-hand sides, and the product of a banded matrix, each against
/// library calls on dense blocks (section 5.3 of the thesis) or the thesis' own kernels
/// (section 6.2).
///
///     gpu_bench [results.json]
///
/// Times are medians of the wall time of a call, until the device has finished. Useful flops are n
/// rho^2 for a factorisation and 4 n rho k for k solves or products, whatever a method spends.

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/baselines/band_storage.h"
#include "bench/baselines/library_factor.h"
#include "bench/baselines/symbgmm_listings.h"
#include "bench/engine/device_seconds.h"
#include "bench/problems/bands.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/error.h"

ES_BEGIN
bool device_answers(std::string* why);
ES_END

namespace eulersolid {
namespace {

/// Median time [s] of `call`, each time after `prepare`.
double median_time(
    const std::function<void()>& call, const std::function<void()>& prepare = [] {}) {
  constexpr int warm_ups = 2, runs = 9;
  const auto once = [&] {
    prepare();
    return device_seconds(call);
  };
  for (int run = 0; run < warm_ups; ++run) once();
  return median_of(runs, once);
}

/// Prints and keeps what was measured.
class Report {
 public:
  explicit Report(double dgemm_rate) : dgemm_rate_(dgemm_rate) {
    json_["dgemm_gflops"] = dgemm_rate * 1e-9;
    std::printf("DGEMM of order 4096: %.0f GFlop/s\n", dgemm_rate * 1e-9);
  }
  nlohmann::json& json() { return json_; }

  void heading(const char* what) {
    what_ = what;
    std::printf("\n%-10s %7s %6s %5s  %-24s %10s %10s %9s %8s\n", what, "n", "rho", "k", "method",
                "ms", "GFlop/s", "of DGEMM", "ratio");
  }
  /// @param reference  time of what this is compared with [s], or 0
  void add(const BandedMatrix& H, Index columns, const std::string& method, double time,
           double flops, double reference) {
    const double rate = flops / time, ratio = reference / time;
    std::printf("%-10s %7ld %6d %5ld  %-24s %10.3f %10.1f %9.3f ", "", long(H.order()),
                H.bandwidth(), long(columns), method.c_str(), time * 1e3, rate * 1e-9,
                rate / dgemm_rate_);
    if (reference > 0) std::printf("%8.2f", ratio);
    std::printf("\n");
    json_["results"].push_back({{"what", what_},
                                {"n", H.order()},
                                {"rho", H.bandwidth()},
                                {"columns", columns},
                                {"method", method},
                                {"ms", time * 1e3},
                                {"gflops", rate * 1e-9},
                                {"of_dgemm", rate / dgemm_rate_}});
    if (reference > 0) json_["results"].back()["times_reference"] = ratio;
  }

 private:
  double dgemm_rate_;
  std::string what_;
  nlohmann::json json_;
};

double dgemm_rate() {
  const Index n = 4096;
  DeviceVector<double> A(n * n, 1.0), B(n * n, 1.0), C(n * n, 0.0);
  const auto view = [&](DeviceVector<double>& m) { return MatrixView(m.span().data, n, n, n); };
  const double time =
      median_time([&] { gemm(1, Op::none, view(A), Op::none, view(B), 0, view(C)); });
  return 2.0 * double(n) * double(n) * double(n) / time;
}

void require(bool holds, const char* what) {
  if (holds) return;
  throw DeviceError(std::string("while measuring: ") + what);
}

/// Largest |H x - 1| for x = H^{-1} 1.
double residual(const BandedMatrix& H, const BlockCholesky& factor) {
  DeviceVector<double> X(H.order(), 1.0), Y(H.order());
  factor.solve(X.span(), 1);
  symbgmm(H, X.span(), Y.span());
  double most = 0;
  for (const double y : Y.to_host()) most = std::max(most, std::abs(y - 1));
  return most;
}

/// Factorisations of one matrix; returns the best of ours for the solves.
BlockCholesky measure_factor(const BandedMatrix& H, Report& report) {
  LibraryFactor library;
  const double by_library = median_time([&] { require(library.factor(H) < 0, "library"); });
  report.add(H, 0, "cuSOLVER/cuBLAS blocks", by_library, H.factor_flops(), 0);
  double one_subdomain = 0;
  BlockCholesky last;
  for (const int wanted : {1, 2, 0}) {
    BlockCholesky factor(wanted);
    const double time =
        median_time([&] { require(factor.factor() < 0, "ours"); }, [&] { factor.take(H); });
    require(residual(H, factor) < 1e-10, "the residual of a solve is too large");
    if (wanted == 1) one_subdomain = time;
    const std::string name = std::to_string(factor.subdomains()) +
                             (wanted == 0 ? " subdomains (chosen)" : " subdomains");
    report.add(H, 0, name, time, H.factor_flops(), by_library);
    if (wanted == 0)
      std::printf("%46s one subdomain takes %.2f times as long\n", "", one_subdomain / time);
    last = std::move(factor);
  }
  return last;
}

void measure_solves(const BandedMatrix& H, const BlockCholesky& factor, Report& report) {
  LibraryFactor library;
  library.factor(H);
  for (const Index columns : {1, 10, 100, 500}) {
    DeviceVector<double> X(H.order() * columns, 1.0);
    const double flops = H.solve_flops() * double(columns);
    const double by_library = median_time([&] { library.solve(X.span(), columns); });
    report.add(H, columns, "block substitution", by_library, flops, 0);
    const double both = median_time([&] { factor.solve(X.span(), columns); });
    report.add(H, columns, "forward and backward", both, flops, by_library);
    const double half = median_time([&] { factor.forward(X.span(), columns); });
    report.add(H, columns, "forward alone", half, flops / 2, by_library);
  }
}

void measure_products(const HostBand& host, const BandedMatrix& H, Report& report) {
  const DeviceVector<double> values(by_rows(host));
  const ThesisBand band{values.span(), H.order(), H.bandwidth()};
  for (const Index columns : {1, 10, 100, 500}) {
    const DeviceVector<double> X(H.order() * columns, 1.0);
    DeviceVector<double> Y(X.size());
    const double flops = H.solve_flops() * double(columns);
    const double naive = median_time([&] { symbgmm_naive(band, X.span(), Y.span(), columns); });
    report.add(H, columns, "naive, Listing 6.4", naive, flops, 0);
    const double shared = median_time([&] { symbgmm_shared(band, X.span(), Y.span(), columns); });
    report.add(H, columns, "shared, Listing 6.5", shared, flops, naive);
    const double ours = median_time([&] { symbgmm(H, X.span(), Y.span(), columns); });
    report.add(H, columns, "symbgmm", ours, flops, naive);
  }
}

void measure(Report& report) {
  for (const auto& [n, rho] : {std::pair(8000, 1000), {20000, 300}, {50000, 100}}) {
    RandomNumbers random(1);
    const HostBand host = uniform_band(n, rho, random);
    const BandedMatrix H = upload(host);
    report.heading("factor");
    const BlockCholesky factor = measure_factor(H, report);
    report.heading("solve");
    measure_solves(H, factor, report);
    report.heading("product");
    measure_products(host, H, report);
  }
}

}  // namespace
}  // namespace eulersolid

int main(int count, char** arguments) {
  using namespace eulersolid;
  try {
    std::string device;
    if (count > 2) throw InputError("usage: gpu_bench [results.json]");
    if (!device_answers(&device)) throw NoDevice(device);
    std::printf("%s\n", device.c_str());
    Report report(dgemm_rate());
    report.json()["device"] = device;
    measure(report);
    if (count < 2) return 0;
    const std::string name = arguments[1], unfinished = name + ".part";
    std::ofstream file(unfinished);
    file << report.json().dump(2) << "\n";
    file.close();
    if (!file || std::rename(unfinished.c_str(), name.c_str()) != 0)
      throw InputError("cannot write " + name);
  } catch (const InputError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 4;
  }
}
