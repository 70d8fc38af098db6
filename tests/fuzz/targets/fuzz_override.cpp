#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "tests/fuzz/targets/target.h"

namespace {

constexpr std::string_view scene_text = R"(
time = { duration = 0.1, dt = 0.01 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.05 }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.5]
radius = 0.2
material = { density = 1000, youngs_modulus = 1e3, poissons_ratio = 0.3 }
[[obstacle]]
shape = "plane"
point = [0, 0, 0.2]
normal = [0, 0, 1]
)";

}  // namespace

/// What may follow --set, a line for each.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  std::vector<SceneOverride> changes;
  std::string_view text = text_of(data, size);
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    changes.emplace_back(std::string(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  changes.emplace_back(std::string(text));
  expect_done_or_refused([&] { parse_scene(scene_text, "scene.toml", changes); });
  return 0;
}
