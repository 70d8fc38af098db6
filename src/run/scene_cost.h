#pragma once

#include <cstdint>

#include "io/scene/scene.h"

namespace eulersolid {

/// What a scene takes, by its geometry alone.
struct SceneSize {
  std::int64_t domain[3] = {0, 0, 0};  ///< cells of the grid
  double nodes = 0;                    ///< of the bodies' windows together
  double memory = 0;                   ///< of the process, but for the factors of contact [bytes]
};

SceneSize size_of(const Scene& scene);

/// To be asked before the bodies are made.
/// @throws InputError, with a cell size that fits, where the machine lacks the memory
void require_memory(const Scene& scene);

/// What a run will come to, by its first steps on the cpu backend, which are simulated.
struct RunCost {
  double dt = 0;                ///< first step [s]
  std::int64_t steps = 0;       ///< to the last frame, of this length
  double seconds_per_step = 0;  ///< without the contact that comes later [s]
  double disk = 0;              ///< all files [bytes]
};

/// @throws InputError where the run would end at once
RunCost try_run(const Scene& scene);

}  // namespace eulersolid
