#include "io/geometry/distances/mesh_distance.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

MeshDistance::MeshDistance(const std::vector<const MeshPart*>& solids,
                           const std::vector<const MeshPart*>& cavities)
    : solids_(made(solids)), cavities_(made(cavities)) {}

std::vector<MeshDistance::Part> MeshDistance::made(const std::vector<const MeshPart*>& parts) {
  std::vector<Part> result;
  result.reserve(parts.size());
  for (const MeshPart* part : parts)
    result.push_back({ClosedSurface(part->mesh), part->outwards ? 1.0 : -1.0});
  return result;
}

/// Nothing is nearer than the box around it.
double MeshDistance::at(Vec3 p) const {
  double value = INFINITY;
  for (const Part& part : solids_) {
    const double away = distance(part.surface.box(), p);
    if (away < value || away == 0) value = std::min(value, part.at(p));
  }
  for (const Part& part : cavities_) {
    const double away = distance(part.surface.box(), p);
    if (-away > value || away == 0) value = std::max(value, -part.at(p));
  }
  return value;
}

}  // namespace eulersolid
