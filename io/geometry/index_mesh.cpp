#include "io/geometry/index_mesh.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>

#include <limits>

namespace eulersolid {

namespace {

/// As OpenVDB asks for a mesh.
struct MeshAdapter {
  const IndexMesh& mesh;

  std::size_t polygonCount() const { return mesh.triangles.size(); }
  std::size_t pointCount() const { return mesh.points.size(); }
  std::size_t vertexCount(std::size_t) const { return 3; }
  void getIndexSpacePoint(std::size_t face, std::size_t corner, openvdb::Vec3d& at) const {
    const Int3 t = mesh.triangles[face];
    const Vec3 p = mesh.points[std::size_t(corner == 0 ? t.x : corner == 1 ? t.y : t.z)];
    at = {p.x, p.y, p.z};
  }
};

}  // namespace

void IndexMesh::add(const TriangleMesh& mesh, const SampleGrid& grid) {
  const int first = int(points.size());
  for (const Vec3 p : mesh.points) points.push_back((1 / grid.spacing) * (p - grid.origin));
  for (const Int3 t : mesh.triangles) triangles.push_back({first + t.x, first + t.y, first + t.z});
}

/// In one thread: which of two faces as near is the nearest would depend on their number.
std::vector<double> distances(const IndexMesh& mesh, const SampleGrid& grid, double reach) {
  const tbb::global_control serial(tbb::global_control::max_allowed_parallelism, 1);
  using namespace openvdb::tools;
  const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
  const float outside = float(reach / grid.spacing) + 2;
  const auto volume = meshToVolume<openvdb::FloatGrid>(
      MeshAdapter{mesh}, *transform, outside, std::numeric_limits<float>::max(),
      DISABLE_RENORMALIZATION | DISABLE_NARROW_BAND_TRIMMING);
  const auto values = volume->getConstAccessor();
  std::vector<double> result(std::size_t(grid.samples.count()));
  for (Index s = 0; s < grid.samples.count(); ++s) {
    const Int3 at = grid.samples.coordinates(s);
    result[std::size_t(s)] = grid.spacing * double(values.getValue({at.x, at.y, at.z}));
  }
  return result;
}

}  // namespace eulersolid
