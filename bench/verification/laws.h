#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/scene/scene.h"

namespace eulersolid::verification {

/// A law by its energy alone, as docs/theory.md has it: stresses are differences of that, and owe
/// nothing to the code that is verified.
struct Law {
  std::string name;    ///< as in names of cases
  std::string source;  ///< of the energy
  MaterialSpec material;
  std::function<double(Vec3)> energy;  ///< of the principal stretches [J/m^3]

  /// Nominal principal stresses, dW / ds_i [Pa].
  Vec3 stress(Vec3 stretches) const;
  /// The stretches at which it has these nominal principal stresses.
  Vec3 stretches_under(Vec3 nominal) const;
};

/// All of the program, of the moduli of E = 1e5 Pa and nu = 0.3 at small strain.
std::vector<Law> laws(double viscosity);

/// With fibres along x, activated by a part.
Law fibre_reinforced(double activation, double viscosity);

/// Neo-Hookean of E = 1e5 Pa.
Law neo_hookean(double poissons_ratio, double viscosity);

}  // namespace eulersolid::verification
