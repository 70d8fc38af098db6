#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <vector>

#include "grid/body_view.h"
#include "grid/rigid/joint.h"
#include "grid/rigid/rigid_state.h"

ES_BEGIN

/// Rigid bodies that joints link, or one that none does: the velocities that joints allow.
///
/// Of all velocities z = (m^1/2 v, I^1/2 w) of its bodies, whose kinetic energy is |z|^2 / 2,
/// joints allow those with J z = 0. With orthonormal columns N that span these, z = N y: the
/// generalized velocities y have the mass one, impulses P at x change them by N^T (m^-1/2 P, I^-1/2
/// r x P), and joints need no rows in the contact problem. To bring any z to N N^T z is to let
/// joints act by Gauss's principle of least constraint (J. reine angew. Math. 4 (1829) 232-235).
class Mechanism {
 public:
  /// @param bodies  numbers of its bodies
  /// @param joints  its joints; the numbers in them are of all bodies
  Mechanism(std::vector<int> bodies, std::vector<JointSetup> joints,
            const std::vector<RigidState>& start);

  const std::vector<int>& bodies() const { return bodies_; }
  /// Generalized velocities, a multiple of three: those that are too many move nothing.
  int velocities() const { return int(basis_.size()); }

  /// Finds the velocities that joints allow where bodies are now.
  void renew(const std::vector<RigidInertia>& inertia, const std::vector<RigidState>& states);

  /// How a body moves by each of the velocities.
  std::vector<Twist> twists(int body, const std::vector<RigidInertia>& inertia,
                            const std::vector<RigidState>& states) const;
  /// y of the bodies' velocities: joints act on them.
  std::vector<double> project(const std::vector<RigidInertia>& inertia,
                              const std::vector<RigidState>& states) const;
  /// Gives the bodies the velocities of y.
  void move_by(const std::vector<double>& y, const std::vector<RigidInertia>& inertia,
               std::vector<RigidState>& states) const;
  /// The y along which a torque on a hinge acts, which is its rate by y, too.
  std::vector<double> hinge(std::size_t joint, const std::vector<RigidInertia>& inertia,
                            const std::vector<RigidState>& states) const;

  /// Brings bodies back to where joints are closed, and changes velocities by what that takes in a
  /// step, as joints that act during it do (SHAKE: Ryckaert, Ciccotti and Berendsen, J. Comput.
  /// Phys. 23 (1977) 327-341).
  /// @return how far apart joints are then, at most [m], turned parts by the lever of one radius of
  ///         gyration
  double close(double dt, const std::vector<RigidInertia>& inertia,
               std::vector<RigidState>& states) const;

  /// An impulse [N s] and an angular impulse [N m s].
  struct Impulse {
    Vec3 impulse, torque;
  };
  /// Splits what joints did to the bodies, in the order of bodies(), among them: what each gave to
  /// its first body, the torque about the joint. Of joints that do the same the first has it all.
  std::vector<Impulse> split(const std::vector<Impulse>& of_bodies) const;

  std::size_t joints() const { return joints_.size(); }
  /// Angle of a hinge since the start, within half a turn of `near` [rad].
  double angle(std::size_t joint, const std::vector<RigidState>& states, double near) const;
  Vec3 axis(std::size_t joint, const std::vector<RigidState>& states) const;
  const JointSetup& joint(std::size_t number) const { return joints_[number].setup; }

 private:
  /// A joint by what is fixed in its bodies, at the start.
  struct Joint {
    JointSetup setup;
    Vec3 lever[2];    ///< from the centre of each body; of the world, the place [m]
    Vec3 tangent[2];  ///< across the axis
  };
  using Vector = std::vector<double>;  ///< six numbers of each body

  std::size_t place_of(int body) const;
  std::size_t unknowns() const { return 6 * bodies_.size(); }
  Vector to_vector(const std::vector<RigidInertia>& inertia,
                   const std::vector<RigidState>& states) const;
  std::vector<Vector> joint_rows(const std::vector<RigidInertia>& inertia,
                                 const std::vector<RigidState>& states) const;
  Vector gaps(const std::vector<RigidState>& states) const;
  void add_to_row(Vector& row, int body, Vec3 velocity, Vec3 spin,
                  const std::vector<RigidInertia>& inertia,
                  const std::vector<RigidState>& states) const;

  std::vector<int> bodies_;
  std::vector<Joint> joints_;
  std::vector<Vector> basis_;             ///< columns of N
  std::vector<Vector> constraints_;       ///< orthonormal rows that span those of J
  std::vector<Vector> lower_;             ///< rows of J that count by these, lower triangular
  std::vector<std::size_t> counts_;       ///< which rows these are
  std::vector<Mat3> axes_;                ///< principal ones of each body
  std::vector<RigidInertia> inertia_of_;  ///< of each body
  std::vector<Mat3> turn_of_;             ///< of the first body of each joint
};

ES_END
