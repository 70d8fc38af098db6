#include "src/simulation/tied_parts.h"

#include <fmt/format.h>

#include <algorithm>

ES_BEGIN

TiedParts::TiedParts(const Scene& scene, const std::vector<Body>& bodies) {
  std::vector<Tie> ties;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (std::size_t r = 0; r < scene.bodies[b].regions.size(); ++r) {
      const RegionSpec& region = scene.bodies[b].regions[r];
      if (!is_tied(scene, region)) continue;
      const auto partner = body_named(scene, region.attach) - scene.bodies.data();
      const Region& own = bodies[b].regions().region(r);
      ties.push_back({int(b), int(partner), own.shape, own.is_all});
      regions_.push_back(r);
      faults_.push_back(fmt::format(
          "[body \"{}\"] region \"{}\", which is attached to \"{}\", has no surface within {:.3g} "
          "cells of that body's",
          bodies[b].name(), region.name, region.attach, scene.numerics.contact.largest_gap));
    }
  ties_ = Ties(std::move(ties), int(bodies.size()), scene.numerics.contact);
}

std::string TiedParts::find(const GridSpec& grid, const std::vector<BodyView>& views) {
  const std::vector<int> places = ties_.find(grid, views);
  const auto none = std::ranges::find(places, 0);
  return none == places.end() ? "" : faults_[std::size_t(none - places.begin())];
}

void TiedParts::act(std::vector<Body>& bodies) {
  const std::vector<TieImpulse> given = ties_.act();
  for (std::size_t t = 0; t < given.size(); ++t) {
    const TieImpulse& on = given[t];
    bodies[std::size_t(ties_.tie(t).body)].receive_at(regions_[t], on.impulse, on.torque);
    bodies[std::size_t(ties_.tie(t).partner)].receive(-on.impulse, on.torque_on_partner);
  }
}

ES_END
