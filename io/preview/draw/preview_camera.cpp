#include "io/preview/draw/preview_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/constants.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

const Vec3 from_above_the_front = normalized({-0.5, 1, -0.55});

Vec3 turned(Vec3 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

void look_along(PreviewCamera& camera, Vec3 forward) {
  constexpr double upright = 1e-6;
  camera.forward = forward;
  const Vec3 aside = cross(forward, {0, 0, 1});
  camera.right = normalized(norm(aside) > upright ? aside : cross(forward, {0, 1, 0}));
  camera.up = cross(camera.right, camera.forward);
}

/// From the target back to where all of the box is in the picture.
double distance_that_fits(const PreviewCamera& camera, const CameraPlace& place) {
  constexpr double margin = 1.06;  // around the box
  const double tan_x = 0.5 * camera.width * camera.pixel,
               tan_y = 0.5 * camera.height * camera.pixel;
  const Vec3 middle = 0.5 * (place.box.low + place.box.high),
             half = 0.5 * (place.box.high - place.box.low);
  double distance = 0.1 * norm(half);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at = middle - place.target +
                    Vec3{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                         (corner & 4) != 0 ? half.z : -half.z};
    const double sideways =
        std::max(std::fabs(dot(at, camera.right)) / tan_x, std::fabs(dot(at, camera.up)) / tan_y);
    distance = std::max(distance, margin * sideways - dot(at, camera.forward));
  }
  return distance;
}

/// The same at all angles that the camera takes, so that turning it changes no size.
double distance_all_along(PreviewCamera camera, const CameraPlace& place) {
  constexpr double step = std::numbers::pi / 36;
  const double whole = std::min(std::fabs(place.whole_turn), 2 * std::numbers::pi);
  const double sign = place.whole_turn < 0 ? -1 : 1;
  double distance = 0;
  for (double angle = 0; angle < whole + step; angle += step) {
    look_along(camera, turned(from_above_the_front, sign * std::min(angle, whole)));
    distance = std::max(distance, distance_that_fits(camera, place));
  }
  return distance;
}

}  // namespace

PreviewCamera camera_at(const CameraPlace& place, int width, int height) {
  constexpr double field_of_view = 30 * std::numbers::pi / 180;  // of the picture's height
  PreviewCamera camera;
  camera.width = width, camera.height = height;
  camera.pixel = 2 * std::tan(field_of_view / 2) / height;
  if (place.from) {
    const Vec3 way = turned(place.target - *place.from, place.turn);
    if (norm(way) < smallest_positive)
      throw InputError("the camera is where it looks at; move preview.from");
    look_along(camera, normalized(way));
    camera.eye = place.target - way;
    return camera;
  }
  look_along(camera, turned(from_above_the_front, place.turn));
  camera.eye = place.target - distance_all_along(camera, place) * camera.forward;
  return camera;
}

PreviewCamera camera_that_sees(const Bounds& box, int width, int height) {
  return camera_at({box, 0.5 * (box.low + box.high)}, width, height);
}

}  // namespace eulersolid
