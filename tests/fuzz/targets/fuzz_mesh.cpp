#include "io/geometry/distances/mesh_parts.h"
#include "io/geometry/read_mesh.h"
#include "io/geometry/source_mesh.h"
#include "tests/fuzz/targets/named_file.h"

namespace {

/// As which kind of file bytes are read: what they begin with says it.
std::string ending_of(std::string_view bytes) {
  if (bytes.starts_with("ply")) return ".ply";
  if (bytes.starts_with("glTF")) return ".glb";
  if (bytes.starts_with("{")) return ".gltf";
  const bool is_binary = bytes.substr(0, 100).find('\0') != bytes.npos;
  return is_binary || bytes.starts_with("solid") ? ".stl" : ".obj";
}

}  // namespace

/// In processes of their own each time, as meshes are read anywhere. What is made of a mesh here is
/// made in this one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const NamedFile file(ending_of(text_of(data, size)), data, size);
  expect_done_or_refused([&] {
    MeshFaults faults;
    mesh_parts(read_mesh(file.path()), faults);
    read_source_mesh(file.path());
  });
  return 0;
}
