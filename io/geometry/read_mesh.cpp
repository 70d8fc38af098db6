#include "io/geometry/read_mesh.h"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/geometry/import_scene.h"
#include "io/geometry/mesh_names.h"
#include "io/geometry/shape_file.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

void add(const aiMesh& part, TriangleMesh& mesh) {
  const int first = int(mesh.points.size());
  for (unsigned n = 0; n < part.mNumVertices; ++n) {
    const aiVector3D& p = part.mVertices[n];
    mesh.points.push_back({p.x, p.y, p.z});
  }
  for (unsigned n = 0; n < part.mNumFaces; ++n) {
    const aiFace& face = part.mFaces[n];
    if (face.mNumIndices != 3) continue;  // points and lines
    const unsigned* corner = face.mIndices;
    if (std::max({corner[0], corner[1], corner[2]}) >= part.mNumVertices)
      throw InputError("a face names a vertex that is not there");
    mesh.triangles.push_back(
        {first + int(corner[0]), first + int(corner[1]), first + int(corner[2])});
  }
}

/// Places are read in single precision, of 24 bits, whose steps grow with the distance from the
/// origin: they must be small beside the mesh.
void require_fine_steps(const TriangleMesh& mesh, const std::string& path) {
  constexpr double most = 0.002;  // of the volume of a box
  double far = 0, change = 0;
  for (int axis = 0; axis < 3 && !mesh.points.empty(); ++axis) {
    const auto [low, high] =
        std::ranges::minmax(mesh.points, {}, [axis](Vec3 p) { return p[axis]; });
    const double reach = std::max(std::fabs(low[axis]), std::fabs(high[axis]));
    const double extent = high[axis] - low[axis];
    far = std::max(far, reach);
    if (extent > 0 && std::isfinite(reach)) change += std::ldexp(reach, -23) / extent;
  }
  if (change <= most) return;
  throw InputError(fmt::format(
      "{} is too far from its origin for its size: out to {:.3g}, places are read in "
      "steps of {:.1g}, which would change its volume by up to {:.2g} %; move it nearer",
      path, far, std::ldexp(far, -23), 100 * change));
}

TriangleMesh read(const std::string& path, std::vector<std::string>& remarks) {
  const ImportedScene imported(path, {});
  remarks = imported.remarks();
  const aiScene& scene = imported.scene();
  TriangleMesh mesh;
  try {
    for (unsigned n = 0; n < scene.mNumMeshes; ++n) add(*scene.mMeshes[n], mesh);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} cannot be read as a mesh: {}", path, error.what()));
  }
  require_fine_steps(mesh, path);
  if (imported.y_is_up())
    for (Vec3& p : mesh.points) p = {p.x, -p.z, p.y};
  return mesh;
}

}  // namespace

TriangleMesh read_mesh(const std::string& path, std::vector<std::string>* remarks) {
  require_mesh_name(path);
  return read_shape_file(
      path, [&](std::vector<std::string>& said) { return read(path, said); }, remarks);
}

}  // namespace eulersolid
