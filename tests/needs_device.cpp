#include <string>

#include "kernels/core/backend.h"
#include "tests/no_device.h"

ES_BEGIN
bool device_answers(std::string* why);
ES_END

/// Linked into tests of the gpu backend: where there is no device, none of them runs.
namespace {

class NeedsDevice : public testing::Environment {
  void SetUp() override {
    std::string why;
    if (!eulersolid::device_answers(&why)) eulersolid::no_device(why);
  }
};

[[maybe_unused]] const testing::Environment* const environment =
    testing::AddGlobalTestEnvironment(new NeedsDevice);

}  // namespace
