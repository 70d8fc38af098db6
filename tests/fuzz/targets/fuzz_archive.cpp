#include "src/run/checkpoint.h"
#include "tests/fuzz/targets/target.h"

/// Any bytes in place of a checkpoint: HDF5 must not see one of what has no valid checksum.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { read_checkpoint(file.path()); });
  return 0;
}
