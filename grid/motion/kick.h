#pragma once

#include "grid/state.h"

ES_BEGIN

/// v += dt (f/m + g) on the active nodes.
void kick(BodyState& state, const BodyDerived& derived, double dt, Vec3 gravity);

/// At least the largest speed of an active node after a kick of any length up to dt [m/s].
double largest_kicked_speed(const BodyState& state, const BodyDerived& derived, double dt,
                            Vec3 gravity);

/// What the outside did to a body in a step, with the mean of the velocities before the kick and
/// after contact: kick and contact act at one time, so that neither has velocities of its own. And
/// what the body has and does with those after contact.
struct KickedEnergy {
  double gravity = 0, outside = 0;  ///< work of gravity, of contact and regions [J]
  double kinetic = 0;               ///< [J]
  double power = 0;                 ///< of the internal forces [W]

  ES_HD KickedEnergy operator+(const KickedEnergy& o) const {
    return {gravity + o.gravity, outside + o.outside, kinetic + o.kinetic, power + o.power};
  }
};

/// @param before       velocities before the kick [m/s], by node
/// @param dt, gravity  of the kick; what else changed the velocities since came from outside
KickedEnergy kicked_energy(const BodyState& state, const BodyDerived& derived, double dt,
                           Vec3 gravity, Span<const Vec3> before);

/// Power of the internal forces, sum of f . v over the active nodes [W].
double internal_power(const BodyState& state, const BodyDerived& derived);

/// v <- factor v at the active nodes.
void damp(BodyState& state, const BodyDerived& derived, double factor);

/// How far the forces on a body's nodes are from balance: sums over its active nodes.
struct Imbalance {
  double left = 0;  ///< of |m (v - before)| / dt: what neither holds nor contacts have borne [N]
  double all = 0;   ///< of |f| + |m g| [N]

  ES_HD Imbalance operator+(const Imbalance& o) const { return {left + o.left, all + o.all}; }
};

/// After the kick and contact.
/// @param dt, gravity, before  those of the kick
Imbalance imbalance(const BodyState& state, const BodyDerived& derived, double dt, Vec3 gravity,
                    Span<const Vec3> before);

ES_END
