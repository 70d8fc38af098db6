#pragma once

namespace eulersolid {

/// A point whose material the map has farther away than this is lost, and its solid does not flow
/// [h]: more than Newton's method leaves.
constexpr double lost_memory = 0.1;

/// Nodes outside of a body follow points that are so many nodes away at most: corners of cells with
/// solid in them have some, but at needles.
constexpr int fit_reach = 2;

/// Determinant of the points' mean squared distances below which they lie in a plane [h^6].
constexpr double flat_fit = 1e-6;

/// Least determinant of a fitted tensor, whose own is 1 [-].
constexpr double min_fitted_det = 0.3;

}  // namespace eulersolid
