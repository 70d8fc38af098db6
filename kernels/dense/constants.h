#pragma once

namespace eulersolid {

/// Numbers of the dense algebra that are chosen and not derived, with their evidence.

/// A pivot of a quasi-definite system below this part of what it was subtracted from [-] counts as
/// lost: 2e-4 of it and more are rounding (2^-52 / 1e-12). The elements of the system come from
/// banded solves, so more of them is rounding than of a matrix as given (lost_pivot of
/// kernels/band). Whoever sees factor() fail factors the QP's matrix anew, which is safe: a larger
/// value only costs factorisations. A smaller one lets a row pass that is nothing but rounding,
/// 1e-14 in tests/kernels/dense/dense_test.cpp, and the solution with it.
constexpr double lost_difference = 1e-12;

}  // namespace eulersolid
