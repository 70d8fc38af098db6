#pragma once

#include "contact/solvers/host/solved_contacts.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// A problem with a global operator as FCLIB's global form on the host: each degree of freedom that
/// a contact touches has three rows of M, in world axes, H has s_ck times the axes of contact c,
/// f = M v*, and w = q - H^T v*, which is what obstacles and bounds prescribe.
/// @param velocity  v* of all degrees of freedom [m/s]
/// @pre  problem.global
GlobalForm global_problem(const ProblemView& problem, Span<const Vec3> velocity);

/// That, with the impulses that a solver is going to start from; and what it has made of them.
SolvedContacts posed_contacts(const ProblemView& problem, Span<const Vec3> velocity,
                              const ContactImpulses& start);
void set_solution(const ProblemView& problem, const ContactImpulses& solution,
                  SolvedContacts& contacts);

ES_END
