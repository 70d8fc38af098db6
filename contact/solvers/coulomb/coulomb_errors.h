#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// How far impulses are from solving a problem. All of it follows from r, and depends on no unit
/// and on no solver. With u = W r + q, U = (u_N + mu |u_T|, u_T), h_c = tr W_cc / 3, and |q| the
/// largest |(min(q_N, 0), q_T)|, of joints |q_c|. With rolling friction r_c, U_c and K are those of
/// rolling_friction.h, with moments over a length that makes W answer to them as to impulses:
struct CoulombErrors {
  /// Of Coulomb's law, by the natural map of the cone (De Saxce and Feng, Math. Comput. Model. 28
  /// (1998) 225-245): max h_c |r_c - P_K(r_c - U_c / h_c)| / |q|. Zero just at a solution.
  double coulomb = 0;
  /// The same with u for U: of the relaxed, associated problem.
  double relaxed = 0;
  double complementarity = 0;  ///< |sum r . U| over sum |r . q|
  double cone_violation = 0;   ///< max (|r_T| - mu r_N) over the largest |r_c|
  double penetration = 0;      ///< max -u_N over |q|
  double dissipation = 0;      ///< - sum r_T . u_T: the energy that friction takes [J], >= 0
  /// (sum mu r_N |u_T| - dissipation) over sum mu r_N |u_T|: what friction fails to take.
  double dissipation_gap = 0;
  double scale = 0;  ///< |q| [m/s]
};

/// Impulses that are not finite have infinite errors, and so has what overflows.
/// @pre  r holds a vector per contact, and each W_cc is there with tr W_cc > 0
CoulombErrors coulomb_errors(const FrictionProblem& problem, std::span<const Vec3> r);

/// What is to be said of impulses whatever made them: their error, and whether it is low enough.
CoulombReport judged(const FrictionProblem& problem, const CoulombLimits& limits,
                     std::span<const Vec3> r);

}  // namespace eulersolid
