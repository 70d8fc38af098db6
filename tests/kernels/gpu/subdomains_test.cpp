#include <gtest/gtest.h>

#include <cmath>

#include "bench/baselines/band_storage.h"
#include "bench/baselines/symbgmm_listings.h"
#include "bench/bench_numbers.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "kernels/band/panels.h"
#include "kernels/band/subdomain_factor.h"
#include "tests/bands.h"
#include "tests/kernels/band/host_elements.h"

/// Subdomains with rows that are not eliminated, by the kernels of the gpu backend, against the
/// same sums on dense matrices.

namespace eulersolid {
namespace {

constexpr double accuracy = 1e-13;  // for sums of a few hundred numbers of order one

/// The matrix after the leading `columns` columns are eliminated: L in them, the Schur complement
/// in the others. A profile holds its own fill.
HostBand eliminated_one_by_one(HostBand A, int columns) {
  for (int j = 0; j < columns; ++j) {
    const double scale = 1 / std::sqrt(A.at(j, j));
    for (int i = j; i < A.order(); ++i) {
      if (A.has(i, j)) A.at(i, j) *= scale;
    }
    for (int i = j + 1; i < A.order(); ++i) {
      if (!A.has(i, j)) continue;
      for (int k = j + 1; k <= i; ++k) {
        if (A.has(k, j)) A.at(i, k) -= A.at(i, j) * A.at(k, j);
      }
    }
  }
  return A;
}

/// Rows that decouple from those before, between rows that reach far back: tile rows whose first
/// tile is not the first that the rows below them have.
HostBand gappy(int order, unsigned seed) {
  const HostBand whole = random_band(order, order / 3, 1.05, seed);
  std::vector<int> first = whole.first_column;
  for (std::size_t i = 64; i < 128 && i < first.size(); ++i) first[i] = std::max(first[i], 64);
  HostBand H(std::move(first));
  for (int i = 0; i < order; ++i) {
    for (int j = H.first_column[std::size_t(i)]; j <= i; ++j) H.at(i, j) = whole.at(i, j);
  }
  return H;
}

struct Case {
  const char* name;
  HostBand matrix;
  int eliminated;  ///< rows of tiles
};
std::vector<Case> cases() {
  return {{"narrow", random_band(200, 1, 1.05, 31), 5},
          {"diagonal", random_band(96, 0, 1.05, 32), 2},
          {"full", random_band(160, 159, 1.05, 33), 3},
          {"nothing eliminated", random_band(70, 20, 1.05, 34), 0},
          {"all eliminated", random_band(333, 90, 1.05, 35), 11},
          {"with gaps", gappy(290, 36), 7}};
}

void expect_lower(const HostBand& expected, const SubdomainFactor& subdomain, int eliminated,
                  const char* name) {
  const HostElements elements(subdomain.matrix);
  double most = 0;
  for (int i = 0; i < expected.order(); ++i) {
    for (int j = expected.first_column[std::size_t(i)]; j <= i; ++j)
      most = std::max(most, std::abs(expected.at(i, j) - elements.view().at(i, j)));
  }
  EXPECT_LE(most, accuracy) << name << ", " << eliminated << " rows of tiles eliminated";
}

/// All cases at once, as subdomains of one matrix would be.
TEST(Subdomains, AreEliminatedAtTheSameTime) {
  std::vector<Case> all = cases();
  std::vector<SubdomainFactor> subdomains(all.size());
  std::vector<SubdomainRows> work;
  for (std::size_t c = 0; c < all.size(); ++c) {
    subdomains[c].matrix = upload(all[c].matrix);
    subdomains[c].eliminated = all[c].eliminated;
    work.push_back({&subdomains[c], 0, subdomains[c].matrix.profile().rows()});
  }
  for (const Index failed : eliminate(work)) EXPECT_EQ(failed, -1);
  for (std::size_t c = 0; c < all.size(); ++c) {
    const int columns = std::min(all[c].eliminated * band_tile, all[c].matrix.order());
    expect_lower(eliminated_one_by_one(all[c].matrix, columns), subdomains[c], all[c].eliminated,
                 all[c].name);
  }
}

TEST(Subdomains, GoOnWhereAnEarlierCallStopped) {
  const HostBand H = gappy(290, 37);
  for (const int stop : {1, 4, 9}) {
    SubdomainFactor subdomain;
    subdomain.matrix = upload(H);
    subdomain.eliminated = subdomain.matrix.profile().rows();
    EXPECT_EQ(eliminate({{&subdomain, 0, stop}}).front(), -1);
    EXPECT_EQ(eliminate({{&subdomain, stop, subdomain.eliminated}}).front(), -1);
    expect_lower(eliminated_one_by_one(H, H.order()), subdomain, subdomain.eliminated,
                 "in two calls");
  }
}

TEST(Subdomains, ReportTheirFirstColumnThatFails) {
  HostBand H = random_band(170, 60, 1.05, 38);
  H.at(75, 75) = -1, H.at(150, 150) = -1;
  SubdomainFactor good, bad;
  bad.matrix = upload(H);
  good.matrix = upload(random_band(100, 10, 1.05, 39));
  good.eliminated = 4, bad.eliminated = 6;
  EXPECT_EQ(eliminate({{&good, 0, 4}, {&bad, 0, 6}}), (std::vector<Index>{-1, 75}));
}

/// Forward and backward through a subdomain, against dense substitutions that leave out the
/// inverses of the rows that are not eliminated.
TEST(Subdomains, SubstituteInEliminatedRowsOnly) {
  for (const Case& c : cases()) {
    const int n = c.matrix.order(), live = std::min(n, c.eliminated * band_tile);
    SubdomainFactor subdomain;
    subdomain.matrix = upload(c.matrix);
    subdomain.eliminated = c.eliminated;
    ASSERT_EQ(eliminate({{&subdomain, 0, subdomain.matrix.profile().rows()}}).front(), -1);
    const HostBand L = eliminated_one_by_one(c.matrix, live);
    for (const int columns : {1, 5, 43}) {
      std::vector<double> b = random_vector(std::size_t(n * columns), 40), x = b;
      for (int k = 0; k < columns; ++k) {
        double* f = b.data() + k * n;
        double* g = x.data() + k * n;
        for (int j = 0; j < live; ++j) {
          f[j] /= L.at(j, j);
          for (int i = j + 1; i < n; ++i) f[i] -= L.symmetric(i, j) * f[j];
        }
        for (int j = live - 1; j >= 0; --j) {
          for (int i = j + 1; i < n; ++i) g[j] -= L.symmetric(i, j) * g[i];
          g[j] /= L.at(j, j);
        }
      }
      const DeviceVector<double> given(random_vector(std::size_t(n * columns), 40));
      DeviceVector<double> panels, result(n * columns);
      for (const PanelOrder order : {PanelOrder::by_columns, PanelOrder::by_rows}) {
        const Panels X = load_panels(given.span(), columns, n, {}, n, order, panels);
        const Sweep sweep{&subdomain, 0, subdomain.matrix.profile().rows(), X};
        const bool forward = order == PanelOrder::by_columns;
        forward ? sweep_forward({sweep}) : sweep_backward({sweep});
        store_panels(X, order, {}, n, result.span(), columns, n);
        EXPECT_LE(largest_difference(result.to_host(), forward ? b : x), accuracy)
            << c.name << " " << columns << (forward ? " forward" : " backward");
      }
    }
  }
}

/// As many subdomains as a long narrow band is cut into on a gpu, and the reduced system cut again.
TEST(Subdomains, SolveALongNarrowBand) {
  const int n = 1900, columns = 3;
  const BandedMatrix H = upload(random_band(n, 20, 1.05, 43));
  BlockCholesky factor;
  factor.take(H);
  EXPECT_GE(factor.subdomains(), 20);
  ASSERT_EQ(factor.factor(), -1);
  const std::vector<double> b = random_vector(std::size_t(n * columns), 44);
  DeviceVector<double> X(b), Y(n * columns);
  factor.solve(X.span(), columns);
  symbgmm(H, X.span(), Y.span(), columns);
  EXPECT_LE(largest_difference(Y.to_host(), b), accuracy);
}

/// H X by every kernel that there is for it.
TEST(Product, TakesManyColumns) {
  const int columns = 37;
  for (const int n : {70, 200}) {
    const HostBand H = gappy(n, 41);
    const BandedMatrix band = upload(H);
    const DeviceVector<double> rows(by_rows(H)), X(random_vector(std::size_t(n * columns), 42));
    const std::vector<double> x = X.to_host();
    std::vector<double> y(x.size(), 0);
    for (int k = 0; k < columns; ++k) {
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i)
          y[std::size_t(k * n + i)] += H.symmetric(i, j) * x[std::size_t(k * n + j)];
      }
    }
    const ThesisBand listing{rows.span(), n, H.bandwidth()};
    DeviceVector<double> Y(Index(y.size()), -7.0);
    symbgmm(band, X.span(), Y.span(), columns);
    EXPECT_LE(largest_difference(Y.to_host(), y), 1e-12) << "symbgmm";
    symbgmm_naive(listing, X.span(), Y.span(), columns);
    EXPECT_LE(largest_difference(Y.to_host(), y), 1e-12) << "Listing 6.4";
    symbgmm_shared(listing, X.span(), Y.span(), columns);
    EXPECT_LE(largest_difference(Y.to_host(), y), 1e-12) << "Listing 6.5";
  }
}

}  // namespace
}  // namespace eulersolid
