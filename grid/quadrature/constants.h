#pragma once

namespace eulersolid {

/// Constants of the integrals over a cell: what value, why, and what breaks when it
/// changes.

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

}  // namespace eulersolid
