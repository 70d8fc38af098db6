#pragma once

#include "bench/peers/solver.h"

namespace eulersolid {

/// Which constraints are active at x: x_i is nearer to its bound than lambda_i / H_ii to zero. Of
/// an exact solution these are the ones with x_i = 0, and an interior point that is near it has the
/// same ones.
std::vector<bool> active_set(const QpData& qp, const std::vector<double>& x);

/// x = 0, without any knowledge: the active set that one iteration from there would guess, {c <=
/// 0}.
Start cold_start(const QpData& qp);

/// The solution with the first `flips` constraints reversed, which is how section 7.1 of the thesis
/// makes its initial working sets. Active-set methods are given the set alone. Methods that start
/// from a point are given more, the solution itself, except for the reversed constraints: where one
/// was inactive, x_i = 0; where it was active, x_i is the mean of the free variables. Multipliers
/// likewise.
/// @param solution  of the QP, within rounding
Start warm_start(const QpData& qp, const std::vector<double>& solution, int flips);

}  // namespace eulersolid
