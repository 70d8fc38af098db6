#pragma once

namespace eulersolid {

/// The constants of contact detection and of the bounds on velocities, with what they rest on: what
/// was measured says so; the rest are reasons. "The scene" is the collision of two cylinders
/// (scenes/cylinder_collision.toml).

// Points and patches (detect/surface_search.h).

/// Width of what is shared out of a point on an edge or a corner [h]: more than a tie of two cells,
/// so that mirrored bodies have mirrored contacts.
constexpr double sharp_width = 0.02;
/// The same where nothing gives [h]: what is not nearest does not touch.
constexpr double rigid_tip_depth = 0.002;
/// Slopes of one surface against another below this are none [-].
constexpr double flat_slope = 1e-9;
/// Surfaces that turn by less from one point to the next are flat [rad].
constexpr double flat_turn = 1e-2;
/// Slope from which on a way along an edge is one down [-]: what lies flat is tilted by less.
constexpr double bend_slope = 1e-3;
/// How much of its fall a way down must lose by half of it to bend up [-].
constexpr double min_bend = 1e-3;
/// Cosine between a point's normal, turned round, and that of the surface it sees, from which on it
/// counts, and counts whole: a corner of a box has 0.58 to each of its faces.
constexpr double min_facing = 0.3, whole_facing = 0.5;
/// A corner with no more than this of a point has none of it [-]: more than rounding leaves.
constexpr double min_share = 1e-9;
/// What is farther to first order is not looked at more closely [h]: where a surface is dented that
/// is off by up to a cell.
constexpr double farthest_view = 1.5;
/// Depth at rest beyond which nothing is looked at [h]: no overlap of 3 h is ever resolved.
constexpr double surface_below = 3;

/// Rows of more cells than this are not looked along: their contacts count as flat.
constexpr int longest_row = 64;

// Merging (detect/contact_merger.h).

/// Components of a normal count as equal when they differ by less than this, relative to one: more
/// than rounding leaves. With 0 rounding chooses the axes of normals on a diagonal, and mirrored
/// bodies get different contacts.
constexpr double axis_tie = 1e-9;

// Contacts that may close (assemble/closing_contacts.h).

/// The margin of those that are posed grows so many times in each round that others make necessary:
/// rounds are few however long a row of bodies is that push each other.
constexpr double closing_growth = 4;

}  // namespace eulersolid
