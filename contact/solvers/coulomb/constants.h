#pragma once

namespace eulersolid {

/// A W less symmetric than this, relative, has no factor L L^T worth the name.
constexpr double most_asymmetry_to_expand = 1e-10;
/// Modes of a semidefinite W below this share of the largest pivot are rounding: products of n
/// terms leave n * 1e-16.
constexpr double least_mode = 1e-12;
/// From here on a W is told to be unsymmetric; rounding in a simulator leaves 1e-9 and less.
constexpr double noticed_asymmetry = 1e-6;
/// Without impulses nothing moves faster [m/s]: errors relative to it may be of rounding only.
constexpr double slowest_problem = 1e-9;

}  // namespace eulersolid
