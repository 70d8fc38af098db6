#pragma once

#include <vector>

#include "contact/assemble/columns.h"
#include "contact/assemble/dof_fields.h"
#include "contact/assemble/jacobian.h"
#include "contact/pair_impulses.h"
#include "shapes/placed_shape.h"

ES_BEGIN

/// A region of a body that is tied to another body where their surfaces meet.
struct Tie {
  int body = 0, partner = 0;
  PlacedShape shape;        ///< of the body at rest, its samples in the memory of this backend
  bool everywhere = false;  ///< not only there

  ES_HD bool holds(Vec3 X, double h) const {
    return everywhere || signed_distance(shape, X) < 0.5 * h;
  }
};

/// What a tie gives to its body, and takes from its partner. Torques are about the origin of space,
/// that on the partner where it is, not its copy.
struct TieImpulse {
  Vec3 impulse, torque, torque_on_partner;  ///< [N s], [N m s]
};

/// Ties: bodies that move as one where a region of one meets the other.
///
/// The surfaces are found as those of contacts are, and so are the rows s_c of contact/assemble/;
/// impulses P_c of all directions, not of one sign, make the mean relative velocities zero,
///
///     u_c + sum_d (s_c . M^-1 s_d) P_d = 0,
///
/// by conjugate gradients on the rows, so that momenta stay and what dependent rows say is said
/// once. A step ties twice: before contact, which then sees one body, and after it.
class Ties {
 public:
  Ties() : Ties({}, 0) {}
  /// @param bodies    how many there are
  /// @param numerics  by which surfaces are found
  Ties(std::vector<Tie> ties, int bodies, const ContactNumerics& numerics = {});

  bool empty() const { return ties_.empty(); }
  const Tie& tie(std::size_t t) const { return ties_[t]; }

  /// Finds where they meet, once in a step.
  /// @return of each tie, in how many places
  std::vector<int> find(const GridSpec& grid, const std::vector<BodyView>& bodies);

  /// Changes the bodies' velocities.
  /// @return what each tie gives
  /// @throws SimulationError where they do not converge
  std::vector<TieImpulse> act();

 private:
  void solve();
  double apply(Span<const Vec3> P, Span<Vec3> product);

  std::vector<Tie> ties_;
  FrictionTable friction_;  ///< with none, of those pairs alone
  SceneTables scene_;
  SurfaceSearch search_;
  ContactMerger merger_;
  ContactRows rows_;
  RowColumns columns_;
  DofFields dofs_;
  PairImpulses pairs_;
  ContactsView set_;
  RowsView view_;
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> kept_;
  DeviceVector<Patch> patches_;
  DeviceVector<double> diagonal_;
  DeviceVector<Vec3> P_, residual_, direction_, product_, preconditioned_, none_, dv_, no_dv_;
};

ES_END
