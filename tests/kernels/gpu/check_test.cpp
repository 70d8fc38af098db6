#include "kernels/gpu/check.h"

#include <gtest/gtest.h>

#include "kernels/gpu/launch.h"

/// Messages name what failed.

namespace eulersolid {
namespace {

/// What a call throws.
template <class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

__global__ void idle_kernel(int*) {}

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(Check, NamesTheKernelThatIsLaunchedWrongly) {
  const auto wrong = [] {
    launch({"idle_kernel", "doing nothing"}, idle_kernel, dim3(1), dim3(4096),
           static_cast<int*>(nullptr));
  };
  const std::string what = complaint(wrong);
  EXPECT_TRUE(holds(what, "while doing nothing (launching idle_kernel): ")) << what;
  EXPECT_TRUE(holds(what, "cudaErrorInvalid")) << what;  // Configuration, or Value with CUDA 13
  EXPECT_FALSE(holds(what, "a kernel failed on the device")) << what;
}

TEST(Check, NamesThePlaceOfALoop) {
  const std::source_location here = std::source_location::current();
  const std::string what =
      complaint([&] { launch_at("loop", here, idle_kernel, dim3(1), dim3(4096), nullptr); });
  const std::string place = "gpu/check_test.cpp:" + std::to_string(here.line());
  EXPECT_TRUE(holds(what, ("while launching the loop of " + place).c_str())) << what;
}

TEST(Check, SaysThatAnEarlierKernelMayHaveFailed) {
  const std::string what = complaint([] { check(cudaErrorIllegalAddress, "copying"); });
  EXPECT_TRUE(holds(what, "while copying: ")) << what;
  EXPECT_TRUE(holds(what, "cudaErrorIllegalAddress, gpu/check_test.cpp:")) << what;
  EXPECT_TRUE(holds(what, "one that was started before this call")) << what;
  EXPECT_EQ(complaint([] { check(cudaSuccess, "copying"); }), "");
}

}  // namespace
}  // namespace eulersolid
