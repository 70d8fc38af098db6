#include "kernels/gpu/watch.h"

#include <gtest/gtest.h>

#include <string>

#include "kernels/band/packed_band.h"
#include "kernels/gpu/band/subdomain_elimination.h"
#include "kernels/gpu/band/subdomain_sweep.h"
#include "tests/bands.h"

/// Kernels that wait for what nobody finishes: they end, and say what they waited for.

namespace eulersolid {
namespace {

constexpr long long soon = 20'000'000;  // ns; far above a look at the clock, and short to wait for
constexpr KernelName waiting_name{"waiting_kernel", "waiting for a banded matrix"};

/// Blocks that wait for a flag that is raised, and then for one that is not.
__global__ void waiting_kernel(int* flags, Watch watch, int* passed) {
  __shared__ int known;
  const int raised = wait_until(
      watch, [&](int k) { return is_raised(flags + k); },
      [] {
        return TilePlace{0, 0};
      },
      1, known);
  __syncthreads();
  const int missing = wait_until(
      watch, [&](int) { return is_raised(flags + 1); },
      [] {
        return TilePlace{3, 2};
      },
      1, known);
  if (threadIdx.x == 0) passed[blockIdx.x] = 10 * raised + missing;
}

/// What is thrown by a wait for the device.
std::string complaint() {
  try {
    memory::wait();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

TEST(Watch, EndsAWaitForAFlagThatNobodyRaisesAndNamesTheTile) {
  constexpr int blocks = 7;
  DeviceVector<int> flags(std::vector<int>{1, 0, 0});
  DeviceVector<int> given_up(1, 0), passed(blocks, -1);
  launch(waiting_name, waiting_kernel, dim3(blocks), dim3(block_threads), flags.span().data,
         watch(waiting_name, given_up.span().data, 500, 40, soon), passed.span().data);
  EXPECT_EQ(complaint(),
            "while waiting for a banded matrix of order 500 and bandwidth 40: a block of "
            "waiting_kernel waited more than 20 ms for tile (3, 2), which no other block finished; "
            "this is a fault of that kernel or of the device: run with --backend cpu, and report "
            "it");
  EXPECT_EQ(passed.to_host(), std::vector<int>(blocks, 10));  // past the first flag, not the second
  EXPECT_EQ(complaint(), "");                                 // said once
}

TEST(Watch, LetsAKernelPassWhoseFlagsAreRaised) {
  DeviceVector<int> flags(std::vector<int>{1, 1, 0});
  DeviceVector<int> given_up(1, 0), passed(3, -1);
  launch(waiting_name, waiting_kernel, dim3(3), dim3(block_threads), flags.span().data,
         watch(waiting_name, given_up.span().data, 500, 40, soon), passed.span().data);
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(passed.to_host(), std::vector<int>(3, 11));
}

/// A matrix of four rows of tiles on the device, with the flags of its tiles.
struct Stored {
  BandedMatrix matrix;
  DeviceVector<double> inverses;
  DeviceVector<int> flags;  ///< the ticket, given up, failed, then those of the tiles

  explicit Stored(int first_ticket) : inverses(4 * tile_area, 0.0), flags(3 + 16, 0) {
    // The widest row of a random band is one whose number is a multiple of seven: 126.
    matrix = upload(random_band(4 * band_tile, 4 * band_tile - 1, 1.05, 61));
    memory::copy_in(flags.span().data, &first_ticket, sizeof first_ticket);
  }
  Watch watched(const KernelName& name) {
    return watch(name, flags.span().data + 1, matrix.order(), matrix.bandwidth(), soon);
  }
};

/// The first task is never done: its ticket has been taken before.
TEST(Watch, EndsAnEliminationWhoseFirstTileIsNeverFinished) {
  Stored s(1);
  const BandView view = s.matrix.view();
  const DeviceSubdomain subdomain{view.values,
                                  s.inverses.span().data,
                                  view.first_stored,
                                  view.row_base,
                                  s.flags.span().data + 3,
                                  s.flags.span().data + 2,
                                  view.order,
                                  4,
                                  0,
                                  s.watched(eliminate_name)};
  const DeviceVector<DeviceSubdomain> subdomains(std::vector{subdomain});
  const DeviceVector<TileTask> tasks(
      std::vector<TileTask>{{0, 0, 0}, {0, 2, 0}, {0, 3, 0}, {0, 1, 1}, {0, 3, 1}, {0, 2, 2}});
  launch(eliminate_name, eliminate_kernel, dim3(2), dim3(block_threads), subdomains.span().data,
         tasks.span().data, int(tasks.size()), s.flags.span().data);
  const std::string what = complaint();
  EXPECT_TRUE(
      what.starts_with("while factoring a banded matrix of order 128 and bandwidth 126: a block of "
                       "eliminate_kernel waited more than 20 ms for tile (0, 0), which"))
      << what;
}

TEST(Watch, EndsASweepWhoseFirstRowIsNeverFinished) {
  Stored s(1);
  const BandView view = s.matrix.view();
  DeviceVector<double> X(4 * band_tile, 1.0);
  const DeviceSweep sweep{view.values,
                          s.inverses.span().data,
                          view.first_stored,
                          view.row_base,
                          s.matrix.reach().data,
                          4,
                          0,
                          4,
                          0,
                          X.span().data,
                          4,
                          s.watched(sweep_name)};
  const DeviceVector<DeviceSweep> sweeps(std::vector{sweep});
  const DeviceVector<SweepLane> lanes(std::vector<SweepLane>{{0, 0, 1, 0, 3}});
  launch(sweep_name, sweep_kernel<false, 1, 1>, dim3(2), dim3(block_threads), sweeps.span().data,
         lanes.span().data, 1, 4, s.flags.span().data);
  const std::string what = complaint();
  EXPECT_TRUE(what.starts_with(
      "while solving with a banded factor of order 128 and bandwidth 126: a block of sweep_kernel "
      "waited more than 20 ms for row of tiles 0 of the solution, which"))
      << what;
}

}  // namespace
}  // namespace eulersolid
