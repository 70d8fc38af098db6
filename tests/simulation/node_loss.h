#pragma once

#include <gtest/gtest.h>

#include "tests/simulation/runs.h"

/// What the nodes of a body have lost when its ledger restores them, from the measured columns: the
/// ledger's own come from impulses alone and cannot tell. Every step starts restored, so each of
/// these is what a single step loses. Derivation and order of the corrections: docs/theory.md, "The
/// ledgers".
namespace eulersolid::test {

/// Masses are restored first, which scales the momenta with them. What then lacks of momentum and
/// spin is what the velocities lost: by transport, at new and lost nodes, or by impulses that the
/// nodes did not get. The error of the mass, which is larger, cannot hide it.
struct NodeLoss {
  double mass = 0;             ///< the largest of a step, part of the body's [-]
  double momentum = 0;         ///< the largest of a step [kg m/s]
  double spin = 0;             ///< the largest of a step, about the centre of mass [kg m^2/s]
  double momentum_in_all = 0;  ///< of the sum over the steps: how far it would stray [kg m/s]
  double spin_in_all = 0;      ///< likewise [kg m^2/s]

  /// As parts of a momentum [kg m/s] and a spin [kg m^2/s].
  NodeLoss relative_to(double p, double s) const {
    return {mass, momentum / p, spin / s, momentum_in_all / p, spin_in_all / s};
  }
};

/// @param history  from the start of the scene
/// @param spec     the body, whose centre is its centre of mass, as of balls and boxes
inline NodeLoss node_loss(const History& history, const BodySpec& spec) {
  NodeLoss loss;
  Vec3 centre = spec.centre, momentum{}, spin{};
  for (std::size_t n = 1; n < history.bodies.size(); ++n) {
    const BodyRecord& body = find(history.bodies[n], spec.name);
    centre += (history.steps[n - 1].dt / body.mass) * body.momentum;  // the ledger's, as it drifts
    const double scaled = body.mass / body.measured_mass;
    const Vec3 held = scaled * body.measured_momentum;
    const Vec3 spin_held = scaled * body.measured_angular_momentum - cross(body.centroid, held);
    const Vec3 missing = body.momentum - held;
    const Vec3 spin_missing = body.angular_momentum - cross(centre, body.momentum) - spin_held;
    loss.mass = std::fmax(loss.mass, std::fabs(body.measured_mass / body.mass - 1));
    loss.momentum = std::fmax(loss.momentum, norm(missing));
    loss.spin = std::fmax(loss.spin, norm(spin_missing));
    momentum += missing, spin += spin_missing;
  }
  loss.momentum_in_all = norm(momentum), loss.spin_in_all = norm(spin);
  return loss;
}

/// `most` and `loss` are relative to the same.
inline void expect_at_most(const NodeLoss& most, const NodeLoss& loss, const std::string& body) {
  const auto expect = [&](const char* what, double value, double bound) {
    testing::Test::RecordProperty(body + "_" + what, std::to_string(value));
    EXPECT_LE(value, bound) << what << " of " << body;
  };
  expect("mass_off_by", loss.mass, most.mass);
  expect("momentum_lost_in_a_step", loss.momentum, most.momentum);
  expect("spin_lost_in_a_step", loss.spin, most.spin);
  expect("momentum_lost_in_all", loss.momentum_in_all, most.momentum_in_all);
  expect("spin_lost_in_all", loss.spin_in_all, most.spin_in_all);
}

}  // namespace eulersolid::test
