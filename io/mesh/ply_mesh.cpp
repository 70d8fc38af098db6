#include "io/mesh/ply_mesh.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

struct Head {
  std::vector<std::string> names;
  std::uint64_t vertices = 0, faces = 0;
  std::size_t count_size = 0;  ///< of a face's number of corners [bytes]
  std::size_t size = 0;        ///< [bytes]
};

constexpr std::string_view end_of_head = "end_header\n";

/// Nothing where it is not that of a run's file.
std::optional<Head> head_of(const std::string& bytes) {
  const std::size_t end = bytes.find(end_of_head);
  if (end == bytes.npos || !bytes.starts_with("ply\nformat binary_little_endian 1.0\n")) return {};
  Head head;
  head.size = end + end_of_head.size();
  std::istringstream lines(bytes.substr(0, end));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "element") {
      std::istringstream(third) >> (second == "vertex" ? head.vertices : head.faces);
    } else if (first == "property" && second == "float") {
      head.names.push_back(third);
    } else if (first == "property") {
      head.count_size = third == "uchar" ? 1 : 4;
    }
  }
  return head;
}

/// Takes values from where the last ones ended.
class Bytes {
 public:
  Bytes(const std::string& bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  /// @return are there so many?
  template <class T>
  bool take(std::uint64_t count, std::vector<T>& values) {
    if (count > (bytes_.size() - at_) / sizeof(T)) return false;
    const std::size_t before = values.size(), size = std::size_t(count) * sizeof(T);
    values.resize(before + std::size_t(count));
    if (size > 0) std::memcpy(values.data() + before, bytes_.data() + at_, size);
    at_ += size;
    return true;
  }
  bool take_count(std::size_t size, std::int32_t& count) {
    if (size > bytes_.size() - at_) return false;
    count = 0;
    std::memcpy(&count, bytes_.data() + at_, size);
    at_ += size;
    return count >= 0;
  }

 private:
  const std::string& bytes_;
  std::size_t at_;
};

bool take_faces(const Head& head, Bytes& bytes, PlyMesh& mesh) {
  for (std::uint64_t face = 0; face < head.faces; ++face) {
    std::int32_t size = 0;
    if (!bytes.take_count(head.count_size, size)) return false;
    if (!bytes.take(std::uint64_t(size), mesh.corners)) return false;
    mesh.face_sizes.push_back(size);
  }
  return std::ranges::all_of(mesh.corners, [&](std::int32_t corner) {
    return corner >= 0 && std::uint64_t(corner) < head.vertices;
  });
}

std::optional<PlyMesh> mesh_of(const std::string& bytes) {
  const std::optional<Head> head = head_of(bytes);
  if (!head || head->names.empty() || head->vertices > bytes.size()) return {};
  PlyMesh mesh;
  mesh.names = head->names;
  Bytes values(bytes, head->size);
  if (!values.take(head->vertices * mesh.names.size(), mesh.values)) return {};
  if (!take_faces(*head, values, mesh)) return {};
  return mesh;
}

}  // namespace

bool PlyMesh::has(std::string_view name) const {
  return std::ranges::find(names, name) != names.end();
}

std::vector<float> PlyMesh::scalars(std::string_view name) const {
  std::vector<float> column(vertices());
  const auto place = std::size_t(std::ranges::find(names, name) - names.begin());
  for (std::size_t n = 0; place < names.size() && n < column.size(); ++n)
    column[n] = values[n * names.size() + place];
  return column;
}

std::vector<Vec3f> PlyMesh::vectors(std::string_view x, std::string_view y,
                                    std::string_view z) const {
  const std::vector<float> xs = scalars(x), ys = scalars(y), zs = scalars(z);
  std::vector<Vec3f> result(vertices());
  for (std::size_t n = 0; n < result.size(); ++n) result[n] = {xs[n], ys[n], zs[n]};
  return result;
}

PlyMesh read_ply(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes(file ? std::size_t(file.tellg()) : 0, '\0');
  file.seekg(0).read(bytes.data(), std::ssize(bytes));
  std::optional<PlyMesh> mesh = mesh_of(bytes);
  if (!mesh) throw InputError(path.string() + " is not, or not whole, as a run writes its meshes");
  return *std::move(mesh);
}

}  // namespace eulersolid
