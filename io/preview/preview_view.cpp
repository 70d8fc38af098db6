#include "io/preview/preview_view.h"

#include <algorithm>

namespace eulersolid {

namespace {

void include(Bounds& all, const Bounds& other) {
  for (int axis = 0; axis < 3; ++axis) {
    all.low[axis] = std::min(all.low[axis], other.low[axis]);
    all.high[axis] = std::max(all.high[axis], other.high[axis]);
  }
}

Bounds clipped(Bounds box, const Bounds& domain) {
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::clamp(box.low[axis], domain.low[axis], domain.high[axis]);
    box.high[axis] = std::clamp(box.high[axis], domain.low[axis], domain.high[axis]);
  }
  return box;
}

/// The body at a time when nothing is in its way.
Bounds in_flight(const BodySpec& body, const KeyframedVector& gravity, double time) {
  PlacedShape shape = placed(body);
  shape.pose.position += time * body.velocity + way_from_rest(gravity, time);
  return bounds(shape);
}

}  // namespace

Bounds expected_view(const Scene& scene) {
  constexpr int moments = 16;
  const Bounds domain{scene.grid.origin, scene.grid.origin + scene.grid.size};
  Bounds view = bounds(placed(scene.bodies.front()));
  for (const BodySpec& body : scene.bodies) include(view, bounds(placed(body)));
  for (int moment = 0; moment <= moments; ++moment) {
    const double time = moment * scene.time.duration / moments;
    for (const BodySpec& body : scene.bodies)
      include(view, clipped(in_flight(body, scene.gravity, time), domain));
    for (const ObstacleSpec& obstacle : scene.obstacles)
      if (shape_of(obstacle.shape).kind != ShapeKind::plane)
        include(view, clipped(bounds(placed(obstacle, time)), domain));
  }
  return view;
}

}  // namespace eulersolid
