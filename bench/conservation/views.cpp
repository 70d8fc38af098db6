#include "bench/conservation/views.h"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

Vec3 absolute(Vec3 v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

Vec3 seen_place(const View& view, Vec3 place, double time) {
  return view.scale * (view.turn * (place + time * view.velocity));
}

/// Of what turns: a reflection turns it the other way.
Vec3 seen_axis(const View& view, Vec3 axis) { return determinant(view.turn) * (view.turn * axis); }

ShapeSpec seen_shape(const View& view, ShapeSpec shape) {
  if (shape.samples)
    throw InputError(
        "a shape given by samples cannot be seen otherwise: use spheres, boxes, "
        "cylinders and planes");
  for (auto& [key, value] : shape.values) {
    if (double* length = std::get_if<double>(&value)) *length *= view.scale;
    if (Vec3* vector = std::get_if<Vec3>(&value))
      *vector = key == "normal" ? view.turn * *vector : view.scale * absolute(view.turn * *vector);
  }
  return shape;
}

BodySpec seen_body(const View& view, BodySpec body) {
  body.shape = seen_shape(view, body.shape);
  body.centre = seen_place(view, body.centre, 0);
  body.rotation.axis = seen_axis(view, body.rotation.axis);
  body.velocity = view.turn * (body.velocity + view.velocity);
  body.angular_velocity = (1 / view.scale) * seen_axis(view, body.angular_velocity);
  body.material.viscosity *= view.scale;
  return body;
}

/// With a keyframe before the start and one after the end, so that what rests in the scene moves
/// all along.
KeyframedVector seen_motion(const View& view, const KeyframedVector& motion, double duration) {
  KeyframedVector seen{seen_place(view, motion.value, 0), {}};
  if (motion.keyframes.empty() && norm(view.velocity) == 0) return seen;
  std::vector<double> times{-duration};
  for (const Keyframe& keyframe : motion.keyframes) times.push_back(keyframe.time);
  times.push_back(std::max(times.back(), duration) + duration);
  for (const double time : times)
    seen.keyframes.push_back({view.scale * time, seen_place(view, value_at(motion, time), time)});
  return seen;
}

KeyframedVector seen_acceleration(const View& view, KeyframedVector acceleration) {
  const auto seen_value = [&](Vec3 value) { return (1 / view.scale) * (view.turn * value); };
  acceleration.value = seen_value(acceleration.value);
  for (Keyframe& keyframe : acceleration.keyframes)
    keyframe = {view.scale * keyframe.time, seen_value(keyframe.value)};
  return acceleration;
}

}  // namespace

Scene seen(Scene scene, const View& view) {
  const double duration = scene.time.duration;
  scene.time.duration *= view.scale;
  if (scene.time.dt) *scene.time.dt *= view.scale;
  // The domain's size says only when a body has left it.
  scene.grid.origin =
      seen_place(view, scene.grid.origin + scene.grid.cell_size * view.grid_shift, 0);
  scene.grid.cell_size *= view.scale;
  scene.gravity = seen_acceleration(view, scene.gravity);
  for (BodySpec& body : scene.bodies) body = seen_body(view, body);
  for (ObstacleSpec& obstacle : scene.obstacles) {
    obstacle.shape = seen_shape(view, obstacle.shape);
    obstacle.motion = seen_motion(view, obstacle.motion, duration);
    obstacle.rotation.axis = seen_axis(view, obstacle.rotation.axis);
  }
  return scene;
}

Vec3 place_in_scene(const View& view, Vec3 place, double time) {
  return (1 / view.scale) * (transpose(view.turn) * place - time * view.velocity);
}

Vec3 velocity_in_scene(const View& view, Vec3 velocity) {
  return transpose(view.turn) * velocity - view.velocity;
}

std::vector<View> similar_views() {
  const Mat3 quarter{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  return {{"as it is"},
          {"mirrored", 1, diagonal(-1, 1, 1)},
          {"turned by 90 degrees", 1, quarter},
          {"at 1/8 of the size", 0.125},
          {"at 8 times the size", 8}};
}

std::vector<View> moving_views(double speed) {
  const Vec3 direction = normalized({0.8, -0.37, 0.53});
  std::vector<View> views;
  for (const double part : {0.0, 0.1, 0.3, 0.6, 1.0})
    views.push_back({fmt::format("at {:.3g} m/s", part * speed),
                     1,
                     identity3(),
                     (part * speed) * direction,
                     {}});
  return views;
}

std::vector<View> shifted_views(int count) {
  // The real root of x^4 = x + 1: no multiple of 1/x, 1/x^2, 1/x^3 comes back soon.
  const double root = 1.2207440846057596;
  const Vec3 way{1 / root, 1 / (root * root), 1 / (root * root * root)};
  std::vector<View> views;
  for (int n = 0; n < count; ++n) {
    const auto part = [n](double x) { return n * x - std::floor(n * x); };
    const Vec3 shift{part(way.x), part(way.y), part(way.z)};
    views.push_back({fmt::format("grid at ({:.2f}, {:.2f}, {:.2f}) h", shift.x, shift.y, shift.z),
                     1,
                     identity3(),
                     {},
                     shift});
  }
  return views;
}

}  // namespace eulersolid
