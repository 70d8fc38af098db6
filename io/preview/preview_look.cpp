#include "io/preview/preview_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

Vec3 middle_of(const Bounds& box) { return 0.5 * (box.low + box.high); }

/// Number of a body, which there is: names are checked.
int number_of(const Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.bodies, name, &BodySpec::name);
  return int(found - scene.bodies.begin()) + 1;
}

Bounds box_of(const Scene& scene, int number) {
  return bounds_at_start(scene.bodies[std::size_t(number) - 1]);
}

/// The middle of a body's volume, as the sum of tetrahedra over its surface.
std::optional<Vec3> centroid(const PreviewMesh& mesh, int number) {
  double volume = 0;
  Vec3 sum;
  std::optional<Vec3> apex;
  for (std::size_t n = 0; n < mesh.triangles.size(); ++n) {
    if (mesh.owner[n] != number) continue;
    const auto& t = mesh.triangles[n];
    const auto corner = [&](std::size_t c) { return mesh.positions[std::size_t(t[c])]; };
    if (!apex) apex = corner(0);
    const Vec3 a = corner(0) - *apex, b = corner(1) - *apex, c = corner(2) - *apex;
    const double part = dot(a, cross(b, c));
    volume += part, sum += (0.25 * part) * (a + b + c);
  }
  if (!(volume > 0)) return std::nullopt;
  return *apex + (1 / volume) * sum;
}

}  // namespace

PreviewLook preview_look(const Scene& scene, const Scene::Preview& preview) {
  PreviewLook look;
  look.from = preview.from;
  look.turns = preview.turntable, look.duration = scene.time.duration;
  look.stamp = preview.stamp, look.fps = scene.output.fps;
  look.field.name = preview.colour;
  look.field.depth = 0.75 * scene.grid.cell_size;
  look.field.h = scene.grid.cell_size;
  for (const BodySpec& body : scene.bodies) {
    BodyLaws& laws = look.field.laws.emplace_back();
    for (const MaterialSpec& material : body.materials())
      laws.laws.push_back(make_law(material.model, material.parameters));
    for (const RegionSpec& region : body.regions)
      if (region.material) laws.regions.push_back(placed(region, body));
  }
  if (preview.colour_range) look.range = {preview.colour_range->low, preview.colour_range->high};
  if (preview.follow) {
    look.follow = number_of(scene, *preview.follow);
    look.followed = box_of(scene, look.follow);
  }
  if (preview.look_at) {
    const auto* name = std::get_if<std::string>(&*preview.look_at);
    look.look_at =
        name ? middle_of(box_of(scene, number_of(scene, *name))) : std::get<Vec3>(*preview.look_at);
  }
  return look;
}

PreviewLook preview_look(const Scene::Preview& preview) {
  const char* wanted = preview.turntable != 0                             ? "turntable"
                       : preview.follow                                   ? "follow"
                       : preview.colour != "body"                         ? "colour"
                       : preview.look_at && preview.look_at->index() == 1 ? "look_at"
                                                                          : nullptr;
  if (wanted)
    throw InputError(fmt::format(
        "preview.{} needs the run's scene.toml, which is not there or cannot be read", wanted));
  PreviewLook look;
  if (preview.look_at) look.look_at = std::get<Vec3>(*preview.look_at);
  look.from = preview.from, look.stamp = preview.stamp;
  return look;
}

PreviewCamera camera_of(const PreviewLook& look, const Bounds& view, const PreviewMesh& bodies,
                        double time, int width, int height) {
  constexpr double whole = 2 * std::numbers::pi;
  CameraPlace place{view, look.look_at.value_or(middle_of(view)), look.from};
  if (look.follow > 0) {
    constexpr double around = 1.8;  // times the size of the body
    const Vec3 start = middle_of(look.followed), half = look.followed.high - start;
    place.target = centroid(bodies, look.follow).value_or(start);
    place.box = {place.target - around * half, place.target + around * half};
    if (look.from) place.from = place.target + (*look.from - start);
  }
  place.whole_turn = whole * look.turns;
  if (look.duration > 0) place.turn = place.whole_turn * time / look.duration;
  return camera_at(place, width, height);
}

std::string stamp_text(const PreviewLook& look, double time) {
  const int decimals = std::max(0, int(std::ceil(std::log10(look.fps) - 1e-9)));
  return fmt::format("t = {:.{}f} s", time, decimals);
}

}  // namespace eulersolid
