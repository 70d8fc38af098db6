#pragma once

namespace eulersolid {

/// Numbers that scenes are checked with (io/scene/), chosen and not derived, with what they rest
/// on.

/// Cells along an axis of the domain: nothing is resolved by fewer than four, and numbers of nodes
/// along an axis, shifted by a body's window, must stay far from those of an int.
constexpr double fewest_cells = 4, most_cells = 1e6;
/// Cells across the thinnest place of a body: with fewer, fewer than two nodes lie well inside, and
/// fits at its surface have one layer of nodes to rest on.
constexpr double thinnest = 3;
/// A run of more frames is a mistake in a unit: at a second a frame it would take eleven days.
constexpr double most_frames = 1e6;
/// More steps than this to a frame are none: a fixed step has a wrong unit, or the stable one has
/// collapsed, as where a body is crushed, and the run would go on for days without a word. The
/// finest scenes here take some hundred.
constexpr double most_steps_to_a_frame = 1e7;
/// Largest dt c / h of a fixed step [-], c the fastest pressure wave at rest. Without viscosity
/// scenes/block_on_floor.toml and two_balls.toml go through at 0.9 and blow up at 1.0, after 19 and
/// 101 steps. A larger bound lets such runs start; a smaller one refuses what works.
constexpr double stable_courant = 0.9;
/// Above this a fixed step is warned of: squeezed material is stiffer than at rest, and a quarter
/// faster is enough to pass the bound.
constexpr double cautious_courant = 0.7;

}  // namespace eulersolid
