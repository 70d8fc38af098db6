#pragma once

#include <cmath>

#include "grid/body_totals.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A body's kinetic and elastic energy at the start, and what has changed it since [J], each
/// measured from before and after its own operation. What should not be there at all is the sum of
/// `transport` to `returned`.
struct EnergyFlows {
  double start = 0;
  double gravity = 0, contact = 0;  ///< work done on the body
  double load = 0, hold = 0;        ///< likewise, by loads on regions and by what holds them
  double activation = 0;            ///< likewise, by changes of the activation of fibres
  double viscous = 0;               ///< dissipated: counts negative
  /// Of that, what artificial viscosities took and `returned` does not have.
  double artificial = 0;
  double transport = 0;  ///< of kinetic energy, by advecting the velocities, at the old masses
  double masses = 0;     ///< of kinetic energy, by the nodes' new masses
  double restored = 0;   ///< of kinetic energy, by restoring momentum and spin
  double map = 0;        ///< of elastic energy beyond the work of the internal forces ...
  double last_map = 0;   ///< ... and of it in the last step, half of which is not in `map` yet
  double last_viscous = 0, last_artificial = 0;  ///< likewise
  double returned = 0;                           ///< of kinetic energy, to make up for the four
  double damped = 0;                             ///< of that, by artificial viscosities
  /// The most that the body has held and been given: kinetic + elastic + |gravity + contact|.
  double greatest = 0;
  /// The same without the motion of its centre of mass, and the work that went into it: what who
  /// moves along sees.
  double greatest_within = 0;

  bool operator==(const EnergyFlows&) const = default;
  /// Energies belong to the middle of the step, so they have what happened in half of each.
  /// @param lost  to viscosity in the step, and to artificial viscosities
  /// @param made  by the map
  void add_motion(double lost, double lost_artificially, double made) {
    viscous += 0.5 * (last_viscous + lost), map += 0.5 * (last_map + made);
    artificial += 0.5 * (last_artificial + lost_artificially);
    last_viscous = lost, last_artificial = lost_artificially, last_map = made;
  }
  /// Counts what artificial viscosities took as returned, up to that energy made and `most` in all;
  /// or no longer, where energy has been lost since.
  void count_damped(double made, double most) {
    const double taken = larger(damped, smaller(made, smaller(artificial, most + damped)));
    artificial -= taken, viscous -= taken;
    returned -= taken, damped -= taken;
  }
  /// @param now  kinetic and elastic energy
  void note_greatest(double now) { greatest = larger(greatest, now + std::fabs(work())); }
  /// Counts what should not be there anew, from the energy that there is now.
  void count_anew(double now) {
    transport = masses = restored = map = last_map = returned = damped = 0;
    start = now - (work() - viscous);
  }
  /// What no force and no contact did, in all.
  double made() const { return transport + masses + restored + map + returned; }
  /// Energy in the middle of the last step, but for what a change of dt from step to step makes.
  double sum() const { return start + work() - viscous + made(); }
  /// Of all forces from outside.
  double work() const { return gravity + contact + load + hold + activation; }
};

/// A vector that restoring has added to since the start, and the most that there was of it.
struct Restored {
  Vec3 sum;            ///< of vectors: what would be missing without
  double lengths = 0;  ///< sum of their lengths
  double greatest = 0;

  void add(Vec3 added, double held) {
    sum += added, lengths += norm(added);
    greatest = larger(greatest, held);
  }
  void count_anew() { sum = {}, lengths = 0; }
  double part(double added) const { return greatest > 0 ? added / greatest : 0; }
};

/// What in a body's motion since the start forces and contacts did not make, as parts of the motion
/// itself [-], energies of that within the body and between what touched; docs/theory.md, "The
/// ledgers", says why these. They should be zero.
struct BodyDrift {
  double momentum = 0, spin = 0;                  ///< restored: lengths of the sums of vectors
  double momentum_lengths = 0, spin_lengths = 0;  ///< sums of their lengths
  double transport = 0;  ///< of kinetic energy, by transport, new masses and what is restored
  double map = 0;        ///< of elastic energy, by the map
  double left = 0;       ///< of that energy, after what was returned
};

/// The most that a body and a partner that it touched, of the reduced mass m, have had of each
/// other so far, by the velocity v between their centres of mass. What is at rest has none of its
/// own until a hit is over.
struct Hit {
  double momentum = 0;  ///< m times v along the impulse, where they closed [kg m/s]
  double energy = 0;    ///< m v^2: that of the motion, and the work that ends it [J]

