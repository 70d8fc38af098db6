#include "io/geometry/triangle_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "io/geometry/near_points.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 14695981039346656037u) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

double greatest_extent(const std::vector<Vec3>& points) {
  double extent = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::ranges::minmax(points, {}, [axis](Vec3 p) { return p[axis]; });
    extent = std::max(extent, high[axis] - low[axis]);
  }
  return extent;
}

template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// The first `count` values of the bytes, which are taken off them.
template <class T>
void take_front(std::string_view& bytes, std::size_t count, std::vector<T>& values) {
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}

}  // namespace

TriangleMesh joined(const TriangleMesh& mesh) {
  TriangleMesh result;
  if (mesh.triangles.empty()) return result;
  NearPoints places(joined_part * greatest_extent(mesh.points));
  std::vector<int> first(mesh.points.size());  // the point that each is joined to
  for (std::size_t n = 0; n < mesh.points.size(); ++n)
    first[n] = places.find_or_add(mesh.points[n], int(n));
  std::vector<int> kept(mesh.points.size(), -1);
  const auto point_of = [&](int old) {
    int& number = kept[std::size_t(old)];
    if (number < 0) {
      number = int(result.points.size());
      result.points.push_back(mesh.points[std::size_t(old)]);
    }
    return number;
  };
  for (const Int3 t : mesh.triangles) {
    const int a = first[std::size_t(t.x)], b = first[std::size_t(t.y)], c = first[std::size_t(t.z)];
    if (a == b || b == c || c == a) continue;
    const int x = point_of(a), y = point_of(b), z = point_of(c);
    result.triangles.push_back({x, y, z});
  }
  return result;
}

std::string bytes_of(const TriangleMesh& mesh) {
  const std::vector<std::uint64_t> counts{mesh.points.size(), mesh.triangles.size()};
  std::string bytes;
  append(bytes, counts), append(bytes, mesh.points), append(bytes, mesh.triangles);
  return bytes;
}

TriangleMesh mesh_of_bytes(std::string_view bytes, const std::string& name) {
  std::array<std::uint64_t, 2> counts{};
  TriangleMesh mesh;
  bool whole = bytes.size() >= sizeof counts;
  if (whole) std::memcpy(counts.data(), bytes.data(), sizeof counts);
  const std::uint64_t most = bytes.size() / sizeof(Int3);
  whole = whole && counts[0] <= most && counts[1] <= most &&
          bytes.size() == sizeof counts + counts[0] * sizeof(Vec3) + counts[1] * sizeof(Int3);
  if (!whole) throw InputError(name + " cannot be read; it is damaged");
  bytes.remove_prefix(sizeof counts);
  take_front(bytes, counts[0], mesh.points), take_front(bytes, counts[1], mesh.triangles);
  for (const Int3 t : mesh.triangles)
    for (const int corner : {t.x, t.y, t.z})
      if (corner < 0 || std::uint64_t(corner) >= counts[0])
        throw InputError(name + " cannot be read; it is damaged");
  return mesh;
}

std::string checksum(const TriangleMesh& mesh) {
  return fmt::format("{:016x}", fnv1a(bytes_of(mesh)));
}

}  // namespace eulersolid
