#include "io/preview/file_mesh.h"

#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace eulersolid {

namespace {

Vec3 plain(const openvdb::Vec3d& v) { return {v.x(), v.y(), v.z()}; }
openvdb::Vec3d vdb_vector(Vec3 v) { return {v.x, v.y, v.z}; }

/// The slope of a level set, from a voxel inside: there the field of an edge is that of one of its
/// faces.
class Slopes {
 public:
  explicit Slopes(const openvdb::FloatGrid& grid)
      : grid_(grid), values_(grid.tree()), h_(grid.voxelSize().x()) {}

  Vec3 normal(Vec3 x) const { return slope(x - h_ * slope(x)); }

 private:
  double level(Vec3 x) const {
    return double(openvdb::tools::BoxSampler::sample(values_, grid_.worldToIndex(vdb_vector(x))));
  }
  Vec3 slope(Vec3 x) const {
    Vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 step;
      step[axis] = 0.5 * h_;
      slope[axis] = level(x + step) - level(x - step);
    }
    return normalized(slope);
  }

  const openvdb::FloatGrid& grid_;
  openvdb::FloatGrid::ConstUnsafeAccessor values_;
  double h_;
};

/// Turns the points of a surface into vertices.
class Vertices {
 public:
  Vertices(const PreviewGrids& grids, const std::vector<openvdb::Vec3s>& points)
      : grids_(grids),
        points_(points),
        h_(grids.surface->voxelSize().x()),
        slopes_(*grids.surface),
        made_(points.size(), {0, -1}) {
    if (grids.object_id) ids_.emplace(grids.object_id->tree());
    if (grids.rest) rests_.emplace(grids.rest->tree());
  }

  /// Add a triangle, its sense given by the surface.
  void add(PreviewMesh& mesh, std::array<openvdb::Index32, 3> corners) {
    const Vec3 a = at(corners[0]), b = at(corners[1]), c = at(corners[2]);
    const Vec3 middle = (1.0 / 3) * (a + b + c), outward = slopes_.normal(middle);
    if (dot(cross(b - a, c - a), outward) < 0) std::swap(corners[1], corners[2]);
    const int owner = owner_of(middle, outward);
    mesh.triangles.push_back({vertex(mesh, corners[0], owner), vertex(mesh, corners[1], owner),
                              vertex(mesh, corners[2], owner)});
    mesh.owner.push_back(owner);
  }

 private:
  struct Made {
    int owner, vertex;
  };
  Vec3 at(openvdb::Index32 point) const { return plain(points_[point]); }

  /// Number of the body whose surface this is: numbers begin with the first voxel inside.
  int owner_of(Vec3 x, Vec3 outward) {
    if (!ids_) return 1;
    for (double depth = 0.25; depth <= 2; depth += 0.25) {
      const openvdb::Vec3d index =
          grids_.object_id->worldToIndex(vdb_vector(x - (depth * h_) * outward));
      const int id = int(ids_->getValue(openvdb::Coord::round(index)));
      if (id > 0) return id;
    }
    return 1;
  }

  int vertex(PreviewMesh& mesh, openvdb::Index32 point, int owner) {
    Made& made = made_[point];
    if (made.vertex >= 0 && made.owner == owner) return made.vertex;
    made = {owner, int(mesh.positions.size())};
    const Vec3 x = at(point);
    mesh.positions.push_back(x);
    mesh.normals.push_back(slopes_.normal(x));
    if (rests_) mesh.rest.push_back(rest(x, owner));
    return made.vertex;
  }

  /// Trilinear between the voxels around that belong to the body.
  Vec3 rest(Vec3 x, int owner) {
    const openvdb::Vec3d index = grids_.rest->worldToIndex(vdb_vector(x));
    const openvdb::Coord low = openvdb::Coord::floor(index);
    Vec3 sum;
    double weights = 0;
    for (int n = 0; n < 8; ++n) {
      const openvdb::Coord voxel = low.offsetBy(n & 1, (n >> 1) & 1, n >> 2);
      openvdb::Vec3f value;
      if (!rests_->probeValue(voxel, value)) continue;
      if (ids_ && int(ids_->getValue(voxel)) != owner) continue;
      double weight = 1;
      for (int axis = 0; axis < 3; ++axis)
        weight *= std::max(1e-3, 1 - std::fabs(index[axis] - voxel[axis]));
      sum += weight * Vec3{value.x(), value.y(), value.z()};
      weights += weight;
    }
    return weights > 0 ? (1 / weights) * sum : x;
  }

  const PreviewGrids& grids_;
  const std::vector<openvdb::Vec3s>& points_;
  double h_;
  Slopes slopes_;
  std::optional<openvdb::FloatGrid::ConstAccessor> ids_;
  std::optional<openvdb::Vec3SGrid::ConstAccessor> rests_;
  std::vector<Made> made_;
};

}  // namespace

PreviewMesh file_mesh(const PreviewGrids& grids) {
  std::vector<openvdb::Vec3s> points;
  std::vector<openvdb::Vec3I> triangles;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(*grids.surface, points, triangles, quads);
  PreviewMesh mesh;
  Vertices vertices(grids, points);
  for (const openvdb::Vec3I& t : triangles) vertices.add(mesh, {t[0], t[1], t[2]});
  for (const openvdb::Vec4I& q : quads) {
    vertices.add(mesh, {q[0], q[1], q[2]});
    vertices.add(mesh, {q[0], q[2], q[3]});
  }
  return mesh;
}

}  // namespace eulersolid
