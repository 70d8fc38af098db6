#pragma once

#include <cmath>

namespace eulersolid {

/// Dynamic relaxation: velocities are damped by c = 2 w, critically for what moves, whose w^2 is
/// v . K v over v . M v (P. Underwood, in Computational Methods for Transient Analysis,
/// North-Holland 1983, 245-265; M. Papadrakakis, Comput. Methods Appl. Mech. Eng. 25 (1981) 35-48).
/// Fast modes raise that while they last: slender bodies, whose slowest mode is far below the
/// others, creep.
struct Relaxation {
  double rate = 0;  ///< w [1/s]

  /// What velocities are multiplied by before a step.
  double factor(double dt) const { return (1 - rate * dt) / (1 + rate * dt); }

  /// @param stiffness  v . K v in the last step [W/s]
  /// @param kinetic    energy then [J]
  void learn(double stiffness, double kinetic, double dt) {
    const double square = kinetic > 0 ? stiffness / (2 * kinetic) : 0;
    const double most = 0.5 / dt;  // waves have more, but what is left of them cells damp
    rate = square > 0 ? std::fmin(std::sqrt(square), most) : 0;
  }
};

}  // namespace eulersolid
