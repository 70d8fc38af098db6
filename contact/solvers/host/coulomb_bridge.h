#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// A problem in host memory, in the axes of its contacts and the local form of FCLIB: W from its
/// blocks, or from the scalar factor, q = (n . u* - bound, t1 . u*, t2 . u*). @pre  it has one of
/// the two
FrictionProblem host_problem(const ProblemView& problem);

/// q by contact, in its axes [m/s].
std::vector<Vec3> free_velocities(const ProblemView& problem);

/// Impulses in the axes of their contacts, and back to where solvers of this backend have them.
std::vector<Vec3> host_impulses(const ProblemView& problem, const ContactImpulses& impulses);
void set_impulses(const ProblemView& problem, const std::vector<Vec3>& r,
                  const ContactImpulses& impulses);

ES_END
