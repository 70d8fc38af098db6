#include "io/vdb/vdb.h"
#include "tests/fuzz/targets/target.h"

/// In a process of its own each time: OpenVDB does not survive this.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { describe_vdb(file.path()); });
  return 0;
}
