#pragma once

namespace eulersolid {

/// The constants of contact detection and of the bounds on velocities, with what they rest on: what
/// was measured says so; the rest are reasons. "The scene" is the collision of two cylinders
/// (scenes/cylinder_collision.toml).

// Patches (detect/surface_search.h).

/// Least area of a patch [h^2]: a thousandth of a cell's face carries no load to speak of. With 0 a
/// surface through a node gives rows of J that are quotients of two rounding errors; large values
/// lose the rims of contact areas.
constexpr double least_area = 1e-3;
/// Largest gap of a patch [h]. The bound across an open gap only acts on what would cross it in one
/// step. With much less, fast bodies overlap before they are seen; more costs contacts that carry
/// nothing.
constexpr double largest_gap = 0.5;
/// Least |grad phi| [-], which is 1 where the map is undistorted. Below it the map is stretched a
/// thousandfold and a distance phi/|grad phi| means nothing.
constexpr double least_gradient = 1e-3;
/// Values that bend by less than this in a cell say nothing of edges [h]. What an edge bends is 0.1
/// to 0.4 h, what the curvature of a body of eight cells is 0.03 h; at zero rounding would choose
/// between two flat sides.
constexpr double least_bend = 0.01;
/// A face of a shape with edges looks at the partner where the cosine between its normal and the
/// direction there is at least this: up to 26 degrees. Where an edge comes first, neither face
/// does: patches that ended at the edge would let its tip through by a part of a cell before they
/// see it (with 0.4 a box that falls on its edge makes 15 to 27 % of its energy, with this 5 %);
/// detect/edge_surface.h looks at such cells more closely.
/// Close to 1 a face that bends would lose its rim.
constexpr double least_facing = 0.9;
/// Smallest reach of a face [h] (shapes/faces.h): a patch would end at the borders of a smaller
/// one, and what is around it go unseen. The end of a cone with a point has none.
constexpr double least_face = 0.5;
/// Distances that bend by more than this in a cell show an edge there [h].
constexpr double edge_bend = 0.05;
/// Parts of such a cell along each axis: in their mean an edge is 0.19, 0.16, 0.15 h too high with
/// 2, 3, 4, a corner 0.41, 0.33, 0.29 h; the work grows as the cube.
constexpr int edge_parts = 3;
/// Halvings of their size in the search for the tip: 1/48 of a cell. Edges that cross are seen
/// within 0.03 h of where they are.
constexpr int tip_rounds = 4;
/// Where an edge comes first, parts of a patch whose gap is this wider than the least weigh 1/e
/// [h]. With 0.4 corners go 0.05 h deeper.
constexpr double tip_depth = 0.1;
/// Layers of nodes around the material on which phi is known (grid/layers). Beyond them it holds
/// what was there before.
constexpr int known_layers = 3;
/// Cells are searched whose phi reaches from surface_above h above zero to surface_below h below.
/// Patches lie at phi < largest_gap / 2 |grad phi| h, so that 1 leaves room for a gradient of 4,
/// and no overlap of 3 h is ever resolved. Less loses contacts, more only costs time.
constexpr double surface_above = 1, surface_below = 3;

/// A node is on the mid-surface where its two distances differ by less than this [h]: more than
/// rounding leaves. With 0 rounding shares out patches on planes of nodes to the cells on both
/// sides, in parts whose gaps are not quite the same, and mirrored balls leave each other otherwise
/// by 0.001.
constexpr double node_tie = 1e-9;
/// Second differences of distances much above this come from kinks, not from curves, and are left
/// out [h]: a ball of two cells a radius has 0.5, an edge up to 1.4.
constexpr double most_curved = 0.5;

// Merging (detect/contact_merger.h). Measured on a floor on a plane of nodes: without it 208
// contacts, 219 iterations of the normal QP, and 501 of the friction QP with 27 cycles; with it 124
// contacts, 7 and 6 iterations. Conditions of H^C fall from 3e4 ... 7e5 to 8e2 ... 9e4.

/// Two patches of at least this area stay apart [h^2]. Where a plane cuts a column of cells at two
/// heights, one of the two patches is smaller. With 0 nothing merges.
constexpr double whole_patch = 0.5;
/// Least cosine between the normals of patches that merge: 46 degrees. With much less, the two
/// sides of an edge become one contact with a normal that is neither's.
constexpr double least_cosine = 0.7;
/// Components of a normal count as equal when they differ by less than this, relative to one: more
/// than rounding leaves. With 0 rounding chooses the axes of normals on a diagonal, and mirrored
/// bodies get different contacts.
constexpr double axis_tie = 1e-9;

// Friction and bounds (assemble/contact_data.h).

/// Surfaces that slide over each other more slowly than this part of the speed of waves are at rest
/// [-]. Below it edges slip a little as load comes on, and stick again. With a tenth of it they
/// pass to kinetic friction for good, what they bore goes to their neighbours, and a block of 2:1
/// that starts on 25 degrees with 0.6 at rest and 0.35 when sliding slides off.
constexpr double rest_slip = 1e-3;

/// Overlaps d are undone at this times c d/h while a pair's normal impulses have given no energy to
/// speak of. Gaps come with errors of 0.01 h on balls and of 0.05 h where an edge crosses cells. A
/// contact that never follows them back loses energy to them, the more the faster the grid is
/// passed (restitution of two balls in five frames: a spread of 0.02); one that always does gives
/// energy where edges are: a corner that hits a cylinder at 0.013 c leaves with 1.23 times its own.
constexpr double quick_push_out = 0.4;
/// Largest speed at which overlaps are undone, as a part of the speed of waves: of 32 runs of boxes
/// and balls that start 0.5 or 1 h deep in each other, or in a floor, too, 12 end by errors of the
/// first two steps without it, 5 with 0.1 and 2 with this.
constexpr double fastest_push_out = 0.04;
/// What normal impulses may have given to a pair beyond what the grid has taken from its bodies,
/// over the sum of their |work|, before overlaps are undone at c (d/h)^3 only [-]. Without bound a
/// ball that slides over a rim gets 0.05 of its energy, and two of 300 random scenes 0.07 (90,
/// 241); with 0.1, 0.2 and 0.3 none does.
constexpr double push_credit = 0.1;

}  // namespace eulersolid
