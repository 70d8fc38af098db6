#include "kernels/band/banded.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/bench_numbers.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/threads.h"
#include "tests/bands.h"
#include "tests/kernels/band/host_elements.h"

namespace eulersolid {
namespace {

struct Shape {
  int order, bandwidth;
};

// No multiple of the tile, one tile, one element, none; band 0, 1, full.
const Shape shapes[] = {{0, 0},  {1, 0},   {2, 1},    {31, 5},    {32, 31}, {33, 0},
                        {64, 1}, {65, 64}, {100, 17}, {131, 130}, {200, 45}};

TEST(Banded, HoldsTheProfileAndNothingElse) {
  for (const Shape shape : shapes) {
    const HostBand dense = random_band(shape.order, shape.bandwidth, 1.1, 3);
    const BandedMatrix H = upload(dense);
    const HostElements elements(H);
    const ConstBandView view = elements.view();
    for (int i = 0; i < shape.order; ++i) {
      for (int j = 0; j < shape.order; ++j) {
        EXPECT_EQ(view.symmetric(i, j), dense.symmetric(i, j));
        EXPECT_TRUE(j > i ? !view.has(i, j) : view.has(i, j) || dense.symmetric(i, j) == 0);
      }
    }
    EXPECT_EQ(H.bandwidth(), dense.bandwidth());
    EXPECT_LE(H.bytes(), 8 * (shape.order + 31) * (shape.bandwidth + 64));
  }
}

TEST(Banded, ProductEqualsTheDenseProduct) {
  for (const Shape shape : shapes) {
    const std::size_t n = std::size_t(shape.order);
    const HostBand dense = random_band(shape.order, shape.bandwidth, 1.1, 4);
    const BandedMatrix H = upload(dense);
    for (const std::size_t columns : {1u, 2u, 7u}) {
      const std::vector<double> x = random_vector(n * columns, 5);
      std::vector<double> y(n * columns, 0.0);
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t i = 0; i < n; ++i)
            y[c * n + i] += dense.symmetric(int(i), int(j)) * x[c * n + j];
        }
      }
      const DeviceVector<double> X(x);
      DeviceVector<double> Y(Index(y.size()), -7.0);
      symbgmm(H, X.span(), Y.span(), Index(columns));
      EXPECT_LE(largest_difference(Y.to_host(), y), 1e-12);
    }
  }
}

TEST(Banded, ReorderTakesRowsInAnyOrder) {
  for (const Shape shape : shapes) {
    const HostBand dense = random_band(shape.order, shape.bandwidth, 1.1, 6);
    BandedMatrix H, G;
    H = upload(dense);
    for (const int every : {1, 2, 3, 1000}) {
      for (const bool descending : {false, true}) {
        std::vector<int> rows;
        for (int i = every / 2; i < shape.order; i += every) rows.push_back(i);
        if (descending) std::reverse(rows.begin(), rows.end());
        const std::vector<int> whole(rows.size(), 0);
        const int live = int(rows.size()) - int(rows.size()) / 4;
        reorder(H, rows, whole, live, G);
        ASSERT_EQ(G.order(), Index(rows.size()));
        const HostElements elements(G);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (std::size_t j = 0; j <= i; ++j) {
            EXPECT_EQ(elements.view().symmetric(Index(i), Index(j)),
                      int(j) < live ? dense.symmetric(rows[i], rows[j]) : 0.0);
          }
        }
      }
    }
  }
}

TEST(Banded, ProductHasTheSameBitsForAnyTeam) {
  const HostBand dense = random_band(1500, 200, 1.1, 7);
  const BandedMatrix H = upload(dense);
  const DeviceVector<double> X(random_vector(1500, 8));
  DeviceVector<double> Y(1500);
  std::vector<std::vector<double>> results;
  const int before = threads();
  for (const int team : {1, 2, 5}) {
    set_threads(team);
    symbgmm(H, X.span(), Y.span());
    results.push_back(Y.to_host());
  }
  set_threads(before);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace eulersolid
