#include "io/geometry/grid_surface.h"

#include <openvdb/tools/VolumeToMesh.h>
#include <tbb/global_control.h>

namespace eulersolid {

TriangleMesh grid_surface(const openvdb::FloatGrid& grid, double level) {
  const tbb::global_control serial(tbb::global_control::max_allowed_parallelism, 1);
  std::vector<openvdb::Vec3s> points;
  std::vector<openvdb::Vec3I> triangles;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(grid, points, triangles, quads, level, 0);
  TriangleMesh mesh;
  for (const openvdb::Vec3s& p : points) mesh.points.push_back({p.x(), p.y(), p.z()});
  const auto add = [&](openvdb::Index32 a, openvdb::Index32 b, openvdb::Index32 c) {
    mesh.triangles.push_back({int(a), int(b), int(c)});
  };
  for (const openvdb::Vec3I& t : triangles) add(t[0], t[1], t[2]);
  for (const openvdb::Vec4I& q : quads) add(q[0], q[1], q[2]), add(q[0], q[2], q[3]);
  return mesh;
}

}  // namespace eulersolid
