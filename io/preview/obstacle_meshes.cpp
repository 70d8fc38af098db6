#include "io/preview/obstacle_meshes.h"

#include <cmath>
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

/// A square of a plane through the origin, in the frame of its pose.
SurfaceMesh square_of(const PlacedShape& plane, const Bounds& domain) {
  const Vec3 normal = plane.shape.normal, middle = 0.5 * (domain.low + domain.high);
  const Vec3 way = to_local(plane.pose, middle), foot = way - dot(way, normal) * normal;
  const Vec3 axis = std::fabs(normal.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const double half = norm(domain.high - domain.low);
  const Vec3 along = half * normalized(cross(axis, normal)), across = cross(normal, along);
  SurfaceMesh mesh;
  mesh.positions = {foot - along - across, foot + along - across, foot + along + across,
                    foot - along + across};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  mesh.normals.assign(4, single(normal));
  return mesh;
}

}  // namespace

bool is_solid(const ObstacleSpec& obstacle) {
  return shape_of(obstacle.shape).kind != ShapeKind::plane;
}

ObstacleMeshes::ObstacleMeshes(const std::vector<ObstacleSpec>& obstacles,
                               const std::optional<Bounds>& domain) {
  for (const ObstacleSpec& spec : obstacles) {
    if (is_solid(spec))
      solids_.push_back({spec, shape_mesh(shape_of(spec.shape))});
    else if (domain)
      solids_.push_back({spec, square_of(placed(spec), *domain)});
  }
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
