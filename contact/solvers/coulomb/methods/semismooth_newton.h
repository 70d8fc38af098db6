#pragma once

#include <vector>

#include "contact/solvers/coulomb/methods/newton_matrix.h"

namespace eulersolid {

/// Newton's method for Coulomb's law itself, r = law(r - rho u(r)) with u = W r + q and the map of
/// Alart and Curnier (Comput. Methods Appl. Mech. Eng. 92 (1991) 353-375): near a solution a few
/// systems take it to rounding. Far from one the residual of full steps rises before it falls, so
/// that a search that asks for a fall of each ends at once: here it has to fall within some steps
/// (a watchdog: Grippo, Lampariello and Lucidi, Numer. Math. 59 (1991) 779-805). A W that lacks
/// rank is made stiff by 1 / R in the systems only, as by Levenberg and Marquardt: R grows with
/// steps that go well.
class SemismoothNewton {
 public:
  /// All of them stay where they are while this lives. @param mu  friction [-]
  /// @param mean_masses  1 / h_c [kg]
  SemismoothNewton(const std::vector<double>& mu, const std::vector<double>& mean_masses,
                   const BodyForm& bodies, NewtonMatrix& matrix);

  /// A new search.
  void start();
  /// One system. @param r  becomes the next point; the best, where the search has ended
  /// Returns whether it goes on.
  bool advance(std::vector<Vec3>& r);

 private:
  using Impulses = std::vector<Vec3>;

  Vec3 aim(std::size_t contact, Vec3 r, Vec3 u) const;
  double residual(const Impulses& r, const Impulses& u) const;
  bool solve(const Impulses& r, const Impulses& u);
  void move(Impulses& r, const Impulses& u, double residual_here);

  const std::vector<double>&mu_, &mean_masses_;
  const BodyForm& bodies_;
  NewtonMatrix& matrix_;
  double stiffness_ = 0, best_residual_ = 0;  ///< R in units of 1 / h_c
  int idle_ = 0;
  Impulses best_;
  Impulses step_, change_;  ///< of r and of u
};

}  // namespace eulersolid
