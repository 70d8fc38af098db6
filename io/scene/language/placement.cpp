#include "io/scene/language/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "io/printable.h"
#include "shapes/overlap.h"

namespace eulersolid {

namespace {

/// The body at another height.
PlacedShape at_height(PlacedShape body, double z) {
  body.pose.position.z = z;
  return body;
}

/// The height on the way down from `high` to `low` at which `meets` first holds, looked for in
/// steps, then by halves: it is less than `exact` above it, or all that rounding leaves.
template <class Meets>
std::optional<double> first_meeting(double high, double low, double step, double exact,
                                    Meets meets) {
  double before = high;
  for (double z = high; z > low; before = z) {
    z = std::max(low, z - step);
    if (!meets(z)) continue;
    double free = before, met = z;
    for (int n = 0; n < 60 && free - met > exact; ++n)
      (meets(0.5 * (free + met)) ? met : free) = 0.5 * (free + met);
    return free;
  }
  return {};
}

/// Height of the body's own origin where it touches a plane that is solid below.
std::optional<double> height_on_plane(const PlacedShape& body, const PlacedShape& plane) {
  const Vec3 normal = plane.pose.rotation * plane.shape.normal;
  if (normal.z < 1e-6) return {};
  const double above = extent_along(body, normal).low - dot(normal, plane.pose.position);
  return body.pose.position.z - above / normal.z;
}

/// Likewise of any shape. That nothing overlaps is known for sure along some directions, which is
/// exact for flat faces and for balls; where these leave it open, a search says it to a 64th of a
/// cell.
std::optional<double> height_on(const PlacedShape& body, const PlacedShape& other, double h) {
  if (other.shape.kind == ShapeKind::plane) return height_on_plane(body, other);
  const double z = body.pose.position.z;
  const Bounds its = bounds(body), under = bounds(other);
  const double high = z + under.high.z - its.low.z, low = z + under.low.z - its.high.z;
  const double step = std::min(0.5 * h, (high - low) / 64);
  const auto may_meet = [&](double at) { return max_overlap(at_height(body, at), other) > 0; };
  const std::optional<double> start = first_meeting(high, low, step, 0, may_meet);
  if (!start) return {};
  const auto meets = [&](double at) {
    return reaches_into(at_height(body, at), other, 1e-6 * h, h / 64);
  };
  if (meets(*start - h / 16)) return start;
  return first_meeting(*start, low, step, h / 256, meets);
}

class Placer {
 public:
  Placer(Scene& scene, const ScenePlaces& places)
      : scene_(scene), places_(places), state_(scene.bodies.size(), State::waiting) {}

  void place_all() {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) place(i);
  }

 private:
  enum class State : char { waiting, under_way, done };

  [[noreturn]] void fail(std::size_t i, const std::string& why) const {
    fail_at(places_.of_body(i, "on"),
            fmt::format("[body \"{}\"] on is \"{}\", {}", scene_.bodies[i].name,
                        printable(scene_.bodies[i].on, max_shown), why));
  }

  void place(std::size_t i) {
    if (state_[i] == State::done) return;
    if (state_[i] == State::under_way) fail(i, "which lies on it in turn");
    state_[i] = State::under_way;
    BodySpec& body = scene_.bodies[i];
    if (body.on.empty()) {
      if (places_.has("body", i, "gap"))
        fail_at(places_.of_body(i, "gap"),
                fmt::format("[body \"{}\"] gap needs `on`: it is above what the body lies on",
                            body.name));
    } else {
      const PlacedShape other = target(i);
      if (!places_.has("body", i, "centre")) {
        const bool is_plane = other.shape.kind == ShapeKind::plane;
        const Bounds box = is_plane ? Bounds{} : bounds(other);
        body.centre = is_plane ? other.pose.position : 0.5 * (box.low + box.high);
      }
      const std::optional<double> height = height_on(placed(body), other, scene_.grid.cell_size);
      if (!height) fail(i, "but it is not above that");
      body.centre.z = *height + body.gap;
    }
    state_[i] = State::done;
  }

  PlacedShape target(std::size_t i) {
    const std::string name = scene_.bodies[i].on;
    for (std::size_t j = 0; j < scene_.bodies.size(); ++j)
      if (scene_.bodies[j].name == name) {
        place(j);
        return placed(scene_.bodies[j]);
      }
    for (const ObstacleSpec& obstacle : scene_.obstacles)
      if (obstacle.name == name) return placed(obstacle);
    fail(i, "but there is no body or obstacle of that name");
  }

  Scene& scene_;
  const ScenePlaces& places_;
  std::vector<State> state_;
};

}  // namespace

void place_bodies(Scene& scene, const ScenePlaces& places) { Placer(scene, places).place_all(); }

}  // namespace eulersolid
