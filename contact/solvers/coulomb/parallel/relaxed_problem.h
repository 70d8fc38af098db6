#pragma once

#include "contact/solvers/coulomb/parallel/held_problem.h"

ES_BEGIN

/// What gradient methods share: the relaxed problem, min 1/2 r . W r + r . (q + s) over the cones,
/// whose s_c = (mu |u_T|, 0, 0) of De Saxce is fixed inside and refreshed outside, so that the
/// solution obeys Coulomb's law (Acary, Cadoux, Lemarechal and Malick, ZAMM 91 (2011) 155-175).
class RelaxedProblem {
 public:
  /// s is zero. @param problem  stays where it is while this lives
  explicit RelaxedProblem(const HeldProblem& problem);

  /// Take s from the impulses that the problem has judged last.
  void refresh();
  /// g = W r + q + s.
  void gradient(Span<const Vec3> r, Span<Vec3> g) const;
  /// max h_c |r_c - P_K(r_c - g_c / h_c)| over |q|: the error of CoulombErrors with s as it is.
  double error(Span<const Vec3> r, Span<const Vec3> g) const;

  const HeldProblem& held() const { return problem_; }

 private:
  const HeldProblem& problem_;
  DeviceVector<double> s_;  ///< first components [m/s]
};

/// r_c = P_K(r_c) of each contact.
void project(Span<const double> mu, Span<Vec3> r);

ES_END
