#pragma once

namespace eulersolid {

/// Constants of the materials: what value, why, and what breaks when it changes.

/// Largest Poisson's ratio at small strain [-]. Towards 1/2 the pressure waves, and with them the
/// number of steps, grow without bound: 0.495 makes them 10 times as fast as shear waves, 0.4999 71
/// times.
constexpr double max_poissons_ratio = 0.495;

/// Stiffness against a change of volume that a point keeps for itself, in shear moduli [-]; what is
/// more acts on the mean over its cell. With all of it on the mean, volumes that alternate from
/// point to point would meet no resistance but the shear modulus'; with none, bodies that are
/// nearly incompressible lock: the lowest mode of a ball of 6 cells a radius is 4 % too fast at
/// nu = 0.49. No law up to nu = 3/7 has more than this.
constexpr double max_local_bulk = 6;

}  // namespace eulersolid
