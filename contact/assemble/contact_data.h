#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/solvers/friction_problem.h"

ES_BEGIN

/// What a problem says of each contact, from the contacts that were found: frames, coefficients of
/// friction, velocities and their bounds; and room for the impulses.
struct ContactData {
  DeviceVector<ContactFrame> frames;
  DeviceVector<double> friction, bound;
  DeviceVector<Vec3> velocity;
  DeviceVector<double> normal_impulse;
  DeviceVector<Vec3> friction_impulse;

  /// The velocity is the one relative to the partner's material, obstacles included; `bound` is the
  /// least normal component that it may have after the step,
  ///
  ///     bound = -gap/dt              across an open gap, which must not close further than that,
  ///     bound = -push_out gap/dt > 0 where bodies overlap: the part push_out of it is undone.
  ///
  /// @param v   velocities of the degrees of freedom [m/s]
  /// @param dt  [s], > 0
  void fill(const ContactsView& set, const RowsView& rows, Span<const Vec3> v, double dt,
            double push_out);

  ContactImpulses impulses() { return {normal_impulse.span(), friction_impulse.span()}; }
  /// Without an operator.
  FrictionProblem problem() const {
    return {frames.span(), friction.span(), velocity.span(), bound.span(), {}, {}, {}};
  }
};

double deepest_overlap(const ContactsView& set);  ///< largest -gap, at least 0 [m]

ES_END
