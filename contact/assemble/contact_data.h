#pragma once

#include "contact/assemble/dof_fields.h"
#include "contact/detect/contact_merger.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// What a problem says of each contact, from the contacts that were found: frames, coefficients of
/// friction, velocities and their bounds, what gives; and the impulses.
struct ContactData {
  DeviceVector<ContactFrame> frames;
  DeviceVector<double> friction, bound, compliance;
  DeviceVector<double> pressure;  ///< that is expected [Pa]; infinite where nothing is known
  DeviceVector<Vec3> velocity, before;
  DeviceVector<double> normal_impulse;
  DeviceVector<Vec3> friction_impulse;

  /// All of it, undefined: impulses and pressures that are expected come before what fill() says.
  void make_room(Index contacts);

  /// The velocity is the one relative to the partner's material, obstacles included; friction is
  /// that of rest where surfaces did not slide over each other before the kick, nor all over the
  /// pair's contact; `bound` is the least normal component that it may have after the step,
  ///
  ///     bound = -gap/dt      across an open gap, which must not close further than that,
  ///     bound = (d - d') / dt  where bodies overlap by d, and d' is what a step leaves of it by
  ///                            d(d)/dt = -c (d/h) q, with c the wave speed of the softer one: the
  ///                            same in one step as in many, and no faster than the part
  ///                            fastest_push_out of c. q is quick_push_out as long as normal
  ///                            impulses have given the pair no energy to speak of, then (d/h)^2.
  ///
  /// Of an overlap a layer (CompliantLayer) bears as much as it may give by: -gap/dt for that, or 0
  /// where it is flat. `compliance` is what it gives by, k / (A dt^2).
  ///
  /// There must be room (make_room).
  ///
  /// @param dofs  velocities after the kick and before it
  /// @param dt    [s], > 0
  void fill(const SceneView& scene, const ContactsView& set, const RowsView& rows,
            const DofFields& dofs, double dt);

  ContactImpulses impulses() { return {normal_impulse.span(), friction_impulse.span()}; }
  /// Without an operator.
  ProblemView problem() const {
    return {frames.span(),    friction.span(), velocity.span(), bound.span(), {}, {}, {},
            compliance.span()};
  }

 private:
  DeviceVector<double> min_slip_;  // by pair
};

/// The largest of overlaps; a sum of two is the deeper one, the first of equals.
struct DeepestOverlap {
  double depth = 0;  ///< -gap, at least 0 [m]
  int pair = -1;
  Vec3 at;  ///< [m]

  ES_HD DeepestOverlap operator+(const DeepestOverlap& o) const {
    return o.depth > depth ? o : *this;
  }
};

DeepestOverlap deepest_overlap(const ContactsView& set);

ES_END
