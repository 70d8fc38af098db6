#include "io/scene/solids/mass_at_rest.h"

#include <vector>

#include "grid/materials/mass_at_rest.h"

namespace eulersolid {

double mass_at_rest(const BodySpec& body) {
  std::vector<double> densities{body.material.density};
  std::vector<PlacedShape> regions;
  for (const RegionSpec& region : body.regions) {
    if (!region.material) continue;
    densities.push_back(region.material->density);
    regions.push_back(placed(region, body));
  }
  return mass_at_rest(placed(body), densities, regions).mass;
}

}  // namespace eulersolid
