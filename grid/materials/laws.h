#pragma once

#include <cmath>
#include <variant>

#include "grid/materials/laws/fibre_reinforced.h"
#include "grid/materials/laws/fixed_corotated.h"
#include "grid/materials/laws/maxwell.h"
#include "grid/materials/laws/mooney_rivlin.h"
#include "grid/materials/laws/neo_hookean.h"
#include "grid/materials/laws/ogden.h"
#include "grid/materials/laws/plastic.h"
#include "grid/materials/laws/st_venant_kirchhoff.h"

namespace eulersolid {

/// The laws that a body may follow. Add one here, with its header, and scenes know it.
using Law = std::variant<NeoHookean, MooneyRivlin, StVenantKirchhoff, FixedCorotated, Ogden,
                         FibreReinforced, Maxwell, Plastic>;

inline Moduli small_strain(const Law& law) {
  return std::visit([](const auto& chosen) { return chosen.small_strain(); }, law);
}

/// Lays the fibres of a law that has some.
/// @param fibre  of length one
inline void lay_fibres(Law& law, Vec3 fibre, const Winding& winding) {
  std::visit(
      [&](auto& chosen) {
        if constexpr (HasFibres<std::remove_reference_t<decltype(chosen)>>)
          chosen.fibre = fibre, chosen.winding = winding;
      },
      law);
}

/// The speed of pressure waves at rest [m/s]: sqrt((lambda + 2 mu) / density).
inline double pressure_wave_speed(const Law& law, double density) {
  const Moduli m = small_strain(law);
  return std::sqrt((m.lambda + 2 * m.mu) / density);
}

/// What a half-space gives by under a pressure that varies along it [Pa]: E / (1 - nu^2), the
/// modulus of Hertz.
inline double contact_modulus(const Law& law) {
  const Moduli m = small_strain(law);
  return 4 * m.mu * (m.lambda + m.mu) / (m.lambda + 2 * m.mu);
}

}  // namespace eulersolid
