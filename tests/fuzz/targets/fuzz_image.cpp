#include "io/geometry/images/image_surface.h"
#include "tests/fuzz/targets/named_file.h"

namespace {

/// As which kind of file bytes are read: what they begin with says it.
std::string ending_of(std::string_view bytes) {
  if (bytes.starts_with("NRRD")) return ".nrrd";
  if (bytes.starts_with("\x1f\x8b")) return ".nii.gz";
  if (bytes.size() > 132 && bytes.substr(128, 4) == "DICM") return ".dcm";
  return bytes.substr(0, 100).find('\0') != bytes.npos ? ".nii" : ".mha";
}

}  // namespace

/// In a process of its own each time, as images are read anywhere.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const NamedFile file(ending_of(text_of(data, size)), data, size);
  expect_done_or_refused([&] { read_image_surface(file.path(), "", {.threshold = 300}); });
  return 0;
}
