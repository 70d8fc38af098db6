#include "io/mesh/embedded_files.h"

#include <cassert>
#include <cstdint>
#include <map>
#include <tuple>

#include "io/mesh/file_parts.h"
#include "io/mesh/usd_mesh.h"

namespace eulersolid {

namespace {

std::string remark_on(const EmbeddedMesh& mesh) {
  return mesh.lost == 0 ? ""
                        : fmt::format("{} of {} points were lost and moved as the nearest node is",
                                      mesh.lost, mesh.positions.size());
}

/// Each texture's place once, and which of them each corner has.
struct TextureList {
  std::vector<TexturePlace> places;
  std::vector<int> of_corner;

  explicit TextureList(const SourceMesh& source) {
    std::map<std::pair<double, double>, int> numbers;
    for (const TexturePlace& place : source.texture) {
      const auto [entry, is_new] = numbers.try_emplace({place.s, place.t}, int(places.size()));
      if (is_new) places.push_back(place);
      of_corner.push_back(entry->second);
    }
  }
};

}  // namespace

std::string embedded_obj(const EmbeddedMesh& mesh, const SourceMesh& source) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "# metres, Z up\n");
  if (mesh.lost > 0) fmt::format_to(std::back_inserter(out), "# {}\n", remark_on(mesh));
  fmt::format_to(std::back_inserter(out), "o {}\n", identifier(mesh.name));
  for (const Vec3f& v : single(mesh.positions))
    fmt::format_to(std::back_inserter(out), "v {} {} {}\n", v.x, v.y, v.z);
  const TextureList texture(source);
  for (const TexturePlace& place : texture.places)
    fmt::format_to(std::back_inserter(out), "vt {} {}\n", float(place.s), float(place.t));
  std::size_t corner = 0;
  for (const int size : source.face_sizes) {
    fmt::format_to(std::back_inserter(out), "f");
    for (int n = 0; n < size; ++n, ++corner) {
      fmt::format_to(std::back_inserter(out), " {}", source.corners[corner] + 1);
      if (!texture.places.empty())
        fmt::format_to(std::back_inserter(out), "/{}", texture.of_corner[corner] + 1);
    }
    fmt::format_to(std::back_inserter(out), "\n");
  }
  return fmt::to_string(out);
}

std::string embedded_usd(const EmbeddedMesh& mesh, const SourceMesh& source,
                         const FileMoment& moment) {
  UsdMesh usd(mesh.name, moment);
  const auto add = [&](const char* type, const char* name, const std::string& values) {
    usd.add(type, name, in_brackets(values), UsdTime::always);
  };
  if (mesh.lost > 0) usd.add_line(fmt::format("custom string remark = \"{}\"", remark_on(mesh)));
  usd.add_points(single(mesh.positions), mesh.velocity);
  add("int[]", "faceVertexCounts", numbers(source.face_sizes));
  add("int[]", "faceVertexIndices", numbers(source.corners));
  usd.add_primvar("point3f[]", "rest", "vertex", in_brackets(vectors(single(source.points))),
                  UsdTime::always);
  usd.add_scalars(mesh.scalars, mesh.object_id);
  const TextureList texture(source);
  if (texture.places.empty()) return std::move(usd).text();
  const std::string places = list(texture.places, [](fmt::memory_buffer& out, TexturePlace place) {
    fmt::format_to(std::back_inserter(out), "({}, {})", float(place.s), float(place.t));
  });
  usd.add_primvar("texCoord2f[]", "st", "faceVarying", in_brackets(places), UsdTime::always);
  add("int[]", "primvars:st:indices", numbers(texture.of_corner));
  return std::move(usd).text();
}

std::string embedded_ply(const EmbeddedMesh& mesh, const SourceMesh& source) {
  // Vertices are pairs of a point and a texture's place.
  const TextureList texture(source);
  const bool textured = !texture.places.empty();
  std::map<std::pair<int, int>, int> numbers_of;
  std::vector<std::pair<int, int>> vertices;
  std::vector<int> corners;
  for (std::size_t c = 0; c < source.corners.size(); ++c) {
    const std::pair<int, int> vertex{source.corners[c], textured ? texture.of_corner[c] : 0};
    const auto [entry, is_new] = numbers_of.try_emplace(vertex, int(vertices.size()));
    if (is_new) vertices.push_back(vertex);
    corners.push_back(entry->second);
  }
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment metres, Z up\n";
  if (mesh.lost > 0) bytes += fmt::format("comment {}\n", remark_on(mesh));
  bytes += fmt::format("element vertex {}\n", vertices.size());
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "rest_x", "rest_y", "rest_z"})
    bytes += fmt::format("property float {}\n", name);
  for (const NamedValues& its : mesh.scalars) bytes += fmt::format("property float {}\n", its.name);
  if (textured) bytes += "property float s\nproperty float t\n";
  bytes += fmt::format("element face {}\nproperty list int int vertex_indices\nend_header\n",
                       source.face_sizes.size());
  for (const auto& [point, place] : vertices) {
    const auto n = std::size_t(point);
    append_value(bytes, single(mesh.positions[n])), append_value(bytes, mesh.velocity[n]);
    append_value(bytes, single(source.points[n]));
    for (const NamedValues& its : mesh.scalars) append_value(bytes, its.values[n]);
    if (!textured) continue;
    append_value(bytes, float(texture.places[std::size_t(place)].s));
    append_value(bytes, float(texture.places[std::size_t(place)].t));
  }
  auto corner = corners.begin();
  for (const int size : source.face_sizes) {
    append_value(bytes, std::int32_t(size));
    for (int n = 0; n < size; ++n) append_value(bytes, std::int32_t(*corner++));
  }
  return bytes;
}

bool has_texture_places(std::string_view kind) { return kind != "vtp"; }

std::string embedded_file(std::string_view kind, const EmbeddedMesh& mesh, const SourceMesh& source,
                          const FileMoment& moment) {
  if (kind == "obj") return embedded_obj(mesh, source);
  if (kind == "usd") return embedded_usd(mesh, source, moment);
  assert(kind == "ply");
  return embedded_ply(mesh, source);
}

}  // namespace eulersolid
