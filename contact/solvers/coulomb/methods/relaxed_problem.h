#pragma once

#include "contact/solvers/coulomb/coulomb_problem.h"

namespace eulersolid {

/// What gradient methods share: the relaxed problem, min 1/2 r . W r + r . (q + s) over the cones,
/// whose s_c = (mu |u_T|, 0, 0) of De Saxce is fixed inside and refreshed outside, so that the
/// solution obeys Coulomb's law (Acary, Cadoux, Lemarechal and Malick, ZAMM 91 (2011) 155-175).
class RelaxedProblem {
 public:
  explicit RelaxedProblem(const LocalProblem& problem);

  /// Take s from these impulses.
  void refresh(const std::vector<Vec3>& r);
  /// g = W r + q + s.
  void gradient(const std::vector<Vec3>& r, std::vector<Vec3>& g) const;
  Vec3 projected(std::size_t contact, Vec3 r) const;
  /// max h_c |r_c - P_K(r_c - g_c / h_c)| over |q|: the error of CoulombErrors with s as it is.
  double error(const std::vector<Vec3>& r, const std::vector<Vec3>& g) const;

  const LocalProblem& local() const { return problem_; }
  /// h_c = tr W_cc / 3 [1/kg].
  const std::vector<double>& response() const { return response_; }
  std::size_t contacts() const { return response_.size(); }

 private:
  const LocalProblem& problem_;
  std::vector<double> response_;
  std::vector<double> s_;  ///< first components [m/s]
  double scale_ = 0;       ///< |q| [m/s]
};

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b);

}  // namespace eulersolid
