#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

// The cone Q = {x_0 >= |(x_1, x_2)|} and its algebra, whose unit is (1, 0, 0) (Alizadeh and
// Goldfarb, "Second-order cone programming", Math. Program. 95 (2003) 3-51, section 4).

/// (x_0 - |x_1|) (x_0 + |x_1|).
double cone_determinant(Vec3 x);
/// a o b = (a . b, a_0 b_1 + b_0 a_1).
Vec3 cone_product(Vec3 a, Vec3 b);
/// x with a o x = b. @pre  a is inside Q
Vec3 cone_quotient(Vec3 a, Vec3 b);
/// The largest step in [0, most] for which x + step dx is in Q. @pre  x is inside Q
double cone_step(Vec3 x, Vec3 dx, double most);

}  // namespace eulersolid
