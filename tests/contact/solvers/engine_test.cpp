#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/solvers/qp/qp_bridge.h"

using namespace eulersolid;

namespace {

/// A profile without pattern, and values that make the matrix diagonally dominant.
HostBand irregular_band(int order) {
  std::vector<int> first;
  for (int i = 0; i < order; ++i) first.push_back(std::max(0, i - (i * 7 + i * i) % 31));
  HostBand band(std::move(first));
  for (int i = 0; i < order; ++i) {
    for (int j = band.first_column[std::size_t(i)]; j < i; ++j)
      band.at(i, j) = std::sin(1.0 + 3 * i + 5 * j);
    band.at(i, i) = 40 + std::cos(double(i));
  }
  return band;
}

BoxQp view(const DeviceVector<double>& c, const DeviceVector<double>& lower,
           const DeviceVector<double>& upper) {
  return {c.span(), lower.span(), upper.span()};
}

}  // namespace

/// Catches rows that are shifted, and values outside the profile that travel: orders beside the
/// sizes of tiles of both backends.
TEST(PackedBand, ComesBackAsItWent) {
  for (const int order : {0, 1, 23, 24, 25, 32, 33, 131}) {
    const HostBand band = irregular_band(order);
    BandedMatrix H;
    PackedBand packed;
    packed.unpack(band, H);
    EXPECT_EQ(H.order(), order);
    HostBand again;
    packed.pack(H, again);
    EXPECT_EQ(again.first_column, band.first_column);
    EXPECT_EQ(again.values, band.values) << order;
  }
}

/// H x of the matrix that arrived, against the rows that were sent.
TEST(PackedBand, ArrivesInItsPlace) {
  const int order = 75;
  const HostBand band = irregular_band(order);
  const BandedMatrix H = upload(band);
  std::vector<double> x;
  for (int i = 0; i < order; ++i) x.push_back(0.5 + i % 5);
  const std::vector<double> expected = band.times(x);
  const DeviceVector<double> in(x);
  DeviceVector<double> out(order);
  symbgmm(H, in.span(), out.span());
  const std::vector<double> y = out.to_host();
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], expected[i], 1e-11);
}

/// Two QPs with one matrix, here and through an engine: the same bits, states and counts.
TEST(QpEngine, AnswersAsTheSolverItStandsFor) {
  const int order = 75;
  const BandedMatrix H = upload(irregular_band(order));
  std::vector<double> c, low(order, -0.01), high(order, 0.02);
  for (int i = 0; i < order; ++i) c.push_back(std::sin(2.0 * i));
  high[3] = INFINITY, low[4] = -INFINITY, low[5] = high[5] = 0;
  PlacedQpSolver here(QpMethod::schurpa, 100, {}), away(QpMethod::schurpa, 100, [](auto... words) {
    return std::make_unique<BoxQpEngine>(words...);
  });
  here.set_hessian(H), away.set_hessian(H);
  const DeviceVector<double> lower(low), upper(high);
  DeviceVector<std::int8_t> state(order, 0), same_state(order, 0);
  DeviceVector<double> x(order), y(order), lambda(order), mu(order);
  for (int round = 0; round < 2; ++round) {
    const DeviceVector<double> target(c);
    const BoxQp qp = view(target, lower, upper);
    const QpReport a = here.solve(qp, state.span(), x.span(), lambda.span());
    const QpReport b = away.solve(qp, same_state.span(), y.span(), mu.span());
    EXPECT_TRUE(a.converged);
    EXPECT_TRUE(b.converged);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_EQ(a.factorizations, b.factorizations);
    EXPECT_EQ(state.to_host(), same_state.to_host());
    EXPECT_EQ(x.to_host(), y.to_host());
    EXPECT_EQ(lambda.to_host(), mu.to_host());
    std::reverse(c.begin(), c.end());
  }
}
