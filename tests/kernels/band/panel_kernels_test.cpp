#include "kernels/cpu/band/panel_kernels.h"

#include <gtest/gtest.h>

#include "bench/bench_numbers.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/threads.h"
#include "tests/bands.h"

namespace eulersolid {
namespace {

/// Every instruction set that this processor has, one after the other.
class EveryTable {
 public:
  EveryTable() : before_(&panel_kernels::best()) { count_ = panel_kernels::available(list_); }
  ~EveryTable() { panel_kernels::choose(*before_); }
  int count() const { return count_; }
  const char* use(int k) {
    panel_kernels::choose(*list_[k]);
    return list_[k]->name;
  }

 private:
  const panel_kernels::Table* before_;
  const panel_kernels::Table* list_[3];
  int count_ = 0;
};

struct Results {
  std::vector<double> solution, forward, product;
};

Results run(const HostBand& dense, int columns) {
  const BandedMatrix H = upload(dense);
  BlockCholesky factor;
  factor.take(H);
  EXPECT_EQ(factor.factor(), -1);
  DeviceVector<double> X(random_vector(std::size_t(dense.order() * columns), 3)), Y(X.size());
  Results results;
  symbgmm(H, X.span(), Y.span(), columns);
  results.product = Y.to_host();
  factor.forward(X.span(), columns);
  results.forward = X.to_host();
  factor.backward(X.span(), columns);
  results.solution = X.to_host();
  return results;
}

TEST(PanelKernels, AgreeForEveryInstructionSet) {
  EveryTable tables;
  for (const auto& [order, bandwidth] : {std::pair(5, 3), {100, 17}, {411, 60}, {640, 0}}) {
    const HostBand dense = random_band(order, bandwidth, 1.05, 21);
    for (const int columns : {1, 2, 8, 29}) {
      tables.use(0);
      const Results best = run(dense, columns);
      for (int k = 1; k < tables.count(); ++k) {
        const char* name = tables.use(k);
        const Results other = run(dense, columns);
        // Sums in another order, or without fused multiply-add: a few roundings of numbers of size
        // one, in matrices of condition below 100.
        EXPECT_LE(largest_difference(best.solution, other.solution), 1e-12) << name;
        EXPECT_LE(largest_difference(best.forward, other.forward), 1e-12) << name;
        EXPECT_LE(largest_difference(best.product, other.product), 1e-10) << name;
      }
    }
  }
}

TEST(PanelKernels, ProcessorHasAtLeastThePortableOnes) {
  const panel_kernels::Table* list[3];
  const int count = panel_kernels::available(list);
  ASSERT_GE(count, 1);
  EXPECT_STREQ(list[count - 1]->name, "portable");
}

}  // namespace
}  // namespace eulersolid
