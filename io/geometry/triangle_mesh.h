#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A surface of triangles, as numbers of points; Int3 is three of these.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<Int3> triangles;
};

/// Points of a mesh that are closer than this part of its extent are one [-]: programs write the
/// two sides of a seam by different roundings of 24 bits, and digits of text are fewer.
constexpr double joined_part = 1e-6;

/// One point, the first, for all that are closer to it than joined_part of the greatest extent of
/// the mesh; without triangles of less than three points, and without points of no triangle.
/// Coordinates must be finite.
TriangleMesh joined(const TriangleMesh& mesh);

/// The mesh as bytes, from one process to another.
std::string bytes_of(const TriangleMesh& mesh);

/// @throws InputError, with `name`, where the bytes are none of a mesh
TriangleMesh mesh_of_bytes(std::string_view bytes, const std::string& name);

/// A number that differs where meshes differ: FNV-1a, 64 bits, of their bytes, as 16 digits.
std::string checksum(const TriangleMesh& mesh);

}  // namespace eulersolid
