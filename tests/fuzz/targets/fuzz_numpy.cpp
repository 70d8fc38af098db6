#include "io/problems/numpy_problem.h"
#include "tests/fuzz/targets/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { read_numpy_problem(file.path()); });
  return 0;
}
