#include <gtest/gtest.h>

#include "kernels/core/device_vector.h"
#include "kernels/core/error.h"

/// Linked into tests of the gpu backend: skips them all, and fails none, where there is no device.
namespace {

class NeedsDevice : public testing::Environment {
  void SetUp() override {
    try {
      const eulersolid::DeviceVector<int> one(1);
    } catch (const eulersolid::DeviceError& none) {
      GTEST_SKIP() << none.what();
    }
  }
};

[[maybe_unused]] const testing::Environment* const environment =
    testing::AddGlobalTestEnvironment(new NeedsDevice);

}  // namespace
