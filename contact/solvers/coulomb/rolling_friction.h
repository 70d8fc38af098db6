#pragma once

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

// Contacts with rolling friction have five components, (N, T1, T2) of the impulse r [N s] and two
// of a moment m [N m s], with the angular velocities omega against it [1/s]:
//
//     K* contains (u_N + mu |u_T| + mu_r |omega|, u_T, omega)  _|_  (r, m) in
//     K = {|r_T| <= mu r_N, |m| <= mu_r r_N}
//
// (Acary and Bourrier, Eur. J. Mech. A 85 (2021) 104046, FCLIB's `global_rolling`). In a problem
// each is two triples, (N, T1, T2) and (0, M1, M2) behind it, as all else is by triples.

constexpr int rolling_components = 5;

/// Does a triple hold the moment of the contact before it?
inline bool is_moment(const std::vector<double>& rolling, std::size_t triple) {
  return triple < rolling.size() && rolling[triple] >= 0;
}

/// Contacts, as users count them: joints among them, but not the triples of moments.
int points(const FrictionProblem& problem);

/// Components by five as two triples to a contact, and back.
std::vector<double> in_triples(const std::vector<double>& fives);
std::vector<double> in_fives(const std::vector<double>& triples);

/// What mu or rolling holds of impulses, or of moments, one for each contact.
std::vector<double> of_impulses(const std::vector<double>& triples);
std::vector<double> of_moments(const std::vector<double>& triples);

/// The two forms with five components to a contact: what users give, and files hold.
struct FiveByContact {
  SparseMatrix W;                   ///< of the local form
  SparseMatrix H;                   ///< of the global one
  std::vector<double> q;            ///< of the local form, or w of the global one
  std::vector<double> mu, rolling;  ///< coefficients of contacts [-, m]
};

/// Put them into a problem, by triples. @pre  sizes fit
void set_rolling(FrictionProblem& problem, const FiveByContact& five);
void set_rolling(GlobalForm& problem, const FiveByContact& five);
/// And back. @pre  the problem has rolling friction
FiveByContact five_by_contact(const FrictionProblem& problem);
FiveByContact five_by_contact(const GlobalForm& problem);

}  // namespace eulersolid
