#include "io/preview/preview_mesh.h"

#include <algorithm>
#include <cmath>

#include "io/mesh/dual_contour.h"

namespace eulersolid {

namespace {

void add(PreviewMesh& all, const SurfaceMesh& mesh, int owner) {
  const int first = int(all.positions.size());
  all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
  for (const Vec3f n : mesh.normals) all.normals.push_back({n.x, n.y, n.z});
  for (const Vec3f X : mesh.rest) all.rest.push_back({X.x, X.y, X.z});
  for (const auto& t : mesh.triangles) {
    all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    all.owner.push_back(owner);
  }
}

/// A shape as a field to look up.
class PlacedField : public LevelField {
 public:
  PlacedField(const PlacedShape& shape, double step) : shape_(shape), step_(step) {}
  double level(Vec3 x) const override { return signed_distance(shape_, x); }
  Vec3 normal(Vec3 x) const override {
    Vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 aside;
      aside[axis] = step_;
      slope[axis] = level(x + aside) - level(x - aside);
    }
    return normalized(slope);
  }

 private:
  const PlacedShape& shape_;
  double step_;
};

SurfaceMesh shape_mesh(const PlacedShape& shape) {
  // Samples along the longest side: what is made of others, or sampled itself, has finer parts.
  const int across = shape.shape.kind == ShapeKind::sampled ? 80 : 40;
  const Bounds box = bounds(shape);
  const Vec3 size = box.high - box.low;
  const double step = std::max({size.x, size.y, size.z}) / across;
  const auto count = [&](double length) { return int(std::ceil(length / step)) + 3; };
  const Cells points{count(size.x), count(size.y), count(size.z)};
  // Off the box, so that no face lies on samples.
  const Vec3 origin = 0.5 * (box.low + box.high) -
                      (0.5 * step) * Vec3{points.nx - 0.9, points.ny - 0.9, points.nz - 0.9};
  std::vector<float> level;
  level.reserve(std::size_t(points.count()));
  for (Index n = 0; n < points.count(); ++n) {
    const Int3 at = points.coordinates(n);
    level.push_back(float(
        signed_distance(shape, origin + step * Vec3{double(at.x), double(at.y), double(at.z)})));
  }
  return dual_contour(
      {origin, step, points, &level},
      PlacedField(shape, (shape.shape.kind == ShapeKind::sampled ? 0.2 : 1e-5) * step));
}

}  // namespace

PreviewMesh preview_mesh(const FrameMeshes& meshes) {
  PreviewMesh all;
  all.is_closed = true;
  for (std::size_t body = 0; body < meshes.bodies.size(); ++body)
    add(all, meshes.bodies[body], int(body) + 1);
  return all;
}

PreviewMesh obstacle_mesh(const std::vector<PlacedShape>& obstacles) {
  PreviewMesh all;
  all.is_closed = true;
  for (std::size_t n = 0; n < obstacles.size(); ++n)
    if (obstacles[n].shape.kind != ShapeKind::plane) add(all, shape_mesh(obstacles[n]), int(n) + 1);
  return all;
}

}  // namespace eulersolid
