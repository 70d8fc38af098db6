#include <gtest/gtest.h>

#include "tests/simulation/node_loss.h"
#include "tests/simulation/reference.h"

/// Case F4 of the validation list on scenes/cylinder_collision.toml: nine cylinders, friction 1.

namespace eulersolid::test {
namespace {

const Scene& scene() {
  static const Scene read = scene_file("cylinder_collision", {"contact.friction_cone=pyramid"});
  return read;
}

/// The one run that all claims are about.
const History& collision() {
  static const History history = run(scene());
  return history;
}

double start_energy() { return energy(collision().start()); }

TEST(CylinderCollision, TakesTheStepsOfTheScene) {
  EXPECT_EQ(collision().steps.size(), 100u);  // 0.5 s in steps of 0.005 s
}

/// What the nodes hold before anything is restored. Whatever a cylinder loses, its mirror image
/// loses mirrored, so that the sum is zero to rounding; 1e-9 leaves room for what a collision
/// makes of it. Catches contact impulses that the nodes of the two bodies do not get equal and
/// opposite.
TEST(CylinderCollision, TotalMomentumOfTheNodesStaysZeroInEveryStep) {
  const double scale = abs_momentum(collision().start());
  const double radius = 4.5;  // of the ring of cylinders: the arm of the angular momentum [m]
  for (const StepRecord& step : collision().steps) {
    EXPECT_LE(norm(step.measured_momentum), 1e-9 * scale) << step.step;
    EXPECT_LE(norm(step.measured_angular_momentum), 1e-9 * radius * scale) << step.step;
  }
}

/// What is restored adds up the impulses that contact reports: catches those that are not equal and
/// opposite, and torques about different points. Rounding as above.
TEST(CylinderCollision, LedgersSumToZeroInEveryStep) {
  const double scale = abs_momentum(collision().start());
  const double radius = 4.5;
  for (const StepRecord& step : collision().steps) {
    EXPECT_LE(norm(step.momentum), 1e-10 * scale) << step.step;
    EXPECT_LE(norm(step.angular_momentum), 1e-10 * radius * scale) << step.step;
  }
}

/// Cylinder by cylinder, relative to m v of the start and to that times the radius. Exact is that
/// nothing is lost. Masses are off by 5.3e-4 with four cells to a radius and 1.2e-4 with eight, of
/// the second order: the bound is (h/R)^2 / 80. What transport lacks of the momentum is made up to
/// the last digit: 1e-5 leaves room for what a collision makes of rounding. There is no spin, by
/// symmetry. Velocities that get nine tenths of a contact's impulse lose 20 %.
TEST(CylinderCollision, NodesHoldMassMomentumAndSpinBeforeTheyAreRestored) {
  const double momentum = find(collision().start(), "west").mass * 4.0, radius = 1.5;
  for (const BodySpec& body : scene().bodies) {
    expect_at_most({.mass = 0.00078,
                    .momentum = 1e-5,
                    .spin = 1e-9,
                    .momentum_in_all = 1e-5,
                    .spin_in_all = 1e-9},
                   node_loss(collision(), body).relative_to(momentum, momentum * radius),
                   body.name);
  }
}

/// The ledger may repair what transport loses, not stand in for the dynamics: a scheme that drops
/// the forces of the small nodes loses 58 % in this scene.
TEST(CylinderCollision, LedgerRestoresLessThanOnePercentPerStep) {
  for (const StepRecord& step : collision().steps) {
    EXPECT_LT(step.ledger_correction, 0.01) << step.step;
  }
}

/// The prototype reached 0.20 h on this grid; without pushing out, overlap grows to 0.34 h.
TEST(CylinderCollision, OverlapStaysBelowThreeTenthsOfACell) {
  const double overlap =
      largest(collision(), [](const StepRecord& s) { return s.contact.max_overlap; });
  RecordProperty("overlap_in_cells", std::to_string(overlap));
  EXPECT_LT(overlap, 0.3);
}

/// Nothing puts energy in, and nothing takes away what should not be there. Seen: 1.6 %, which
/// contact gives as it undoes overlaps, and 1.6 % less than at the start in the end. With one patch
/// a cell contact gives 1.2 %, but the map takes 0.9 %, which hides it, and 2.7 % are lost.
TEST(CylinderCollision, EnergyNeverGrows) {
  const double most =
      largest(collision(), [](const StepRecord& s) { return s.kinetic + s.elastic; });
  RecordProperty("largest_energy_over_start", std::to_string(most / start_energy()));
  EXPECT_LE(most, 1.02 * start_energy());
}

/// Kinetic + elastic + dissipated energy is that of the start.
TEST(CylinderCollision, EnergyBalanceCloses) {
  double worst = 0;
  for (const StepRecord& step : collision().steps) {
    worst =
        std::fmax(worst, std::fabs(step.kinetic + step.elastic + step.dissipated - start_energy()));
  }
  RecordProperty("energy_gap_over_start", std::to_string(worst / start_energy()));
  EXPECT_LE(worst, energy_tolerance * start_energy());
}

/// The counts the thesis reports for this scene, at its tolerance 1e-3. Catches an active-set
/// method that wanders (without merging: 501 iterations) and one that needs its safety net.
TEST(CylinderCollision, SolversNeedNoMoreIterationsThanTheThesisReports) {
  for (const StepRecord& step : collision().steps) {
    EXPECT_LE(step.contact.solver.iterations, 3) << step.step;
    EXPECT_LE(step.contact.solver.normal.iterations, 8) << step.step;
    EXPECT_LE(step.contact.solver.friction.iterations, 11) << step.step;
    EXPECT_EQ(step.contact.solver.all_qps.fallbacks, 0) << step.step;
  }
}

/// Catches impulses that are forgotten, or handed to the wrong contacts, between steps. The thesis
/// reports four fifths and more.
TEST(CylinderCollision, WarmStartsForeseeNineteenTwentiethsOfTheWorkingSets) {
  double contact = 0, friction = 0;
  int touching = 0;
  for (const StepRecord& step : collision().steps) {
    if (step.contact.solver.active == 0) continue;
    contact += step.contact.solver.warm_normal, friction += step.contact.solver.warm_friction,
        ++touching;
  }
  ASSERT_GT(touching, 20);
  RecordProperty("warm_contact", std::to_string(contact / touching));
  RecordProperty("warm_friction", std::to_string(friction / touching));
  EXPECT_GT(contact / touching, 0.95);
  EXPECT_GT(friction / touching, 0.95);
}

/// "As contact is initiated the warm-starting strategy fails" (section 7.2 of the thesis): there is
/// nothing to remember then. Catches a prediction that needs a memory.
TEST(CylinderCollision, TheFirstImpactIsForeseen) {
  const std::vector<StepRecord>& steps = collision().steps;
  const auto first = std::find_if(steps.begin(), steps.end(),
                                  [](const StepRecord& s) { return s.contact.solver.active > 0; });
  ASSERT_NE(first, steps.end());
  EXPECT_GT(first->contact.solver.active, 100);
  EXPECT_GT(first->contact.solver.warm_normal, 0.95);
  EXPECT_GT(first->contact.solver.warm_friction, 0.95);
  EXPECT_LE(first->contact.solver.normal.iterations, 2);
  EXPECT_LE(first->contact.solver.friction.iterations, 2);
}

/// What the scheme, of second order, is expected to be off by with four cells to a radius, 6.25 %;
/// with 4, 6 and 8 the centres' approach is 5.1, 2.2 and 1.2 % short of what finite elements say
/// (docs/measurements/references.md).
double grid_error() { return std::pow(scene().grid.cell_size / 1.5, 2); }

/// Mean distance of the others from the one in the centre [m].
double mean_distance(const std::vector<BodyRecord>& bodies) {
  const Vec3 centre = find(bodies, "centre").centroid;
  return sum_over(bodies, [&](const BodyRecord& b) { return norm(b.centroid - centre); }) / 8;
}

/// How far the cylinders come, and how they part. Catches a modulus that is an eighth too large,
/// and friction that does not act.
TEST(CylinderCollision, MeetAndPartAsFiniteElementsDo) {
  const double start = mean_distance(collision().start());
  double least = start;
  for (const std::vector<BodyRecord>& bodies : collision().bodies)
    least = std::fmin(least, mean_distance(bodies));
  const auto compare = [](const char* quantity, double value) {
    expect_reference("cylinder_collision", quantity, value, grid_error());
  };
  compare("greatest part by which the others' centres come nearer", 1 - least / start);
  const auto speed = [](const char* name) {
    const BodyRecord& body = find(collision().end(), name);
    return norm(body.momentum) / body.mass;
  };
  compare("speed outward of the east cylinder at the end", speed("east"));
  compare("speed outward of the north-east cylinder at the end", speed("north_east"));
}

/// Greatest impact: where the motion has turned into deformation. As many contacts are there then
/// as ever, but for the cells that surfaces pass as they bend.
TEST(CylinderCollision, ContactsPeakAtTheGreatestImpactAndEndAsTheCylindersPart) {
  const std::vector<StepRecord>& steps = collision().steps;
  const auto turn = std::min_element(
      steps.begin(), steps.end(),
      [](const StepRecord& a, const StepRecord& b) { return a.kinetic < b.kinetic; });
  EXPECT_GT(turn->contact.solver.active, 0);
  EXPECT_GE(turn->contact.count,
            0.97 * largest(collision(), [](const StepRecord& s) { return s.contact.count; }));
  expect_reference("cylinder_collision", "time of the least kinetic energy", turn->time,
                   grid_error());
  EXPECT_EQ(steps.back().contact.count, 0);
  EXPECT_EQ(steps.back().contact.solver.active, 0);
}

struct Mirror {
  const char *a, *b;
  Vec3 sign;  ///< of x, y and z of b against a
};

const Mirror mirrors[] = {
    {"west", "east", {-1, 1, 1}},
    {"south", "north", {1, -1, 1}},
    {"south_west", "south_east", {-1, 1, 1}},
    {"north_west", "north_east", {-1, 1, 1}},
    {"south_west", "north_west", {1, -1, 1}},
    {"south_east", "north_east", {1, -1, 1}},
};

Vec3 reflected(Vec3 v, Vec3 sign) { return {sign.x * v.x, sign.y * v.y, sign.z * v.z}; }

/// Catches any rule that depends on the order of bodies, cells or axes. A hundredth of a cell and
/// of m v is far below what such a rule does; how much better it is, the properties tell.
TEST(CylinderCollision, MirroredCylindersAgree) {
  const double h = scene().grid.cell_size;
  double worst_centroid = 0, worst_momentum = 0;
  for (const std::vector<BodyRecord>& bodies : collision().bodies) {
    for (const Mirror& mirror : mirrors) {
      const BodyRecord &a = find(bodies, mirror.a), &b = find(bodies, mirror.b);
      const double scale = b.mass * 4.0;  // m v of the start
      worst_centroid =
          std::fmax(worst_centroid, norm(a.centroid - reflected(b.centroid, mirror.sign)) / h);
      worst_momentum =
          std::fmax(worst_momentum, norm(a.momentum - reflected(b.momentum, mirror.sign)) / scale);
    }
  }
  RecordProperty("centroids_differ_by_cells", std::to_string(worst_centroid));
  RecordProperty("momenta_differ_by_mv", std::to_string(worst_momentum));
  EXPECT_LE(worst_centroid, 0.01);
  EXPECT_LE(worst_momentum, 0.01);
}

}  // namespace
}  // namespace eulersolid::test
