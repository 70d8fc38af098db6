#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "io/child_work.h"
#include "io/geometry/import_scene.h"
#include "io/geometry/mesh_names.h"
#include "io/geometry/near_points.h"
#include "io/geometry/source_mesh.h"
#include "io/geometry/triangle_mesh.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

Vec3 place(const aiVector3D& p) { return {p.x, p.y, p.z}; }

/// The lines "v x y z" of an OBJ file, whose order the importer gives up: it makes a vertex of each
/// corner of a face. What cannot be read as numbers ends the list.
std::vector<Vec3> obj_points(const std::string& path) {
  std::ifstream file(path);
  std::vector<Vec3> points;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("v ") && !line.starts_with("v\t")) continue;
    std::istringstream numbers(line.substr(2));
    Vec3 p;
    if (!(numbers >> p.x >> p.y >> p.z)) break;
    points.push_back(p);
  }
  return points;
}

/// The points of a file in its order; none where its format has none that others know, where a
/// point is repeated for each of the texture's places there, or where one is not finite.
std::vector<Vec3> numbered_points(const std::string& path, const aiScene& scene, bool has_texture) {
  std::vector<Vec3> points;
  if (has_extension(path, ".obj")) points = obj_points(path);
  const bool is_numbered = has_extension(path, ".ply") && !has_texture;
  for (unsigned m = 0; is_numbered && m < scene.mNumMeshes; ++m)
    for (unsigned n = 0; n < scene.mMeshes[m]->mNumVertices; ++n)
      points.push_back(place(scene.mMeshes[m]->mVertices[n]));
  const auto is_finite = [](Vec3 p) { return std::isfinite(p.x + p.y + p.z); };
  if (!std::ranges::all_of(points, is_finite)) points.clear();
  return points;
}

/// Collects the parts of a scene, and joins vertices that are one place: files have some once for
/// each of the faces, or of the texture's places, that they have there.
class Collector {
 public:
  /// @param numbered  points that keep their numbers, whether faces have them or not
  Collector(bool has_texture, double reach, const std::vector<Vec3>& numbered)
      : has_texture_(has_texture), near_(reach) {
    mesh_.points = numbered;
    for (std::size_t n = 0; n < numbered.size(); ++n) near_.find_or_add(numbered[n], int(n));
  }

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
    const Vec3 p = place(part.mVertices[vertex]);
    const int next = int(mesh_.points.size()), number = near_.find_or_add(p, next);
    if (number == next) mesh_.points.push_back(p);
    mesh_.corners.push_back(number);
    if (!has_texture_) return;
    const aiVector3D* texture = part.mTextureCoords[0];
    mesh_.texture.push_back(
        texture == nullptr ? TexturePlace{} : TexturePlace{texture[vertex].x, texture[vertex].y});
  }

  bool has_texture_;
  NearPoints near_;
  SourceMesh mesh_;
};

SourceMesh collected(const std::string& path) {
  const ImportedScene imported(path, {.polygons = true, .texture = true});
  const aiScene& scene = imported.scene();
  bool has_texture = false;
  Bounds box = empty_bounds();
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& part = *scene.mMeshes[m];
    has_texture = has_texture || part.mTextureCoords[0] != nullptr;
    for (unsigned n = 0; n < part.mNumVertices; ++n) add(box, place(part.mVertices[n]));
  }
  const Vec3 extent = box.high - box.low;
  const double reach = joined_part * std::max({extent.x, extent.y, extent.z});
  const auto collect = [&](const std::vector<Vec3>& numbered) {
    Collector collector(has_texture, reach, numbered);
    for (unsigned n = 0; n < scene.mNumMeshes; ++n) collector.add(*scene.mMeshes[n]);
    return collector.take();
  };
  const std::vector<Vec3> numbered = numbered_points(path, scene, has_texture);
  SourceMesh mesh = collect(numbered);
  if (mesh.points.size() != numbered.size()) mesh = collect({});  // other points than those read
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
