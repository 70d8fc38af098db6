#pragma once

#include "grid/materials/constants.h"
#include "grid/materials/laws.h"

namespace eulersolid {

/// A viscoelastic solid: the stress of its law and Kelvin-Voigt damping,
///     sigma = sigma_law + b (2 mu D + lambda tr D I),
/// with D the rate of strain and mu, lambda the law's moduli at small strain.
struct Material {
  Law law;
  double density = 0;    ///< of the undeformed solid [kg/m^3]
  double viscosity = 0;  ///< b [s]
};

/// A material whose law is known where code is compiled; what loops capture.
template <class L>
struct Solid {
  L law;
  double density = 0;    ///< [kg/m^3]
  double viscosity = 0;  ///< [s]
  double averaged = 0;   ///< part of the stiffness against changes of volume that acts on the mean
                         ///< over a cell [-]
};

/// The part of a law's stiffness against changes of volume that points do not keep for themselves.
template <class L>
double averaged_part(const L& law) {
  return std::fmax(0.0, 1 - max_local_bulk * law.small_strain().mu / law.bulk());
}

/// Calls action(solid) with the Solid<L> that the material is: the one place where laws are told
/// apart, once for all points of a body.
template <class Action>
void with_law(const Material& material, const Action& action) {
  std::visit(
      [&]<class L>(const L& law) {
        action(Solid<L>{law, material.density, material.viscosity, averaged_part(law)});
      },
      material.law);
}

/// Adds the viscous stress to `stress`, from the columns of grad v, and returns its power per
/// volume [W/m^3].
/// @param viscosity  b [s], the solid's own and that of shocks
/// @param mean  of tr D over the cell; `solid.averaged` says how much of it tr D gives way to
template <class L>
ES_HD inline double add_viscous_stress(const Solid<L>& solid, double viscosity, Vec3 l0, Vec3 l1,
                                       Vec3 l2, double mean, Symmetric& stress) {
  const Moduli moduli = solid.law.small_strain();
  const double two_mu = 2 * viscosity * moduli.mu, bulk = viscosity * moduli.lambda;
  const double xx = l0.x, yy = l1.y, zz = l2.z, trace_D = xx + yy + zz;
  const double pressure = bulk * (trace_D + solid.averaged * (mean - trace_D));
  const double xy = 0.5 * (l0.y + l1.x), xz = 0.5 * (l0.z + l2.x), yz = 0.5 * (l1.z + l2.y);
  stress.xx += two_mu * xx + pressure;
  stress.yy += two_mu * yy + pressure;
  stress.zz += two_mu * zz + pressure;
  stress.xy += two_mu * xy;
  stress.xz += two_mu * xz;
  stress.yz += two_mu * yz;
  return two_mu * (xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz)) +
         pressure * trace_D;
}

}  // namespace eulersolid
