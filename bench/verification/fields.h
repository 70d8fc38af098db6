#pragma once

#include <functional>

#include "kernels/math/mat3.h"
#include "src/simulation/simulation.h"

/// What the nodes of a body say of its deformation, and velocities that are given to them.
namespace eulersolid::verification {

/// A body of a simulation at a moment, by its state.
class Nodes {
 public:
  Nodes(const Simulation& simulation, const Scene& scene, int body = 0);

  /// Calls visit(mass, X, u, v) of each node that is a degree of freedom: its material's position
  /// at rest, displacement and velocity.
  void visit(const std::function<void(double, Vec3, Vec3, Vec3)>& visit) const;
  Vec3 mean_displacement() const;  ///< by mass [m]
  /// At a point of the body at rest, by the affine motion that is nearest to what the nodes within
  /// `reach` of it have, by mass [m].
  Vec3 displacement_at(Vec3 point, double reach) const;
  /// F of the affine motion that is nearest to what the nodes have, by mass.
  Mat3 mean_gradient() const;
  /// Root of the mean square, by mass, of what u differs by from an exact one [m].
  double rms_error(const std::function<Vec3(Vec3 X)>& exact) const;
  /// Sum of m v . w over the nodes [kg m/s of w's unit]: how much of a mode is in the velocities.
  double projected(const std::function<Vec3(Vec3 X)>& mode) const;

 private:
  HostState state_;
  GridSpec grid_;
};

/// Gives a body velocities that no scene can, before the first step.
/// @param velocity  of the particle at a point [m/s]; it must not change the body's momentum or
/// spin,
///                  which its ledger keeps
void set_velocity(Simulation& simulation, const Scene& scene,
                  const std::function<Vec3(Vec3)>& velocity, int body = 0);

}  // namespace eulersolid::verification
