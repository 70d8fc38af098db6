#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/rolling_friction.h"

namespace eulersolid {

/// h_c of each triple: tr W_cc / 3, or of a moment tr W_cc / 2, or where that is zero, that of its
/// contact.
std::vector<double> mean_responses(const FrictionProblem& problem);

/// The length at which W answers to a moment as to an impulse; 1 where it answers to none [m].
/// @param h  of a contact @param moment  W_cc of its moment
double length_of_moment(double h, const Mat3& moment);

/// A problem whose moments are over a length of each contact, at which W answers to them as to
/// impulses: what mixes both is of one unit.
class ScaledMoments {
 public:
  explicit ScaledMoments(const FrictionProblem& problem);
  const FrictionProblem& problem() const { return problem_; }
  void scale(std::vector<Vec3>& r) const;    ///< to that problem's
  void unscale(std::vector<Vec3>& r) const;  ///< and back

 private:
  FrictionProblem problem_;
  std::vector<double> length_;  ///< [m], of each triple of moments; 1 of the others
};

/// A method that takes scaled moments, on any problem. @param solve, limits, r  as of CoulombSolver
CoulombReport solve_scaled(CoulombSolver solve, const FrictionProblem& problem,
                           const CoulombLimits& limits, std::vector<Vec3>& r);

/// The cones of all contacts.
class ContactCones {
 public:
  /// @param rolling  of scaled moments, or empty
  ContactCones(const std::vector<double>& mu, const std::vector<double>& rolling)
      : mu_(mu), rolling_(rolling) {}

  /// p = P_K(t).
  void project(const std::vector<Vec3>& t, std::vector<Vec3>& p) const;
  /// What De Saxce adds to u_N of a triple [m/s].
  double de_saxce(const std::vector<Vec3>& u, std::size_t triple) const;
  double opposed(Vec3 q, std::size_t triple) const;  ///< speed that impulses may have to oppose

 private:
  const std::vector<double>&mu_, &rolling_;
};

}  // namespace eulersolid
