#pragma once

namespace eulersolid {

/// Constants of the stress: what value, why, and what breaks when it changes.

/// A point whose det(grad X) leaves this range has its stretches clamped in the stress [-]. Outside
/// it F = (grad X)^-1 is so badly known that the stress is noise; inside it no point is touched,
/// and none was in the six scenes (det 0.76 to 1.1). Wider than the range of tangled cells in
/// grid/constants.h, whose nodes cease to be degrees of freedom, so that the clamped stress
/// acts only through cells in which something is lost already. A narrower range weakens honest
/// stress; a wider one lets forces of cells about to tangle overflow in a single step.
constexpr double clamp_det_low = 0.05, clamp_det_high = 20;

/// Stretches that clamping leaves [-]: a factor of five either way bounds the stress by about 25
/// shear moduli. Narrower, a cell that recovers is pushed back too weakly to do so; wider, the wave
/// speed and with it the time step are ruled by points that mean nothing.
constexpr double least_stretch = 0.2, most_stretch = 5;

/// Sweeps of Jacobi rotations for the eigenvalues of a 3 x 3 matrix. They converge quadratically:
/// five reach rounding for any condition number seen; eight cost nothing, as few points come here.
constexpr int jacobi_sweeps = 8;

/// Largest Poisson's ratio at small strain [-]. Towards 1/2 the pressure waves, and with them the
/// number of steps, grow without bound: 0.495 makes them 10 times as fast as shear waves, 0.4999 71
/// times.
constexpr double most_poissons_ratio = 0.495;

/// Stiffness against a change of volume that a point keeps for itself, in shear moduli [-]; what is
/// more acts on the mean over its cell. With all of it on the mean, volumes that alternate from
/// point to point would meet no resistance but the shear modulus'; with none, bodies that are
/// nearly incompressible lock: the lowest mode of a ball of 6 cells a radius is 4 % too fast at
/// nu = 0.49. No law up to nu = 3/7 has more than this.
constexpr double most_local_bulk = 6;

}  // namespace eulersolid
