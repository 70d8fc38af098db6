#pragma once

#include <cstddef>

namespace eulersolid {

/// Numbers that scenes are checked with (io/scene/), chosen and not derived, with what they rest
/// on.

/// Cells along an axis of the domain: nothing is resolved by fewer than four, and numbers of nodes
/// along an axis, shifted by a body's node box, must stay far from those of an int.
constexpr double fewest_cells = 4, max_cells = 1e6;
/// Cells to which the domain and all in it must be near the origin of coordinates: positions are
/// doubles, which resolve 2e-6 of a cell there. The volume of a ball of 8 cells across is 6e-8 less
/// at 2e10 cells than near the origin, 1e-5 at 2e12, and 1.3e-3 at 2e14.
constexpr double farthest = 1e10;
/// Edge length of voxels [m]: OpenVDB takes a transform whose determinant is below 3e-15 m^3 for
/// none, when it is made as when a file is read, and so do the programs that show files.
constexpr double smallest_voxel = 1.5e-5;
/// Cells across the thinnest place of a body: with fewer, fewer than two nodes lie well inside, and
/// fits at its surface have one layer of nodes to rest on.
constexpr double thinnest = 3;
/// Cells across the thinnest place of an obstacle: balls of 2 and 3 cells a radius pass through
/// boxes of 0.4, 0.5, 0.6 and 0.8 cells in 6, 4, 4 and 4 of 24 places, and of 1 cell in none.
constexpr double thinnest_obstacle = 1;
/// Sizes of the numbers in a scene: no number is larger, and none that has to be positive smaller,
/// so that squares, cubes and quotients of a few of them stay far from the ends of a double's
/// range, 1e-308 and 1e308. In SI units everything that is simulated lies well between.
constexpr double smallest_positive = 1e-30, largest_number = 1e30;
/// Cells by which bodies may overlap at the start without being asked: what rounding of centres and
/// sizes makes of faces that touch is far less, and what is more is pushed apart in the first steps
/// and adds energy.
constexpr double allowed_overlap = 0.1;
/// The same where overlaps are allowed: contact looks for a body's surface near that of the other,
/// and two balls 2.5 cells deep in each other do not feel it; 2.25 cells are pushed apart.
constexpr double deepest_start = 2;
/// A body is at least this much shorter than a periodic domain at the start [cells]: it does not
/// touch itself, and must not come to do so.
constexpr double periodic_room = 4;
/// Bodies, and obstacles, of a scene: with the least of node boxes so many take 30 GB, and what is
/// meant by far more is a count with a zero too many.
constexpr std::size_t max_bodies = 20000;
/// Regions of a body: each is looked for in every step.
constexpr std::size_t max_regions = 100;
/// A run of more frames is a mistake in a unit: at a second a frame it would take eleven days.
constexpr double max_frames = 1e6;
/// More steps than this to a frame are none: a fixed step has a wrong unit, or the stable one has
/// collapsed, as where a body is crushed, and the run would go on for days without a word. The
/// finest scenes here take some hundred.
constexpr double max_steps_to_a_frame = 1e7;
/// Part of a cell that the fastest wave may cross in a fixed step before that is divided [-]. Cells
/// that are cut have more stiffness for their mass: boxes whose faces lie half a cell beyond the
/// nodes blow up at 0.90, slowly, and most bodies at 1.0; at 0.88 all kept still. A larger bound
/// lets such runs go on; a smaller one divides steps that work.
constexpr double stable_courant = 0.85;

/// Part of the speed of pressure waves at which bodies may close in on each other before there is a
/// warning [-]: docs/limits.md says what hits above it come to.
constexpr double max_closing = 0.5;

/// Memory of a voxel of a frame, while it is sampled and put together [bytes]: 28 of samples, 40
/// and their masks in the grids of a file, and the file.
constexpr double bytes_per_voxel = 100;
/// Memory of a voxel of an image, in bodies or not [bytes]: its arrays. What is in the file is
/// what bodies have, since the rest is packed to next to nothing.
constexpr double bytes_per_image_voxel = 44;
/// Memory of one frame that is more than anybody means to write [bytes].
constexpr double largest_frame = 64e9;

}  // namespace eulersolid
