#include <assimp/scene.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

#include "io/child_work.h"
#include "io/geometry/import_scene.h"
#include "io/geometry/source_mesh.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Collects the parts of a scene, and joins vertices that are one place: files have some once for
/// each of the faces, or of the texture's places, that they have there.
class Collector {
 public:
  explicit Collector(bool has_texture) : has_texture_(has_texture) {}

  void add(const aiMesh& part) {
    for (unsigned n = 0; n < part.mNumFaces; ++n) {
      const aiFace& face = part.mFaces[n];
      if (face.mNumIndices < 3) continue;  // points and lines
      mesh_.face_sizes.push_back(int(face.mNumIndices));
      for (unsigned c = 0; c < face.mNumIndices; ++c) add_corner(part, face.mIndices[c]);
    }
  }
  SourceMesh take() { return std::move(mesh_); }

 private:
  void add_corner(const aiMesh& part, unsigned vertex) {
    if (vertex >= part.mNumVertices) throw InputError("a face names a vertex that is not there");
    const aiVector3D& p = part.mVertices[vertex];
    const std::array<std::uint32_t, 3> place{std::bit_cast<std::uint32_t>(p.x + 0.0F),
                                             std::bit_cast<std::uint32_t>(p.y + 0.0F),
                                             std::bit_cast<std::uint32_t>(p.z + 0.0F)};
    const auto [entry, is_new] = numbers_.try_emplace(place, int(mesh_.points.size()));
    if (is_new) mesh_.points.push_back({p.x, p.y, p.z});
    mesh_.corners.push_back(entry->second);
    if (!has_texture_) return;
    const aiVector3D* texture = part.mTextureCoords[0];
    mesh_.texture.push_back(
        texture == nullptr ? TexturePlace{} : TexturePlace{texture[vertex].x, texture[vertex].y});
  }

  bool has_texture_;
  SourceMesh mesh_;
  std::map<std::array<std::uint32_t, 3>, int> numbers_;
};

SourceMesh collected(const std::string& path) {
  const ImportedScene imported(path, {.polygons = true, .texture = true});
  const aiScene& scene = imported.scene();
  bool has_texture = false;
  for (unsigned n = 0; n < scene.mNumMeshes; ++n)
    has_texture = has_texture || scene.mMeshes[n]->mTextureCoords[0] != nullptr;
  Collector collector(has_texture);
  for (unsigned n = 0; n < scene.mNumMeshes; ++n) collector.add(*scene.mMeshes[n]);
  SourceMesh mesh = collector.take();
  if (imported.y_is_up())
    for (Vec3& p : mesh.points) p = {p.x, -p.z, p.y};
  return mesh;
}

template <class T>
void append_counted(std::string& bytes, const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <class T>
bool take_front(std::string_view& bytes, std::vector<T>& values) {
  std::uint64_t count = 0;
  if (bytes.size() < sizeof count) return false;
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  if (count > bytes.size() / sizeof(T)) return false;
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

/// What a child that a hostile file has changed may send is no mesh.
bool is_mesh(const SourceMesh& mesh) {
  std::uint64_t corners = 0;
  for (const int size : mesh.face_sizes) {
    if (size < 3) return false;
    corners += std::uint64_t(size);
  }
  for (const int corner : mesh.corners)
    if (corner < 0 || std::size_t(corner) >= mesh.points.size()) return false;
  for (const Vec3 p : mesh.points)
    if (!std::isfinite(p.x + p.y + p.z)) return false;
  return corners == mesh.corners.size() &&
         (mesh.texture.empty() || mesh.texture.size() == mesh.corners.size());
}

}  // namespace

SourceMesh read_source_mesh(const std::string& path) {
  const auto work = [&] {
    const SourceMesh mesh = collected(path);
    std::string bytes;
    append_counted(bytes, mesh.points), append_counted(bytes, mesh.face_sizes);
    append_counted(bytes, mesh.corners), append_counted(bytes, mesh.texture);
    return bytes;
  };
  const std::string sent = work_in_child(path, work, limits_of_file(path, 10));
  std::string_view bytes = sent;
  SourceMesh mesh;
  const bool whole = take_front(bytes, mesh.points) && take_front(bytes, mesh.face_sizes) &&
                     take_front(bytes, mesh.corners) && take_front(bytes, mesh.texture);
  if (!whole || !bytes.empty() || !is_mesh(mesh))
    throw InputError(path + " cannot be read; it is damaged");
  return mesh;
}

}  // namespace eulersolid
