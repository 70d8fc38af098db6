#pragma once

#include <cmath>

namespace eulersolid {

/// Dynamic relaxation: velocities are damped by c = 2 w, critically for what moves, whose w^2 is
/// v . K v over v . M v (P. Underwood, in Computational Methods for Transient Analysis,
/// North-Holland 1983, 245-265; M. Papadrakakis, Comput. Methods Appl. Mech. Eng. 25 (1981) 35-48).
/// Fast modes raise that while they last: slender bodies, whose slowest mode is far below the
/// others, creep.
struct Relaxation {
  double rate = 0;    ///< w [1/s]
  double forces = 0;  ///< the most that there were of all forces so far [N]

  /// What velocities are multiplied by before a step.
  double factor(double dt) const { return (1 - rate * dt) / (1 + rate * dt); }

  /// @param stiffness  v . K v in the last step [W/s]; none where nothing is elastic
  /// @param kinetic    energy then [J]
  void learn(double stiffness, double kinetic, double dt) {
    constexpr double most = 0.5;    // over dt: waves have more, but what is left of them cells damp
    constexpr double rigid = 0.02;  // likewise, of what swings or falls
    const double square = kinetic > 0 ? stiffness / (2 * kinetic) : 0;
    rate = (square > 0 ? std::fmin(std::sqrt(square) * dt, most) : rigid) / dt;
  }

  /// What is left of forces, over all, or over a small part of the most that there were: where
  /// loads have gone rounding is left.
  double imbalance(double left, double all) {
    constexpr double least = 1e-3;
    forces = std::fmax(forces, all);
    const double compared = std::fmax(all, least * forces);
    return compared > 0 ? left / compared : 0;
  }
};

}  // namespace eulersolid
