#pragma once

#include <cstdint>

#include "io/scene/scene.h"

namespace eulersolid {

/// What a scene will roughly take, estimated from its geometry alone.
struct SceneCost {
  std::int64_t domain[3] = {0, 0, 0};  ///< cells of the grid
  std::int64_t nodes = 0;              ///< of the bodies' windows together
  double memory = 0;                   ///< without contact [bytes]
  double dt = 0;                       ///< step, at the start [s]
  std::int64_t steps = 0;              ///< to the last frame
  double seconds_per_step = 0;         ///< on the cpu backend without contact [s]
};

/// @param threads  of the cpu backend, at least 1
SceneCost estimated_cost(const Scene& scene, int threads);

}  // namespace eulersolid
