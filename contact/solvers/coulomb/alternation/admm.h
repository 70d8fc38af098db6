#pragma once

#include "contact/solvers/coulomb/alternation/anderson.h"
#include "contact/solvers/coulomb/alternation/stiffened_response.h"
#include "contact/solvers/coulomb/contact_cones.h"
#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Alternating directions for Coulomb's problem: the velocities that springs between bodies and the
/// cone K* leave, which takes one solve with a factor that is kept, and then the cone, contact by
/// contact (Boyd, Parikh, Chu, Peleato and Eckstein, Found. Trends Mach. Learn. 3 (2010) 1-122,
/// with relaxation 3.4.3 and a stiffness that follows residuals 3.4.1; for friction, with De
/// Saxce's term as it was in the last iteration, Acary, Bremond and Huber, LNACM 79 (2018)
/// 375-457). It is the fixed-point iteration of t = h (r - R z), with r = P_K(t), z in K*, and of
/// De Saxce's term, and Anderson's acceleration takes it to its end in dozens of steps instead of
/// thousands.
class AdmmIteration {
 public:
  /// @param problem  stays where it is while this lives, with moments scaled (ScaledMoments); and
  /// so does
  /// @param mu  friction, that of the problem or another
  AdmmIteration(const FrictionProblem& problem, const std::vector<double>& mu,
                const std::vector<Vec3>& r);

  /// Choose the order of the factor, which the first step needs.
  void order() { response_.order(); }
  /// Is the matrix of its springs positive definite, and are its numbers finite?
  bool possible() const { return possible_; }
  void advance();
  const std::vector<Vec3>& impulses() const { return r_; }
  /// @pre  order() or advance() was called
  const SparseCholesky& factor() const { return response_.factor(); }
  int solves_a_step() const { return response_.solves(); }

 private:
  void project();
  void map();
  void change_stiffness();

  ContactCones cones_;
  StiffenedResponse response_;
  AndersonAcceleration acceleration_;
  double rho_ = 1;  ///< stiffness of the springs, in units of 1 / h_c
  bool possible_ = true, factored_ = false;
  int since_change_ = 0;
  double speed_ = 0;  ///< root of the sum of squares of what impulses may have to oppose [m/s]
  std::vector<Vec3> r_, z_, loads_, u_, t_, hr_;
  std::vector<double> x_, image_;  ///< four to a contact: t and De Saxce's term [m/s]
  double residual_ = 0, last_residual_;
  double primal_ = 0, dual_ = 0;  ///< relative
};

/// These until the problem is solved.
CoulombReport solve_by_admm(const FrictionProblem& problem, const CoulombLimits& limits,
                            std::vector<Vec3>& r);

}  // namespace eulersolid
