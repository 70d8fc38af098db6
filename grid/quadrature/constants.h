#pragma once

namespace eulersolid {

/// Constants of the volume of the solid in a cell: what value, why, and what breaks when it
/// changes.

/// Least 1-norm of grad phi that the width of a surface's smearing goes by [-]. An undeformed
/// surface has 1 to 1.7, so that a stretch of more than three is needed before this counts. Without
/// it the middle of a thin plate, where the gradients of two faces cancel, would divide 0 by 0;
/// close to 1 it would smear the surfaces of stretched bodies.
constexpr double least_slope = 0.3;

/// An edge passes a cell where phi at an octant's centre differs from phi interpolated from the
/// corners by this part of h: then octants at the surface are split in eight. Mean error of the
/// volume of turned unit cubes of 8 cells, in (h/L)^2: 0.21 with 0.01, 0.22 with 0.05, 0.23 with
/// 0.1, 0.31 with 0.2, and 0.50 without splitting. Smaller values split more octants, at 35
/// distances each, for little gain; those of balls with a radius R below 4 h, where curvature alone
/// makes a difference of 0.19 h^2/R, are split all over.
constexpr double edge_difference = 0.05;

/// A split octant is split only within this distance of the surface [h]: its corners are
/// sqrt(3)/4 h = 0.433 h from its centre. Less leaves parts of the surface unsplit; more costs
/// time.
constexpr double split_reach = 0.5;

}  // namespace eulersolid
