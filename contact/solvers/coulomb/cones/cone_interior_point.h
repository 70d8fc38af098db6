#pragma once

#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/newton_matrix.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// Interior points for contact with friction: Coulomb's law as r in K, U in K* and r o U = 0 with U
/// = (u_N + mu |u_T|, u_T), in second-order cones, which Mangoni and Tasora name as their
/// outlook. Newton's method follows r o U = m as m falls, in the direction of Alizadeh, Haeberly
/// and Overton (SIAM J. Optim. 8 (1998) 746-768): unlike Nesterov and Todd's scaling it sees r o U
/// itself, and so goes on below 1e-7, where pairs near the boundary make that scaling lose its
/// digits. De Saxce's term is a part of the systems, which are not symmetric anyway, so that what
/// is found obeys Coulomb's law, and no outer loop refreshes it (Acary, Armand, Nguyen and
/// Shpakovych, "Second-order cone programming for frictional contact mechanics using interior point
/// algorithm", Optim. Methods Softw. (2024)). Joints are rows that nearly rigid springs
/// hold (contact_cone.h).
class ConeIteration {
 public:
  /// Both stay where they are while this lives.
  ConeIteration(const FrictionProblem& problem, BodySystem& system);

  /// Begin in the middle of the cones. @param careful  goes less far in a step than else
  void start(bool careful = false);
  /// One system. Where it is singular, or the step too short, it has stalled.
  void advance();
  /// Tell it the error of its impulses.
  void judged(double error);
  /// Those of the law where the iterate is: contacts that part have none.
  const std::vector<Vec3>& impulses() const { return found_; }
  bool stalled() const { return stalled_; }

 private:
  struct Linearised {
    Mat3 D;
    Vec3 constant;  ///< dr = constant - D du
  };

  void follow();
  Vec3 bent(std::size_t c) const;
  Mat3 bending(std::size_t c) const;
  Linearised linearised(std::size_t c, double aim) const;
  bool find_step(double aim);
  double mean_product() const;
  double longest() const;

  const BodyForm& bodies_;
  NewtonMatrix& matrix_;
  const std::vector<double>& mu_;
  std::vector<double> h_;            ///< tr W_cc / 3 [1/kg]
  double speed_ = 0;                 ///< what impulses may have to oppose [m/s]
  double share_ = 0, centring_ = 0;  ///< cone_share and min_centring, or those of a careful one
  double length_ = 1;                ///< of the last step
  double best_error_ = 0;
  int idle_ = 0;
  bool stalled_ = false;
  std::vector<double> v_, dv_, momentum_;
  std::vector<Vec3> r_, U_, u_, dr_, dU_, found_;
};

/// These until the problem is solved; a problem without friction goes to FrictionlessSolver.
CoulombReport solve_by_interior_points(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r);

}  // namespace eulersolid
