#pragma once

#include <cmath>
#include <variant>

#include "grid/materials/mooney_rivlin.h"
#include "grid/materials/neo_hookean.h"

namespace eulersolid {

/// The laws that a body may follow. Add one here, with its header, and scenes know it.
using Law = std::variant<NeoHookean, MooneyRivlin>;

inline Moduli small_strain(const Law& law) {
  return std::visit([](const auto& chosen) { return chosen.small_strain(); }, law);
}

/// The speed of pressure waves at rest [m/s]: sqrt((lambda + 2 mu) / density).
inline double pressure_wave_speed(const Law& law, double density) {
  const Moduli m = small_strain(law);
  return std::sqrt((m.lambda + 2 * m.mu) / density);
}

}  // namespace eulersolid
