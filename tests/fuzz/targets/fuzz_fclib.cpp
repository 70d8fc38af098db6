#include "io/problems/fclib.h"
#include "tests/fuzz/targets/target.h"

/// In a process of its own each time, as it is read anywhere: HDF5 does not survive all of this.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { read_fclib(file.path()); });
  return 0;
}
