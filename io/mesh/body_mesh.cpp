#include "io/mesh/body_mesh.h"

#include <tbb/parallel_for.h>

#include "io/mesh/contour/dual_contour.h"
#include "io/surface/deformed_shape.h"

namespace eulersolid {

namespace {

/// A deformed shape as a field to look up.
class ShapeField : public LevelField {
 public:
  explicit ShapeField(const DeformedShape& shape) : shape_(shape) {}
  double level(Vec3 x) const override { return shape_.level(x); }
  LevelPoint at(Vec3 x) const override {
    const DeformedShape::LevelAround around = shape_.level_around(x);
    return {around.level, around.gradient};
  }

 private:
  const DeformedShape& shape_;
};

}  // namespace

SurfaceMesh body_mesh(const BodyMap& body, const BodySample& sample, const FrameMaps& maps,
                      double voxel) {
  const DeformedShape shape(body, maps.origin, maps.h);
  const Vec3 first =
      maps.origin + voxel * Vec3{sample.first.x + 0.5, sample.first.y + 0.5, sample.first.z + 0.5};
  SurfaceMesh mesh = dual_contour({first, voxel, sample.cells, &sample.sdf}, ShapeField(shape));
  mesh.name = body.name;
  const std::size_t count = mesh.positions.size();
  mesh.velocity.resize(count), mesh.rest.resize(count);
  tbb::parallel_for(std::size_t(0), count, [&](std::size_t n) {
    const Vec3 x = mesh.positions[n], X = shape.rest(x);
    mesh.rest[n] = {float(X.x), float(X.y), float(X.z)};
    mesh.velocity[n] = shape.velocity(x);
  });
  mesh.scalars = shape.cell_values(mesh.positions);
  return mesh;
}

FrameMeshes frame_meshes(const FrameMaps& maps, const FrameSample& sample) {
  FrameMeshes meshes{maps.frame, maps.time, {}};
  for (std::size_t b = 0; b < maps.bodies.size(); ++b) {
    meshes.bodies.push_back(body_mesh(maps.bodies[b], sample.bodies[b], maps, sample.h));
    meshes.bodies.back().object_id = int(b) + 1;
  }
  return meshes;
}

}  // namespace eulersolid
