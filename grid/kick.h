#pragma once

#include "grid/state.h"

ES_BEGIN

/// out = v + step (f/m + g) + part r on the active nodes, with r the change of velocity that
/// contact made in the last step [m/s]; out may be v.
void kick(const BodyState& state, const BodyDerived& derived, double step, Vec3 gravity,
          double part, Span<const Vec3> v, Span<Vec3> out);

/// r = v on the active nodes, zero elsewhere: what the velocities are before contact ...
void note_velocities(BodyState& state, const BodyDerived& derived);
/// ... and r = v - r there: what contact has made of them.
void take_reaction(BodyState& state, const BodyDerived& derived);

/// What the outside did to a body in a step, with the mean velocities (v^t + v^{t+1}) / 2.
struct ExternalWork {
  double contact = 0;  ///< by the contact impulses m r [J]
  Vec3 momentum;       ///< mean momentum, whose product with g dt is the work of gravity [kg m/s]

  ES_HD ExternalWork operator+(const ExternalWork& o) const {
    return {contact + o.contact, momentum + o.momentum};
  }
};

/// @param before  velocities at the start of the step [m/s], by node
ExternalWork external_work(const BodyState& state, const BodyDerived& derived,
                           Span<const Vec3> before);

ES_END
