#pragma once

#include <memory>
#include <vector>

#include "io/geometry/distances/closed_surface.h"
#include "io/geometry/distances/mesh_parts.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {

/// The distance of the solid within closed surfaces, without the cavities in it: exact outside,
/// and inside where its parts do not overlap.
class MeshDistance final : public SharpDistance {
 public:
  /// @param solids, cavities  as they look, either way
  MeshDistance(const std::vector<const MeshPart*>& solids,
               const std::vector<const MeshPart*>& cavities);

  double at(Vec3 p) const override;

 private:
  struct Part {
    ClosedSurface surface;
    double sign;  ///< of distances within, where faces look inwards

    double at(Vec3 p) const { return sign * surface.distance(p); }
  };
  static std::vector<Part> made(const std::vector<const MeshPart*>& parts);

  std::vector<Part> solids_, cavities_;
};

}  // namespace eulersolid
