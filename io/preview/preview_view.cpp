#include "io/preview/preview_view.h"

#include <algorithm>
#include <vector>

#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

Bounds clipped(Bounds box, const Bounds& domain) {
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::clamp(box.low[axis], domain.low[axis], domain.high[axis]);
    box.high[axis] = std::clamp(box.high[axis], domain.low[axis], domain.high[axis]);
  }
  return box;
}

/// Planes of a scene as they are at a time.
std::vector<PlacedShape> planes_at(const Scene& scene, double time) {
  std::vector<PlacedShape> planes;
  for (const ObstacleSpec& obstacle : scene.obstacles)
    if (shape_of(obstacle.shape).kind == ShapeKind::plane) planes.push_back(placed(obstacle, time));
  return planes;
}

/// A body without friction that glides along planes where it meets them, and flies elsewhere: what
/// it does takes it no farther.
class Glider {
 public:
  explicit Glider(const BodySpec& body) : shape_(placed(body)), velocity_(body.velocity) {}

  Bounds box() const { return bounds(shape_); }

  void move(double dt, Vec3 acceleration, const std::vector<PlacedShape>& planes) {
    shape_.pose.position += dt * velocity_ + (0.5 * dt * dt) * acceleration;
    velocity_ += dt * acceleration;
    for (const PlacedShape& plane : planes) {
      const Vec3 normal = plane.pose.rotation * plane.shape.normal;
      const double height = extent_along(shape_, normal).low - dot(plane.pose.position, normal);
      if (height >= 0) continue;
      shape_.pose.position -= height * normal;
      velocity_ -= std::min(0.0, dot(velocity_, normal)) * normal;
    }
  }

 private:
  PlacedShape shape_;
  Vec3 velocity_;
};

void include_flights(const Scene& scene, const Bounds& domain, Bounds& view) {
  constexpr int steps = 256;
  std::vector<Glider> gliders(scene.bodies.begin(), scene.bodies.end());
  const double dt = scene.time.duration / steps;
  for (int step = 0; step < steps; ++step) {
    const double time = step * dt;
    const Vec3 gravity = dt > 0 ? mean_value(scene.gravity, time, dt) : Vec3{};
    const std::vector<PlacedShape> planes = planes_at(scene, time + dt);
    for (Glider& glider : gliders) {
      glider.move(dt, gravity, planes);
      add(view, clipped(glider.box(), domain));
    }
  }
}

}  // namespace

Bounds expected_view(const Scene& scene) {
  constexpr int moments = 16;
  const Bounds domain{scene.grid.origin, scene.grid.origin + scene.grid.size};
  Bounds view = bounds_at_start(scene.bodies.front());
  for (const BodySpec& body : scene.bodies) add(view, bounds_at_start(body));
  for (int moment = 0; moment <= moments; ++moment) {
    const double time = moment * scene.time.duration / moments;
    for (const ObstacleSpec& obstacle : scene.obstacles)
      if (shape_of(obstacle.shape).kind != ShapeKind::plane)
        add(view, clipped(bounds(placed(obstacle, time)), domain));
  }
  include_flights(scene, domain, view);
  return view;
}

}  // namespace eulersolid
