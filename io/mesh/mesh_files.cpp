#include "io/mesh/mesh_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "io/mesh/file_parts.h"
#include "io/mesh/usd_mesh.h"
#include "io/mesh/vtk_file.h"

namespace eulersolid {

std::string ply_bytes(const SurfaceMesh& mesh) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment metres, Z up\n";
  bytes += fmt::format("element vertex {}\n", mesh.positions.size());
  for (const char* name :
       {"x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz", "rest_x", "rest_y", "rest_z"})
    bytes += fmt::format("property float {}\n", name);
  for (const NamedValues& its : mesh.scalars) bytes += fmt::format("property float {}\n", its.name);
  bytes += fmt::format("element face {}\nproperty list uchar int vertex_indices\nend_header\n",
                       mesh.triangles.size());
  for (std::size_t n = 0; n < mesh.positions.size(); ++n) {
    append_value(bytes, single(mesh.positions[n])), append_value(bytes, mesh.normals[n]);
    append_value(bytes, mesh.velocity[n]), append_value(bytes, mesh.rest[n]);
    for (const NamedValues& its : mesh.scalars) append_value(bytes, its.values[n]);
  }
  for (const auto& triangle : mesh.triangles) bytes += char(3), append_value(bytes, triangle);
  return bytes;
}

std::string obj_text(const SurfaceMesh& mesh) {
  fmt::memory_buffer out;
  const auto add = [&](const char* kind, auto x, auto y, auto z) {
    fmt::format_to(std::back_inserter(out), "{} {} {} {}\n", kind, x, y, z);
  };
  fmt::format_to(std::back_inserter(out), "# metres, Z up; vt: rest coordinates\no {}\n",
                 identifier(mesh.name));
  for (const Vec3& v : mesh.positions) add("v", float(v.x), float(v.y), float(v.z));
  for (const Vec3f& v : mesh.rest) add("vt", v.x, v.y, v.z);
  for (const Vec3f& v : mesh.normals) add("vn", v.x, v.y, v.z);
  for (const auto& t : mesh.triangles)
    fmt::format_to(std::back_inserter(out), "f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", t[0] + 1,
                   t[1] + 1, t[2] + 1);
  return fmt::to_string(out);
}

std::string usd_text(const SurfaceMesh& mesh, const FileMoment& moment) {
  UsdMesh usd(mesh.name, moment);
  usd.add_points(single(mesh.positions), mesh.velocity);
  usd.add("int[]", "faceVertexCounts",
          fmt::format("[{}]", list(mesh.triangles, [](fmt::memory_buffer& out, const auto&) {
                        fmt::format_to(std::back_inserter(out), "3");
                      })));
  usd.add("int[]", "faceVertexIndices",
          fmt::format("[{}]", list(mesh.triangles, [](fmt::memory_buffer& out, const auto& t) {
                        fmt::format_to(std::back_inserter(out), "{}, {}, {}", t[0], t[1], t[2]);
                      })));
  usd.add_primvar("point3f[]", "rest", "vertex", in_brackets(vectors(mesh.rest)));
  usd.add_scalars(mesh.scalars, mesh.object_id);
  return std::move(usd).text();
}

std::string vtp_bytes(const SurfaceMesh& mesh, double time) {
  std::vector<std::int32_t> corners, ends;
  for (const auto& triangle : mesh.triangles) {
    corners.insert(corners.end(), triangle.begin(), triangle.end());
    ends.push_back(std::int32_t(corners.size()));
  }
  VtkFile file("PolyData", time, "",
               vtk_field("object_id", mesh.object_id) + vtk_field("object_name", {mesh.name}));
  file.open(
      fmt::format("Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" "
                  "NumberOfStrips=\"0\" NumberOfPolys=\"{}\"",
                  mesh.positions.size(), mesh.triangles.size()));
  file.open("PointData Vectors=\"velocity\" Normals=\"normals\"");
  file.add("normals", mesh.normals), file.add("velocity", mesh.velocity);
  file.add("rest", mesh.rest);
  for (const NamedValues& its : mesh.scalars) file.add(its.name, its.values);
  file.close();
  file.open("Points"), file.add("Points", single(mesh.positions)), file.close();
  file.open("Polys"), file.add("connectivity", corners), file.add("offsets", ends), file.close();
  return std::move(file).bytes();
}

std::vector<std::string> frame_kinds(const std::vector<std::string>& surface) {
  std::vector<std::string> kinds;
  for (const std::string& kind : surface) {
    const std::string its = kind == "abc" ? "ply" : kind;
    if (std::ranges::find(kinds, its) == kinds.end()) kinds.push_back(its);
  }
  return kinds;
}

std::string surface_file(std::string_view kind, const SurfaceMesh& mesh, const FileMoment& moment) {
  if (kind == "ply") return ply_bytes(mesh);
  if (kind == "obj") return obj_text(mesh);
  if (kind == "usd") return usd_text(mesh, moment);
  assert(kind == "vtp");
  return vtp_bytes(mesh, moment.time);
}

std::string surface_extension(std::string_view kind) {
  return fmt::format(".{}", kind == "usd" ? "usda" : kind);
}

}  // namespace eulersolid
