#pragma once

namespace eulersolid {

/// Constants of the integrals over a cell: what value, why, and what breaks when it
/// changes.

/// A cell with a mass below this part of rho h^3 is a sliver, which cannot move the nodes around
/// it, of min_mass_fraction, at the frequency of its own waves.
constexpr double sliver_mass = 0.01;

/// Least 1-norm of grad phi that a surface's distance goes by [-]. An undeformed surface has 1 to
/// 1.7, so that a stretch of more than three is needed before this counts. Without it the middle of
/// a thin plate, where the gradients of two faces cancel, would divide 0 by 0; close to 1 it would
/// move the surfaces of stretched bodies.
constexpr double min_slope = 0.3;

/// An edge passes a cell where phi at an octant's middle differs from phi interpolated from the
/// corners by this part of h: then octants at the surface are split in eight. Mean error of the
/// volume of unit cubes of 8 cells, turned and along the grid, in (h/L)^2: 0.001 and 0.009 with
/// 0.01, 0.002 and 0.008 with 0.05, 0.006 and 0.011 with 0.1, 0.017 and 0.095 with 0.2, 0.021 and
/// 0.18 without splitting. Smaller values split more octants, at 35 distances each, for little
/// gain; those of balls with a radius R below 4 h, where curvature alone makes a difference of
/// 0.19 h^2/R, are split all over.
constexpr double edge_difference = 0.05;

/// A split octant is split only within this distance of the surface [h]: its corners are
/// sqrt(3)/4 h = 0.433 h from its centre. Less leaves parts of the surface unsplit; more costs
/// time.
constexpr double split_reach = 0.5;

/// Factor of the viscosity of shocks (cell_force.h) [-]. A ball of 10 cells that hits a rigid plate
/// at 0.43 c leaves with 3 times its energy without it, inverted; with 2 at 0.8 of it, with 4 at
/// 0.75. At a tenth of that speed 2 costs cylinders 3 % of their energy, and takes the map's error
/// from 1.4 to 0.7 %.
constexpr double shock_viscosity = 2;

/// Damping of what neighbouring nodes of a cell move to and fro by, beyond a linear field
/// (cell_force.h), at its full from this part of the speed of waves on [-]. Of 26 random scenes
/// that were ended once, 16 are right without it, 20 with it, 18 with 0.2 in place of 0.03. Where
/// it is full at once it cures as many, and costs the collision of cylinders 1.7 % of its energy,
/// not 0.8, and that of two balls 0.4, not 0.2.
constexpr double hourglass_damping = 2, hourglass_speed = 0.03;

/// How stiff kinks are, in (lambda + 2 mu) h^2 [-]. Of 79 scenes of ten families 59 are right with
/// 0.1 and with 0.2, but one and three are wrong, and a step is a tenth shorter with 0.2; with 0.05
/// one less of 16 is right.
constexpr double kink_stiffness = 0.1;

}  // namespace eulersolid
