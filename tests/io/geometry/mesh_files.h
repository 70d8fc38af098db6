#pragma once

#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "io/geometry/triangle_mesh.h"

/// Meshes whose solids are known, and files of them.
namespace eulersolid::test {

/// A cube from 0 to `edge` in each direction, of twelve triangles.
inline TriangleMesh cube_mesh(double edge) {
  TriangleMesh mesh;
  for (int n = 0; n < 8; ++n)
    mesh.points.push_back(edge * Vec3{double(n & 1), double((n >> 1) & 1), double(n >> 2)});
  const int corners[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                             {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& c : corners) {
    mesh.triangles.push_back({c[0], c[1], c[2]});
    mesh.triangles.push_back({c[0], c[2], c[3]});
  }
  return mesh;
}

/// A ball: an octahedron divided `times` times, each point then moved onto the sphere.
inline TriangleMesh ball_mesh(double radius, int times, Vec3 centre = {}) {
  TriangleMesh mesh;
  mesh.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                    {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int time = 0; time < times; ++time) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), int(mesh.points.size()));
      if (is_new)
        mesh.points.push_back(
            normalized(mesh.points[std::size_t(a)] + mesh.points[std::size_t(b)]));
      return entry->second;
    };
    std::vector<Int3> finer;
    for (const Int3 t : mesh.triangles) {
      const int x = middle(t.x, t.y), y = middle(t.y, t.z), z = middle(t.z, t.x);
      finer.insert(finer.end(), {{t.x, x, z}, {x, t.y, y}, {z, y, t.z}, {x, y, z}});
    }
    mesh.triangles = finer;
  }
  for (Vec3& p : mesh.points) p = centre + radius * p;
  return mesh;
}

/// By the divergence theorem; of a closed mesh that looks outwards.
inline double volume_of(const TriangleMesh& mesh) {
  double sum = 0;
  const auto point = [&](int n) { return mesh.points[std::size_t(n)]; };
  for (const Int3 t : mesh.triangles) sum += dot(point(t.x), cross(point(t.y), point(t.z))) / 6;
  return sum;
}

inline Int3 turned(Int3 t) { return {t.x, t.z, t.y}; }

inline std::string obj_text(const TriangleMesh& mesh) {
  std::ostringstream text;
  text.precision(9);
  for (const Vec3 p : mesh.points) text << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
  for (const Int3 t : mesh.triangles)
    text << "f " << t.x + 1 << ' ' << t.y + 1 << ' ' << t.z + 1 << '\n';
  return text.str();
}

inline std::string ply_text(const TriangleMesh& mesh) {
  std::ostringstream text;
  text.precision(9);
  text << "ply\nformat ascii 1.0\nelement vertex " << mesh.points.size()
       << "\nproperty float x\nproperty float y\nproperty float z\nelement face "
       << mesh.triangles.size() << "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const Vec3 p : mesh.points) text << p.x << ' ' << p.y << ' ' << p.z << '\n';
  for (const Int3 t : mesh.triangles) text << "3 " << t.x << ' ' << t.y << ' ' << t.z << '\n';
  return text.str();
}

template <class T>
void append_bytes(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline void append_point(std::string& bytes, Vec3 p) {
  for (int axis = 0; axis < 3; ++axis) append_bytes(bytes, float(p[axis]));
}

inline std::string stl_bytes(const TriangleMesh& mesh) {
  std::string bytes(80, ' ');
  append_bytes(bytes, std::uint32_t(mesh.triangles.size()));
  for (const Int3 t : mesh.triangles) {
    append_point(bytes, {});
    for (const int n : {t.x, t.y, t.z}) append_point(bytes, mesh.points[std::size_t(n)]);
    append_bytes(bytes, std::uint16_t(0));
  }
  return bytes;
}

/// Binary glTF: one mesh in one node that moves it by `way`.
inline std::string glb_bytes(const TriangleMesh& mesh, Vec3 way = {}) {
  std::string data;
  Vec3 low = mesh.points.front(), high = low;
  for (const Vec3 p : mesh.points) {
    append_point(data, p);
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::fmin(low[axis], p[axis]);
      high[axis] = std::fmax(high[axis], p[axis]);
    }
  }
  const std::size_t points = data.size();
  for (const Int3 t : mesh.triangles)
    for (const int n : {t.x, t.y, t.z}) append_bytes(data, std::uint32_t(n));
  const auto text_of = [](Vec3 p) {
    std::ostringstream text;
    text.precision(9);
    text << '[' << p.x << ',' << p.y << ',' << p.z << ']';
    return text.str();
  };
  std::ostringstream json;
  json << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,)"
       << R"("translation":)" << text_of(way)
       << R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
       << R"("buffers":[{"byteLength":)" << data.size() << R"(}],"bufferViews":[)"
       << R"({"buffer":0,"byteOffset":0,"byteLength":)" << points
       << R"(},{"buffer":0,"byteOffset":)" << points << R"(,"byteLength":)" << data.size() - points
       << R"(}],"accessors":[)"
       << R"({"bufferView":0,"componentType":5126,"count":)" << mesh.points.size()
       << R"(,"type":"VEC3","min":)" << text_of(low) << R"(,"max":)" << text_of(high)
       << R"(},{"bufferView":1,"componentType":5125,"count":)" << 3 * mesh.triangles.size()
       << R"(,"type":"SCALAR"}]})";
  std::string text = json.str();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string bytes = "glTF";
  append_bytes(bytes, std::uint32_t(2));
  append_bytes(bytes, std::uint32_t(12 + 8 + text.size() + 8 + data.size()));
  append_bytes(bytes, std::uint32_t(text.size())), bytes += "JSON", bytes += text;
  append_bytes(bytes, std::uint32_t(data.size())), bytes += std::string("BIN\0", 4), bytes += data;
  return bytes;
}

/// A folder of files that goes with the test.
class Files {
 public:
  Files() { std::filesystem::create_directories(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  ~Files() { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// @return its path
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("es_meshes_" + std::to_string(getpid()));
};

}  // namespace eulersolid::test
