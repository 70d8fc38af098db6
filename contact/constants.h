#pragma once

namespace eulersolid {

/// The constants of contact detection and of the bounds on velocities, with what they rest on.
/// Evidence: "scene" is the collision of two cylinders of the thesis (docs/theory.md, section 3).

// Patches (detect/surface.h).

/// Least area of a patch [h^2]. Smaller slivers give rows of J whose weights are quotients of two
/// rounding errors; a thousandth of a cell's face carries no load to speak of. Zero lets a surface
/// through a node make singular Hessians; above 1e-2 rims of contact areas are lost.
constexpr double least_area = 1e-3;
/// Largest gap of a patch [h]. A bound across an open gap only acts on what would cross it in one
/// step, which moves less than most_crossed of a cell (the simulation's step limit), on both
/// sides. Much smaller, and fast bodies overlap before they are seen; larger only costs contacts.
constexpr double largest_gap = 0.5;
/// Least |grad phi| [-], which is 1 where the map is undistorted. Below it the map is stretched a
/// thousandfold and a distance phi/|grad phi| means nothing.
constexpr double least_gradient = 1e-3;
/// Layers of nodes around a body, from its material outwards, on which phi is known (grid/layers).
constexpr int known_layers = 3;
/// Cells are searched whose phi reaches from surface_above h above zero to surface_below h below.
/// Patches lie at phi < largest_gap/2 |grad phi| h, so that 1 h leaves room for a gradient of 4;
/// an overlap of 3 h is beyond what any bound undoes. Smaller values lose contacts.
constexpr double surface_above = 1, surface_below = 3;

// Merging (detect/merge.h). Without it a floor on a plane of nodes needs 219 iterations of the
// normal QP and 501 of the friction QP, 27 of them cycles; merged, 7 and 6.

/// Two patches of at least this area stay apart [h^2]: a column cut at two heights has one patch
/// that is less. At 0 nothing merges; at 1 whole faces on either side of an edge do.
constexpr double whole_patch = 0.5;
/// Least cosine between the normals of patches that merge, 46 degrees: both are then dominated by
/// one axis. At 0 the two sides of an edge become one contact with a normal that is neither's.
constexpr double least_cosine = 0.7;
/// Components of a normal count as equal when they differ by less than this [-]: more than rounding
/// in a normal, less than any slope that matters. At 0 mirrored bodies get different contacts.
constexpr double axis_tie = 1e-9;

// Bounds (assemble/contact_data.h).

/// Part of an overlap that one step undoes, where nothing else is said [-]: the overlap stays below
/// 0.2 h in the scene, and with 0 it grows to 0.34 h. At 1 a deep overlap is thrown out within one
/// step and adds energy.
constexpr double usual_push_out = 0.2;

}  // namespace eulersolid
