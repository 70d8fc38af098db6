#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "io/scene/write_scene.h"
#include "tests/fuzz/targets/target.h"

/// A scene that is accepted is written, and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  std::string written;
  expect_done_or_refused(
      [&] { written = write_scene(parse_scene(text_of(data, size), "scene.toml")); });
  if (!written.empty() && write_scene(parse_scene(written, "written.toml")) != written)
    std::abort();
  return 0;
}
