#include "io/scene/checks/check_deformation.h"

#include <fmt/format.h>

#include "grid/materials/law_table.h"
#include "grid/materials/stability.h"
#include "io/scene/checks/shared_checks.h"

namespace eulersolid {

namespace {

/// Principal stretches that a body may start with: contact knows surfaces that are stretched
/// fourfold, points within 0.15 < 1/J < 14.
constexpr double min_stretch = 0.25, max_stretch = 4, min_J = 0.1, max_J = 6;

void check_deformation(const BodySpec& body, const std::string& place) {
  const std::string label = fmt::format("[body \"{}\"] deformation", body.name);
  const double J = determinant(body.deformation);
  if (!(J > 0))
    fail_at(place, fmt::format("{} has the determinant {:.3g}, but must have a positive one: it "
                               "turns the body inside out",
                               label, J));
  const Vec3 s = principal_stretches(body.deformation);
  if (s.x < min_stretch || s.z > max_stretch)
    fail_at(place,
            fmt::format("{} stretches lengths {:.3g} to {:.3g} times, but must stay between {} "
                        "and {} times",
                        label, s.x, s.z, min_stretch, max_stretch));
  if (J < min_J || J > max_J)
    fail_at(place, fmt::format("{} makes the volume {:.3g} times as large, but must stay between "
                               "{} and {} times",
                               label, J, min_J, max_J));
  for (const MaterialSpec& material : body.materials())
    if (has_growing_waves(make_law(material.model, material.parameters), s))
      fail_at(place,
              fmt::format("{} stretches lengths {:.3g} to {:.3g} times, where the law {} is not "
                          "stable: waves in it would grow; take less, or another law",
                          label, s.x, s.z, material.model));
}

}  // namespace

double thickness_at_start(const BodySpec& body) {
  const double at_rest = thickness(shape_of(body.shape));
  return body.is_deformed() ? principal_stretches(body.deformation).x * at_rest : at_rest;
}

void check_deformations(const Scene& scene, const ScenePlaces& places) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodySpec& body = scene.bodies[i];
    if (!body.is_deformed()) continue;
    const std::string place = places.of_body(i, "deformation");
    check_deformation(body, place);
    if (body.on.empty()) continue;
    fail_at(place, fmt::format("[body \"{}\"] has a deformation and lies on \"{}\", but only "
                               "bodies at rest are placed so; give its centre",
                               body.name, body.on));
  }
}

}  // namespace eulersolid
