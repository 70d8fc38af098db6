#include <gtest/gtest.h>

#include "grid/ledger/ledger.h"

/// What alarms look at, from numbers that can be checked by hand.

namespace eulersolid {
namespace {

/// 2 kg with a speed of rest of 0.001 m/s: at rest below 0.002 kg m/s, and below 1e-6 J.
Ledger ledger() {
  Ledger ledger;
  ledger.mass = 2, ledger.rest_speed = 0.001;
  return ledger;
}

Momentum moving(double abs_momentum, double abs_spin) {
  Momentum momentum;
  momentum.abs_momentum = abs_momentum, momentum.abs_spin = abs_spin;
  return momentum;
}

/// As energy is: what is hit while it is slow has not lost what it is going to have.
TEST(LedgerDrift, MomentumIsAPartOfTheGreatestSoFar) {
  Ledger one = ledger();
  one.note({{0.3, 0, 0}, {0, 0.5, 0}, 0.5}, moving(10, 4), {});
  EXPECT_NEAR(one.drift().momentum, 0.03, 1e-15);
  EXPECT_NEAR(one.drift().spin, 0.125, 1e-15);
  one.note({{0, 0.4, 0}, {0, 0, 1.2}, 0.5}, moving(20, 26), {});  // lengths of 0.5 and 1.3
  EXPECT_NEAR(one.drift().momentum, 0.025, 1e-15);
  EXPECT_NEAR(one.drift().spin, 0.05, 1e-15);
  EXPECT_NEAR(one.drift().momentum_lengths, 0.035, 1e-15);
  EXPECT_NEAR(one.drift().spin_lengths, 1.7 / 26, 1e-15);
  one.note({{0, 0, 1.2}, {}, 0.5}, moving(1, 1), {});  // 1.3
  EXPECT_NEAR(one.drift().momentum, 0.065, 1e-15);
}

/// What is taken and given back in turn has made no motion.
TEST(LedgerDrift, OppositeErrorsCancel) {
  Ledger one = ledger();
  for (int step = 0; step < 100; ++step) {
    const double sign = step % 2 == 0 ? 1 : -1;
    one.note({{sign * 0.3, 0, 0}, {0, 0, sign * 0.2}, 0.5}, moving(10, 4), {});
  }
  EXPECT_NEAR(one.drift().momentum, 0, 1e-15);
  EXPECT_NEAR(one.drift().spin, 0, 1e-15);
}

/// A body at rest has next to no momentum; what is restored is compared with m c / 1000, its spin
/// with that times the radius of gyration. Catches a division by nothing.
TEST(LedgerDrift, ABodyAtRestHasTheMomentumOfASlowOne) {
  Ledger one = ledger();
  one.note({{0, 2e-5, 0}, {0, 0, 3e-5}, 0.5}, moving(1e-9, 0), {});  // of 2 g m/s, times 0.5 m
  EXPECT_NEAR(one.drift().momentum, 0.01, 1e-15);
  EXPECT_NEAR(one.drift().spin, 0.03, 1e-15);
  one.note({{}, {}, 0}, moving(0, 0), {});  // a single node has no spin
  EXPECT_NEAR(one.drift().spin, 0.03, 1e-15);
}

/// What is at rest when it is hit has next to nothing as the hit begins: a plate that a ball met at
/// 0.5 c ended its run in the second step. Errors count as parts of what the hit turns round.
TEST(LedgerDrift, ABodyThatIsHitHasWhatTheHitTurnsRound) {
  Ledger one = ledger();
  one.hit.note(1.5, 4, 4), one.hit.note(1.5, 2, 2);  // 6 kg m/s, 24 J; and less
  one.note({{0.06, 0, 0}, {0, 0, 0.06}, 0.5}, moving(0.1, 0.1), {});
  EXPECT_NEAR(one.drift().momentum, 0.01, 1e-15);
  EXPECT_NEAR(one.drift().spin, 0.02, 1e-15);  // of 6 kg m/s times 0.5 m
  one.energy.map = 0.24;
  EXPECT_NEAR(one.drift().map, 0.01, 1e-15);
  one.note({{0.06, 0, 0}, {}, 0.5}, moving(12, 0.1), {});
  EXPECT_NEAR(one.drift().momentum, 0.01, 1e-15);
}

/// Contact at (1, 0, 0) m turns the account about its centre, the nodes about theirs, 0.01 m
/// beyond: 3 N s make 3 and 2.97 N m s. What brings the nodes to the account is no error of motion.
TEST(LedgerDrift, LeversOfTwoCentresAreNoSpinThatIsLost) {
  Ledger one = ledger();
  Momentum held = moving(10, 4);
  held.mass = 2, held.first = {0.02, 0, 0};
  const Vec3 pushed{0, 0, 3}, of_account{0, -3, 0}, of_nodes{0, -2.97, 0};
  one.note({{}, of_account - of_nodes, 0.5}, held, pushed);
  EXPECT_NEAR(one.drift().spin, 0, 1e-15);
}

/// Of the greatest energy held and given so far, not of what is left of it.
TEST(LedgerDrift, EnergyIsAPartOfTheGreatestSoFar) {
  Ledger one = ledger();
  EnergyFlows& energy = one.energy;
  energy.transport = -0.3, energy.masses = 0.2, energy.restored = -0.1, energy.map = 0.4;
  one.note_energy(2);
  EXPECT_NEAR(one.drift().transport, -0.1, 1e-15);
  EXPECT_NEAR(one.drift().map, 0.2, 1e-15);
  energy.returned = -0.15;
  EXPECT_NEAR(one.drift().left, 0.025, 1e-15);
  energy.gravity = -10, energy.contact = 3;
  one.note_energy(1);
  EXPECT_NEAR(one.drift().map, 0.05, 1e-15);
  energy.gravity = energy.contact = 0;
  one.note_energy(0);
  EXPECT_NEAR(one.drift().map, 0.05, 1e-15);
}

/// A ball of 2 kg hits a wall at 3 m/s: who moves along with either, or past both, sees 9 J in it,
/// and 9 J of work of its own from the wall, when it stands still before it.
TEST(LedgerDrift, EnergiesAreThoseSeenFromTheBody) {
  for (const Vec3 frame : {Vec3{}, Vec3{3, 0, 0}, Vec3{0, 7, 0}, Vec3{-20, 1, 2}}) {
    Ledger one;
    one.mass = 2, one.rest_speed = 1e-6;
    one.linear = one.start_linear = one.mass * (frame - Vec3{3, 0, 0});
    one.note_energy(one.energy_of_centre(one.linear));
    EXPECT_NEAR(one.compared_energy(), 0, 1e-9);
    const Vec3 impulse{6, 0, 0};
    one.receive(impulse, {});
    one.energy.contact = dot(impulse, frame);  // of the wall, which moves with the frame
    one.note_energy(one.energy_of_centre(one.linear) + 9);
    EXPECT_NEAR(one.compared_energy(), 18, 1e-9);
  }
}

/// A ball of 2 kg that falls at 3 m/s holds 9 J, and weight has given it 9 J more; onto something
/// light, which takes 1 J of that, it makes 0.2 J. Alarms see that in those 2 J that the hit is
/// worth: returned is what is beyond 0.4 of them, and not of the 18 J; at rest on a floor it would
/// be a tenth of what the body has.
TEST(LedgerDrift, WhatIsReturnedIsBeyondAPartOfWhatAlarmsSeeToo) {
  Ledger one;
  one.mass = 2, one.rest_speed = 1e-6;
  one.receive({0, 0, -6}, {});
  one.energy.gravity = 9;
  one.note_energy(9);
  EXPECT_NEAR(one.greatest_energy(), 18, 1e-12);
  EXPECT_NEAR(one.compared_energy(), 0, 1e-9);
  one.energy.contact = -1;
  one.note_energy(8);  // 9 J of it of the centre of mass, as before
  EXPECT_NEAR(one.compared_energy(), 0, 1e-9);
  one.hit.energy = 2;
  one.energy.map = 1.3;
  EXPECT_NEAR(one.made_beyond(0.1, 0.4), 1.3 - 0.8, 1e-12);
  EXPECT_NEAR(one.made_beyond(0.01, 0.4), 1.3 - 0.18, 1e-12);
  one.energy.map = -1.3;
  EXPECT_NEAR(one.made_beyond(0.1, 0.4), -1.3 + 0.8, 1e-12);
  one.energy.map = 0.7;
  EXPECT_EQ(one.made_beyond(0.1, 0.4), 0);
}

/// In the middle of the second step a half of what it does has happened.
TEST(LedgerDrift, EnergiesBelongToTheMiddleOfTheStep) {
  EnergyFlows energy;
  energy.add_motion(2, 1, 0.2);
  energy.add_motion(6, 2, 0.4);
  EXPECT_NEAR(energy.viscous, 5, 1e-15);
  EXPECT_NEAR(energy.artificial, 2, 1e-15);
  EXPECT_NEAR(energy.map, 0.4, 1e-15);
}

/// What is made and damped at once has not been lost; nothing is damped that was not there, nor
/// twice, and the sum of all stays.
TEST(LedgerDrift, WhatArtificialViscositiesTakeOfEnergyMadeIsReturned) {
  EnergyFlows energy;
  energy.start = 10, energy.map = 1, energy.viscous = 0.9, energy.artificial = 0.6;
  const double sum = energy.sum();
  energy.count_damped(0.4, 9);
  EXPECT_NEAR(energy.damped, -0.4, 1e-15);
  EXPECT_NEAR(energy.viscous, 0.5, 1e-15);
  EXPECT_NEAR(energy.made(), 0.6, 1e-15);
  energy.count_damped(energy.made(), 0.5);
  EXPECT_NEAR(energy.damped, -0.5, 1e-15);
  energy.count_damped(energy.made(), 9);
  EXPECT_NEAR(energy.damped, -0.6, 1e-15);
  EXPECT_NEAR(energy.returned, -0.6, 1e-15);
  EXPECT_NEAR(energy.artificial, 0, 1e-15);
  EXPECT_NEAR(energy.sum(), sum, 1e-14);
  energy.count_damped(-0.5, 9);  // it is lost after all
  EXPECT_NEAR(energy.damped, -0.1, 1e-15);
  EXPECT_NEAR(energy.artificial, 0.5, 1e-15);
  energy.count_damped(-0.5, 9);
  EXPECT_NEAR(energy.damped, 0, 1e-15);
  EXPECT_NEAR(energy.viscous, 0.9, 1e-15);
  EXPECT_NEAR(energy.sum(), sum, 1e-14);
}

TEST(LedgerDrift, ABodyAtRestHasTheEnergyOfASlowOne) {
  Ledger one = ledger();
  one.energy.map = 2e-8;  // of 2 kg (1 mm/s)^2 / 2 = 1e-6 J
  EXPECT_NEAR(one.drift().map, 0.02, 1e-15);
}

}  // namespace
}  // namespace eulersolid
