#pragma once

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// W = H^T M^-1 H, q = H^T M^-1 f + w. Bodies that are not coupled by M are condensed one by one.
/// @throws InputError when M is singular, or so small that numbers overflow
FrictionProblem condensed(const GlobalForm& problem);

/// That, with what it was condensed from beside it. @throws InputError likewise
FrictionProblem in_both_forms(const GlobalForm& problem);

/// v = M^-1 (f + H r): what impulses make of the bodies' velocities [m/s].
/// @throws InputError when M is singular
std::vector<double> body_velocities(const GlobalForm& problem, const std::vector<Vec3>& r);

/// u = H^T v + w: velocities of contact [m/s].
std::vector<Vec3> contact_velocities(const GlobalForm& problem, const std::vector<double>& v);

/// A global form of a local problem: M = I, f = 0, w = q and H^T = L of W = L L^T, with as many
/// degrees of freedom as W has rank. Modes of W below 1e-12 of its largest pivot are left out.
/// @throws InputError when W is not symmetric (beyond 1e-10), or not positive semidefinite
GlobalForm expanded(const FrictionProblem& problem);

}  // namespace eulersolid
