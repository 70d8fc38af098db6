#include "io/geometry/distances/mesh_distance.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
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

bool agree(const SharpDistance& sharp, const SampledDistance& samples) {
  constexpr double near = 1.5, rounding = 0.05;  // spacings; OpenVDB's places have 24 bits
  std::atomic<bool> same = true;
  tbb::parallel_for(0, samples.samples.nz, [&](int k) {
    for (int j = 0; j < samples.samples.ny && same; ++j)
      for (int i = 0; i < samples.samples.nx; ++i) {
        const double value = samples.values[samples.samples.index(i, j, k)];
        if (!(std::fabs(value) < near * samples.spacing)) continue;
        if (std::fabs(value) < rounding * samples.spacing) continue;
        const Vec3 p = samples.origin + samples.spacing * Vec3{double(i), double(j), double(k)};
        if (std::signbit(sharp.at(p)) != std::signbit(value)) same = false;
      }
  });
  return same;
}

}  // namespace eulersolid
