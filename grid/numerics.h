#pragma once

namespace eulersolid {

/// What the schemes and corrections of the grid go by, with what each value rests on;
/// docs/theory.md and docs/corrections.md say what they are. `[numerics]` of a scene changes them.
/// Corrections are on unless a measurement leaves them out: a value of 0, or false, is without.
struct GridNumerics {
  // What ledgers do (grid/ledger/).

  bool restore_mass = true;      ///< masses of the nodes are scaled to the body's
  bool restore_momentum = true;  ///< the linear momentum that impulses decide is restored
  bool restore_spin = true;      ///< and the angular momentum about the centre of mass
  bool return_energy = true;     ///< what the grid made of the energy is taken back

  /// Part of a body's greatest energy that the grid may make before the rest is returned. Errors of
  /// the rotational energy by the nodes' moments of inertia are below it; with 0 a box that turns,
  /// and is stretched by that, gains 5 % of its elastic energy from them in 100 steps.
  double unreturned_part = 0.005;
  /// The same of the energy without the motion of the centre of mass, of which drifts are parts:
  /// what falls or flies onto something light has little of it, and the part above would leave more
  /// than alarms warn of (1 %). With 0.005 here, too, two balls that stick to each other turn by
  /// another 1 % less in a frame that moves.
  double unreturned_within = 0.0075;
  /// Part of a body's greatest energy that artificial viscosities may have taken of what the grid
  /// has made, before the rest is returned. With 0 two balls that stick to each other turn by
  /// another 1 % less in a frame that moves, as noise at their contact is damped where it is made
  /// and taken from the whole motion once more; with 0.01 to 0.1 not. Where friction holds a body
  /// that is pressed to half its height nothing but the return ends waves that the map feeds: with
  /// 0.01 a box of 8 cells comes to rest as with 0; with 0.1 it does not, and makes 10 % of its
  /// energy in 20 ms.
  double max_damped = 0.01;
  /// Largest part that a step changes the energy of a body's motion relative to the rigid one by,
  /// to return what the grid has made of its energy. What is beyond it waits for the next steps;
  /// with a tenth what waited ended random scene 136 in the first step of a hit, by 6.2 %.
  double max_returned = 0.25;

  // Nodes and layers.

  /// A node is a degree of freedom when its mass is at least this part of rho h^3. Smaller masses
  /// make the explicit step unstable: 0.01 gains energy sevenfold in an impact, 0.03 gains a third,
  /// 0.1 and 0.2 nothing. Larger ones make more ghost nodes, whose motion is fitted, not solved
  /// for: with 0.15 transport and new masses make twice as much of the energy in collisions drawn
  /// at random.
  double min_mass_fraction = 0.1;
  /// What is aggregated by negative weights never leaves an active node with less than this part of
  /// the least mass, or its acceleration would limit the step.
  double kept_mass_fraction = 0.25;
  /// A node of the first layer that has this part of rho h^3 as its mass is advected like an active
  /// one; with less, its reference position and velocity go over to the extrapolated ones in
  /// proportion. Each overwriting of X at a node with mass is a motion that no force made: where
  /// none is advected two cylinders gain 8 % of their energy in a collision, with 0.01 to 0.04
  /// nothing. With 0.03 balls that stick to each other turn by 2 to 4 % less in a frame that moves,
  /// with this by 1 to 1.5 %: nodes that become active where a pressed surface advances begin with
  /// less of an error, whose energy rings and is damped. Where all are advected, however light, the
  /// step is unstable; with 0.003 the K4 vortex leaves solid behind.
  double advected_mass_fraction = 0.01;

  // Which solid counts (grid/quadrature/geometry.h).

  bool guard = true;      ///< what was not solid where it comes from does not become it outside
  bool witnesses = true;  ///< nor what the points of the surface say is elsewhere
  bool leave_out_inverted = true;   ///< points whose map is inverted
  bool switch_off_inverted = true;  ///< nodes that have lost half of their octants to them
  bool bound_tips = true;  ///< cells without an active corner: less is valid there, or solid

  // Waves and steps.

  /// A cell with a mass below this part of rho h^3 is a sliver, which cannot move the nodes around
  /// it, of min_mass_fraction, at the frequency of its own waves.
  double sliver_mass = 0.01;
  /// Factor of the viscosity of shocks (quadrature/cell_force.h) [-]. A ball of 10 cells that hits
  /// a rigid plate at 0.43 c leaves with 3 times its energy without it, inverted; with 2 at 0.8 of
  /// it, with 4 at 0.75. At a tenth of that speed 2 costs cylinders 3 % of their energy, and takes
  /// the map's error from 1.4 to 0.7 %.
  double shock_viscosity = 2;
  /// Damping of what neighbouring nodes of a cell move to and fro by, beyond a linear field
  /// (quadrature/cell_force.h), at its full from this part of the speed of waves on [-]. Of 26
  /// random scenes that were ended once, 16 are right without it, 20 with it, 18 with 0.2 in place
  /// of 0.03. Where it is full at once it cures as many, and costs the collision of cylinders 1.7 %
  /// of its energy, not 0.8, and that of two balls 0.4, not 0.2.
  double hourglass_damping = 2, hourglass_speed = 0.03;
  /// Change of grad X from one cell to the next from which on it is a kink [-]: the map resists it
  /// (quadrature/kinks.h), and is advected with less of its correction, with none from twice that
  /// on (motion/transport.h). With 0.25 the resistance also acts on what is resolved: of 16
  /// families' scenes that were ended without it 4 are right, not 7.
  double kink_start = 0.5;
  /// How stiff kinks are, in (lambda + 2 mu) h^2 [-]. Of 79 scenes of ten families 59 are right
  /// with 0.1 and with 0.2, but one and three are wrong, and a step is a tenth shorter with 0.2;
  /// with 0.05 one less of 16 is right.
  double kink_stiffness = 0.1;
  bool limit_map = true;  ///< else the map's correction is whole, kinks or not
  /// In the step after a hit at a speed v cells shrink at up to this times v/h [-].
  double hit_growth = 2;
  /// Part of a cell that the fastest node of a body may cross in a step. Contact may still make it
  /// faster: above 1 its particle would come from beyond the cells that are looked up.
  double max_crossed = 0.6;

  template <class Self, class Visit>
  static void each_key(Self& self, Visit visit) {
    visit("restore_mass", self.restore_mass), visit("restore_momentum", self.restore_momentum);
    visit("restore_spin", self.restore_spin), visit("return_energy", self.return_energy);
    visit("unreturned_part", self.unreturned_part);
    visit("unreturned_within", self.unreturned_within);
    visit("max_damped", self.max_damped), visit("max_returned", self.max_returned);
    visit("min_mass_fraction", self.min_mass_fraction);
    visit("kept_mass_fraction", self.kept_mass_fraction);
    visit("advected_mass_fraction", self.advected_mass_fraction);
    visit("guard", self.guard), visit("witnesses", self.witnesses);
    visit("leave_out_inverted", self.leave_out_inverted);
    visit("switch_off_inverted", self.switch_off_inverted), visit("bound_tips", self.bound_tips);
    visit("sliver_mass", self.sliver_mass), visit("shock_viscosity", self.shock_viscosity);
    visit("hourglass_damping", self.hourglass_damping);
    visit("hourglass_speed", self.hourglass_speed);
    visit("kink_start", self.kink_start), visit("kink_stiffness", self.kink_stiffness);
    visit("limit_map", self.limit_map), visit("hit_growth", self.hit_growth);
    visit("max_crossed", self.max_crossed);
  }
};

}  // namespace eulersolid
