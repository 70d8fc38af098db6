#include <gtest/gtest.h>

#include <string>

#include "bench/bench_numbers.h"
#include "tests/bands.h"
#include "tests/kernels/backend_results.h"
#include "tests/no_device.h"

/// The banded kernels of both backends on the same numbers. They add the same products, but in
/// tiles of another size and with another order within a tensor core, so they differ by rounding.

namespace eulersolid {
namespace cpu {
BackendResults results_of(const HostBand& H, const std::vector<double>& X, int columns);
}
namespace gpu {
BackendResults results_of(const HostBand& H, const std::vector<double>& X, int columns);
bool device_answers(std::string* why);
}  // namespace gpu
namespace {

/// Rows are dominant by 5 %, so the condition is below 100. An element is a sum of at most 1000
/// products of size one, each with an error of 1e-16 that the solution magnifies by the condition:
/// 1e-11 at the worst, and 1e-12 for errors that do not all have the same sign.
constexpr double agreement = 1e-12;

class Backends : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (!gpu::device_answers(&why)) no_device(why);
  }
};

struct Shape {
  int order, bandwidth;
};

TEST_F(Backends, AgreeOnFactorsSolvesAndProducts) {
  for (const Shape shape : {Shape{1, 0},
                            {33, 0},
                            {65, 64},
                            {100, 17},
                            {131, 130},
                            {777, 100},
                            {1500, 360},
                            {2500, 20}}) {
    const HostBand H = random_band(shape.order, shape.bandwidth, 1.05, 51);
    for (const int columns : {1, 6, 70}) {
      const std::vector<double> X = random_vector(std::size_t(shape.order * columns), 52);
      const BackendResults host = cpu::results_of(H, X, columns);
      const BackendResults device = gpu::results_of(H, X, columns);
      SCOPED_TRACE(std::to_string(shape.order) + " " + std::to_string(shape.bandwidth) + " " +
                   std::to_string(columns));
      ASSERT_EQ(host.failed, -1);
      ASSERT_EQ(device.failed, -1);
      const double largest = 1 + 2.0 * shape.bandwidth;  // of the products, relative to a solution
      EXPECT_LE(largest_difference(host.product, device.product), agreement * largest);
      EXPECT_LE(largest_difference(host.solution, device.solution), agreement);
      EXPECT_LE(largest_difference(host.forward, device.forward), agreement);
      EXPECT_LE(largest_difference(host.library_solution, device.library_solution), agreement);
      EXPECT_LE(largest_difference(device.solution, device.library_solution), agreement);
    }
  }
}

/// The fragments of the tensor cores hold what PTX says they do: a permuted one would give a wrong
/// product of integers, which is otherwise exact.
TEST_F(Backends, MultiplyIntegersExactly) {
  const int n = 96, columns = 25;
  HostBand H = HostBand::uniform(n, n - 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) H.at(i, j) = double((i * 31 + j * 17) % 101);
  }
  std::vector<double> X(std::size_t(n * columns));
  for (std::size_t e = 0; e < X.size(); ++e) X[e] = double(e % 89);
  EXPECT_EQ(cpu::results_of(H, X, columns).product, gpu::results_of(H, X, columns).product);
}

TEST_F(Backends, GiveTheSameBitsEveryTime) {
  const HostBand H = random_band(1000, 100, 1.05, 54);
  const std::vector<double> X = random_vector(1000 * 30, 55);
  const BackendResults first = gpu::results_of(H, X, 30);
  for (int run = 0; run < 10; ++run) {
    const BackendResults again = gpu::results_of(H, X, 30);
    ASSERT_EQ(first.solution, again.solution);
    ASSERT_EQ(first.product, again.product);
  }
}

TEST_F(Backends, NameTheSameColumnThatFails) {
  for (const int bad : {0, 60, 449}) {
    HostBand H = random_band(450, 150, 1.05, 56);
    H.at(bad, bad) = -1;
    const std::vector<double> X(450, 1.0);
    EXPECT_EQ(cpu::results_of(H, X, 1).failed, bad);
    EXPECT_EQ(gpu::results_of(H, X, 1).failed, bad);
  }
}

}  // namespace
}  // namespace eulersolid
