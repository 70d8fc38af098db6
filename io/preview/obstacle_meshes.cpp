#include "io/preview/obstacle_meshes.h"

#include <utility>

#include "io/mesh/file_parts.h"
#include "io/mesh/shape_mesh.h"
#include "shapes/obstacle.h"

namespace eulersolid {

namespace {

/// How long velocities are means over: between keyframes they are constant [s].
constexpr double moment = 1e-6;

ObstacleState state_at(const ObstacleSpec& spec, double time) {
  return {placed(spec, time), mean_rate(spec.motion, time, moment),
          mean_turning_rate(spec.turning, time, moment)};
}

}  // namespace

bool is_solid(const ObstacleSpec& obstacle) {
  return shape_of(obstacle.shape).kind != ShapeKind::plane;
}

ObstacleMeshes::ObstacleMeshes(const std::vector<ObstacleSpec>& obstacles) {
  for (const ObstacleSpec& spec : obstacles)
    if (is_solid(spec)) solids_.push_back({spec, shape_mesh(shape_of(spec.shape))});
}

std::vector<SurfaceMesh> ObstacleMeshes::at(double time) const {
  std::vector<SurfaceMesh> meshes;
  for (const Solid& solid : solids_) {
    SurfaceMesh mesh = solid.mesh;
    mesh.name = solid.spec.name;
    const Pose start = placed(solid.spec).pose;
    for (const Vec3& at : mesh.positions) mesh.rest.push_back(single(to_world(start, at)));
    const ObstacleState now = state_at(solid.spec, time);
    move(mesh, now.pose);
    for (const Vec3& at : mesh.positions) mesh.velocity.push_back(single(velocity_at(now, at)));
    meshes.push_back(std::move(mesh));
  }
  return meshes;
}

}  // namespace eulersolid
