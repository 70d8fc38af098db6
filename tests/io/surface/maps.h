#pragma once

/// Maps of bodies with a known answer.

#include "io/surface/frame_maps.h"
#include "tests/io/vdb/frames.h"

namespace eulersolid {

/// Add a body of a shape, in a box of the grid that leaves `margin` cells around the shape as it is
/// at rest. `u_of(x)` is its displacement at a point of space [m]; its velocity is (1, 2 x, 3).
template <class Displacement>
void add_map(FrameMaps& frame, const std::string& name, const PlacedShape& shape, Displacement u_of,
             int margin = 6) {
  BodyMap body;
  body.name = name, body.shape = shape;
  const Bounds box = bounds(shape);
  int size[3];
  for (int axis = 0; axis < 3; ++axis) {
    body.first[axis] = int(std::floor((box.low[axis] - frame.origin[axis]) / frame.h)) - margin;
    size[axis] = int(std::ceil((box.high[axis] - frame.origin[axis]) / frame.h)) + margin + 1 -
                 body.first[axis];
  }
  body.nodes = {size[0], size[1], size[2]};
  for (Index n = 0; n < body.nodes.count(); ++n) {
    const Int3 at = body.first + body.nodes.coordinates(n);
    const Vec3 x = frame.origin + frame.h * Vec3{double(at.x), double(at.y), double(at.z)};
    body.u.push_back(u_of(x));
    body.velocity.push_back({1, float(2 * x.x), 3});
    body.known.push_back(1);
  }
  frame.bodies.push_back(std::move(body));
}

inline Vec3 no_displacement(Vec3) { return {}; }

inline FrameMaps empty_maps() {
  FrameMaps frame;
  frame.frame = 7, frame.time = 0.24;
  frame.origin = {-0.3, 0.2, 0.1}, frame.h = 0.05;
  return frame;
}

/// One sphere somewhere off the grid's symmetries, `cells` cells in radius.
inline FrameMaps sphere_maps(double cells) {
  FrameMaps frame = empty_maps();
  add_map(frame, "ball", {Shape::sphere(cells * frame.h), {{0.513, 0.871, 0.702}}},
          no_displacement);
  return frame;
}

}  // namespace eulersolid
