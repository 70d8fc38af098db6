#include "io/geometry/distances/index_mesh.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>

#include <limits>

namespace eulersolid {

void IndexMesh::add(const TriangleMesh& mesh, const SampleGrid& grid) {
  const int first = int(points.size());
  for (const Vec3 p : mesh.points) points.push_back((1 / grid.spacing) * (p - grid.origin));
  for (const Int3 t : mesh.triangles) triangles.push_back({first + t.x, first + t.y, first + t.z});
}

/// By the adapter that OpenVDB's library was built for: one of our own would be compiled with all
/// of its algorithm, for two minutes. In one thread: which of two faces as near is the nearest
/// would depend on their number.
std::vector<double> distances(const IndexMesh& mesh, const SampleGrid& grid, double reach) {
  const tbb::global_control serial(tbb::global_control::max_allowed_parallelism, 1);
  using namespace openvdb;
  using namespace openvdb::tools;
  std::vector<Vec3s> points;
  std::vector<Vec3I> triangles;
  for (const Vec3 p : mesh.points) points.emplace_back(p.x, p.y, p.z);
  for (const Int3 t : mesh.triangles) triangles.emplace_back(t.x, t.y, t.z);
  util::NullInterrupter never;
  const auto transform = math::Transform::createLinearTransform(1.0);
  const float outside = float(reach / grid.spacing) + 2;
  const auto volume = meshToVolume<FloatGrid>(
      never, QuadAndTriangleDataAdapter<Vec3s, Vec3I>(points, triangles), *transform, outside,
      std::numeric_limits<float>::max(), DISABLE_RENORMALIZATION | DISABLE_NARROW_BAND_TRIMMING);
  const auto values = volume->getConstAccessor();
  std::vector<double> result(std::size_t(grid.samples.count()));
  for (Index s = 0; s < grid.samples.count(); ++s) {
    const Int3 at = grid.samples.coordinates(s);
    result[std::size_t(s)] = grid.spacing * double(values.getValue({at.x, at.y, at.z}));
  }
  return result;
}

}  // namespace eulersolid
