#include "io/mesh/shape_mesh.h"

#include <algorithm>
#include <cmath>

#include "io/mesh/contour/dual_contour.h"
#include "io/mesh/file_parts.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {

namespace {

Vec3 product(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// A shape in coordinates of its own along each axis, in which flat ones are as thick as wide.
class StretchedShape : public LevelField {
 public:
  /// @param unit   of the coordinates, along each axis [m]
  /// @param aside  how far, in them, slopes look
  StretchedShape(const Shape& shape, Vec3 unit, double aside)
      : shape_{shape, {}}, unit_(unit), aside_(aside) {}

  double distance(Vec3 q) const { return DistanceAround(shape_, product(unit_, q)).value(); }
  /// To first order the distance in these coordinates, as far as their units may differ.
  LevelPoint at(Vec3 q) const override {
    const Vec3 slopes = gradient(q);
    const double slope = norm(slopes);
    return {slope > 0 ? distance(q) / slope : distance(q) / unit_.x, normalized(slopes)};
  }
  double level(Vec3 q) const override { return at(q).level; }

 private:
  Vec3 gradient(Vec3 q) const {
    const DistanceAround around(shape_, product(unit_, q));
    Vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 aside;
      aside[axis] = aside_;
      slope[axis] = (around.at(product(unit_, q + aside)) - around.at(product(unit_, q - aside))) /
                    (2 * aside_);
    }
    return slope;
  }

  PlacedShape shape_;
  Vec3 unit_;
  double aside_;
};

}  // namespace

void move(SurfaceMesh& mesh, const Pose& pose) {
  for (Vec3& at : mesh.positions) at = to_world(pose, at);
  for (Vec3f& n : mesh.normals) n = single(pose.rotation * Vec3{n.x, n.y, n.z});
}

Int3 cells_of(const Shape& shape) {
  const int across = shape.kind == ShapeKind::sampled ? 80 : 40;
  return {across, across, across};
}

Int3 cells_of(const Shape& shape, double size) {
  const Bounds box = bounds(PlacedShape{shape, {}});
  const Vec3 sides = box.high - box.low;
  Int3 cells;
  for (int axis = 0; axis < 3; ++axis)
    cells[axis] = int(std::ceil(std::clamp(sides[axis] / size, 8.0, 160.0)));
  return cells;
}

SurfaceMesh shape_mesh(const Shape& shape, Int3 across) {
  const bool is_sampled = shape.kind == ShapeKind::sampled;
  const bool is_round = is_sampled && shape.samples.sharp == nullptr;  // where it has edges
  const Bounds box = bounds(PlacedShape{shape, {}});
  const Vec3 sides = box.high - box.low;
  const Vec3 unit{sides.x / across.x, sides.y / across.y, sides.z / across.z};
  const StretchedShape stretched(shape, unit, is_round ? 0.2 : 1e-5);
  // Off the box, so that no face lies on samples.
  const Cells cells{across.x + 3, across.y + 3, across.z + 3};
  const Vec3 middle = 0.5 * (box.low + box.high);
  Vec3 origin;
  for (int axis = 0; axis < 3; ++axis)
    origin[axis] = middle[axis] / unit[axis] - 0.5 * (across[axis] + 2.1);
  std::vector<float> level;
  level.reserve(std::size_t(cells.count()));
  for (Index n = 0; n < cells.count(); ++n) {
    const Int3 at = cells.coordinates(n);
    level.push_back(
        float(stretched.distance(origin + Vec3{double(at.x), double(at.y), double(at.z)})));
  }
  SurfaceMesh mesh = dual_contour({origin, 1, cells, &level}, stretched);
  for (Vec3& at : mesh.positions) at = product(unit, at);
  for (Vec3f& n : mesh.normals)
    n = single(normalized(Vec3{n.x / unit.x, n.y / unit.y, n.z / unit.z}));
  return mesh;
}

SurfaceMesh placed_mesh(const PlacedShape& placed, Int3 cells) {
  SurfaceMesh mesh = shape_mesh(placed.shape, cells);
  move(mesh, placed.pose);
  return mesh;
}

SourceMesh embedded_source(const PlacedShape& placed, double size) {
  const SurfaceMesh mesh = placed_mesh(placed, cells_of(placed.shape, size));
  SourceMesh source;
  source.points = mesh.positions;
  source.face_sizes.assign(mesh.triangles.size(), 3);
  for (const auto& triangle : mesh.triangles)
    source.corners.insert(source.corners.end(), triangle.begin(), triangle.end());
  return source;
}

}  // namespace eulersolid
