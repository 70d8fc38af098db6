#include "src/run/checkpoint.h"
#include "tests/fuzz/targets/target.h"

/// HDF5 must not see a byte of what has no valid checksum.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { read_checkpoint(file.path()); });
  return 0;
}
