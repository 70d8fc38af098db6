#include "io/preview/preview_camera.h"

#include <algorithm>
#include <numbers>

namespace eulersolid {

PreviewCamera camera_that_sees(const Bounds& box, int width, int height) {
  constexpr double field_of_view = 30 * std::numbers::pi / 180;  // of the picture's height
  constexpr double margin = 1.06;                                // around the box
  PreviewCamera camera;
  camera.width = width, camera.height = height;
  camera.pixel = 2 * std::tan(field_of_view / 2) / height;
  camera.forward = normalized({-0.5, 1, -0.55});
  camera.right = normalized(cross(camera.forward, {0, 0, 1}));
  camera.up = cross(camera.right, camera.forward);

  const Vec3 centre = 0.5 * (box.low + box.high), half = 0.5 * (box.high - box.low);
  const double tan_x = 0.5 * width * camera.pixel, tan_y = 0.5 * height * camera.pixel;
  double distance = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                  (corner & 4) != 0 ? half.z : -half.z};
    const double sideways =
        std::max(std::fabs(dot(at, camera.right)) / tan_x, std::fabs(dot(at, camera.up)) / tan_y);
    distance = std::max(distance, margin * sideways - dot(at, camera.forward));
  }
  camera.eye = centre - distance * camera.forward;
  return camera;
}

}  // namespace eulersolid