  /// @param closing  v along the impulse [m/s]
  /// @param speed    |v| [m/s]
  void note(double reduced_mass, double closing, double speed) {
    momentum = larger(momentum, reduced_mass * closing);
    energy = larger(energy, reduced_mass * speed * speed);
  }
};

/// What impulses alone decide about one body, whatever the grid makes of its motion; derived in
/// docs/theory.md, "The ledgers". SI units; angular momentum is about the origin of space.
struct Ledger {
  double mass = 0;  ///< [kg]; never changes
  Vec3 centre;      ///< of mass [m]: moves with p / m
  Vec3 linear;      ///< p [kg m/s]: at the start, plus the impulses of gravity, contact and regions
  Vec3 start_linear;  ///< at the start
  Vec3 angular;       ///< [kg m^2/s], likewise
  EnergyFlows energy;
  Restored restored_momentum, restored_spin;  ///< of `linear`, and of the spin [kg m/s], [kg m^2/s]
  Hit hit;
  double rest_speed = 0;  ///< a body that is slower counts as at rest [m/s]; never changes

  void receive(Vec3 impulse, Vec3 angular_impulse) {
    linear += impulse;
    angular += angular_impulse;
  }
  void advance(double dt) { centre += (dt / mass) * linear; }
  /// @param held    what the nodes hold with it
  /// @param pushed  impulse of contact in the step [N s]
  void note(const RestoredMomentum& added, const Momentum& held, Vec3 pushed) {
    const double rest = larger(mass * rest_speed, hit.momentum);
    // The account's centre is a hundredth of a cell or so from the nodes', about which contact
    // turned them: in a body that rests under its weight that is the same torque in every step.
    const Vec3 levered = cross(held.centroid() - centre, pushed);
    restored_momentum.add(added.linear, larger(held.abs_momentum, rest));
    restored_spin.add(added.spin - levered, larger(held.abs_spin, rest * added.arm));
  }
  /// @param now  kinetic and elastic energy [J]
  void note_energy(double now) {
    const double moved = energy_of_centre(linear) - energy_of_centre(start_linear);
    energy.note_greatest(now);
    energy.greatest_within = larger(
        energy.greatest_within, now - energy_of_centre(linear) + std::fabs(energy.work() - moved));
  }
  /// What the return of energy compares with [J].
  double greatest_energy() const { return larger(energy.greatest, energy_at_rest()); }
  /// What drifts are parts of, whatever frame the scene is in [J].
  double compared_energy() const {
    return larger(larger(energy.greatest_within, hit.energy), energy_at_rest());
  }
  /// What the grid has made of the energy beyond a part of the greatest, and of what drifts are
  /// parts of [J].
  double made_beyond(double part, double part_of_compared) const {
    const double left = energy.made();
    const double most = smaller(part * greatest_energy(), part_of_compared * compared_energy());
    return left - larger(-most, smaller(left, most));
  }
  /// Counts energy made as damped: a part of the greatest at most.
  /// @param made  [J]
  void count_damped(double made, double part) {
    energy.count_damped(made, part * greatest_energy());
  }
  /// The errors of cells of another size are not those of these.
  /// @param energy_now  kinetic and elastic [J]
  void count_anew(double energy_now) {
    energy.count_anew(energy_now);
    note_energy(energy_now);
    restored_momentum.count_anew(), restored_spin.count_anew();
  }
  BodyDrift drift() const {
    const double most = compared_energy();
    const Restored &p = restored_momentum, &s = restored_spin;
    return {p.part(norm(p.sum)),
            s.part(norm(s.sum)),
            p.part(p.lengths),
            s.part(s.lengths),
            (energy.transport + energy.masses + energy.restored) / most,
            energy.map / most,
            energy.made() / most};
  }
  /// Kinetic energy below which it counts as at rest [J].
  double energy_at_rest() const { return 0.5 * mass * rest_speed * rest_speed; }
  /// Kinetic energy of the centre of mass with a momentum [J].
  double energy_of_centre(Vec3 p) const { return 0.5 * dot(p, p) / mass; }
  /// Of the centre of mass [m/s].
  Vec3 velocity() const { return (1 / mass) * linear; }
  /// Angular momentum about the centre of mass [kg m^2/s].
  Vec3 spin() const { return angular - cross(centre, linear); }
};

}  // namespace eulersolid
