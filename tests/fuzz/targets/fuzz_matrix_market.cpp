#include "io/problems/matrix_market.h"
#include "tests/fuzz/targets/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const InputFile file(data, size);
  expect_done_or_refused([&] { read_symmetric_matrix(file.path()); });
  expect_done_or_refused([&] { read_vector(file.path(), Infinite::allowed); });
  return 0;
}
