#pragma once

#include "contact/solvers/coulomb/rolling_friction.h"

namespace eulersolid {

/// tr W_cc / 3 of a triple, or of a moment, tr W_cc / 2.
double mean_response(const Mat3& W, bool moment);

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
