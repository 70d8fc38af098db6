#pragma once

#include <cstdint>
#include <string>

#include "io/scene/scene.h"

namespace eulersolid {

/// What a scene takes, by its geometry alone.
struct SceneSize {
  std::int64_t domain[3] = {0, 0, 0};  ///< cells of the grid
  double nodes = 0;                    ///< of the bodies' node boxes together
  double memory = 0;                   ///< of the process, but for the factors of contact [bytes]
};

SceneSize size_of(const Scene& scene);

/// To be asked before the bodies are made.
/// @throws InputError, with a cell size that fits, where the machine lacks the memory
void require_memory(const Scene& scene);

/// What a run will come to, by its first steps and by runs on coarse cells, on the cpu backend.
struct RunCost {
  double dt = 0;                 ///< mean step [s]
  std::string limited_by;        ///< the first step, empty where it is given
  std::int64_t steps = 0;        ///< to the last frame, of this length
  double rehearsed = 0;          ///< time up to which runs on coarse cells have come [s]
  bool meets = false;            ///< did these find contacts?
  double seconds_per_step = 0;   ///< mean, contact included [s]
  double contact_part = 0;       ///< of them [-]
  double seconds_per_frame = 0;  ///< of one thread, on top [s]
  double contact_memory = 0;     ///< on top of that of the scene's size [bytes]
  double disk = 0;               ///< all files [bytes]

  double seconds(int frames) const {
    return seconds_per_step * static_cast<double>(steps) + seconds_per_frame * frames;
  }
};

/// @throws InputError where the run would end at once
RunCost try_run(const Scene& scene);

}  // namespace eulersolid
