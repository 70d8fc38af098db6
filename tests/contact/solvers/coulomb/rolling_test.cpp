#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contact/solvers/coulomb/alternation/admm.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/contact_identity.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/automatic.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/one_moment.h"
#include "contact/solvers/coulomb/rolling_friction.h"

namespace eulersolid {
namespace {

/// Half the square of the distance of (r, m) from the point of the cone that is nearest among those
/// with this normal part.
double distance(const RollingImpulse& t, double mu, double rolling, double n) {
  const double slide = std::hypot(t.r.y, t.r.z), turn = norm(t.m);
  return 0.5 * (std::pow(n - t.r.x, 2) + std::pow(std::fmax(0, slide - mu * n), 2) +
                std::pow(std::fmax(0, turn - rolling * n), 2));
}

TEST(RollingCone, HasTheNearestPoint) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double mu = std::fabs(number(random)), rolling = std::fabs(number(random));
    const RollingImpulse t{{number(random), number(random), number(random)},
                           {0, number(random), number(random)}};
    const RollingImpulse p = nearest_rolling_impulse(t, mu, rolling);
    EXPECT_LE(std::hypot(p.r.y, p.r.z), mu * p.r.x + 1e-15);
    EXPECT_LE(norm(p.m), rolling * p.r.x + 1e-15);
    const double found = 0.5 * (std::pow(norm(p.r - t.r), 2) + std::pow(norm(p.m - t.m), 2));
    for (int k = 0; k <= 300; ++k)  // of all normal parts
      EXPECT_LE(found, distance(t, mu, rolling, k / 100.0) + 1e-14);
  }
}

/// W m + omega is zero, or points against m at the rim: for W with and without full rank.
TEST(OneMoment, OpposesWhatItLeavesOfTurning) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double a = number(random), b = number(random), c = trial % 3 == 0 ? 0 : number(random);
    const Mat3 W{{{0, 0, 0}, {0, a * a + c * c, a * b}, {0, a * b, b * b + c * c}}};
    const Vec3 omega{0, number(random), number(random)};
    const double radius = std::pow(10, 3 * number(random));
    const Vec3 m = moment_within(W, omega, radius), left = W * m + omega;
    EXPECT_LE(norm(m), radius * (1 + 1e-14));
    // Either nothing is left, or all of the radius is used against it; rounding of what is added.
    const double rounding = 1e-11 * (norm(omega) + radius * trace(W));
    if (norm(m) < radius * (1 - 1e-9)) {
      EXPECT_LE(norm(left), rounding) << trial;
    } else {
      EXPECT_NEAR(dot(m, left), -norm(m) * norm(left), radius * rounding) << trial;
    }
  }
  EXPECT_EQ(norm(moment_within(identity3(), {0, 1, 0}, 0)), 0);
  EXPECT_EQ(norm(moment_within(Mat3{}, {0, 1, 0}, 1)), 0);
}

/// A ball of mass 1 on a plane that is inclined about its second axis: what a step leaves of
/// gravity.
/// @param radius  [m] @param slope  tan of the angle @param coefficient  of rolling friction [m]
GlobalForm ball_on_incline(double radius, double slope, double mu, double coefficient) {
  const double inertia = 0.4 * radius * radius;
  GlobalForm global;
  std::vector<MatrixEntry> M, H;
  for (int k = 0; k < 6; ++k) M.push_back({k, k, k < 3 ? 1 : inertia});
  // Velocities (n, t1, t2), then spins about these; the point of contact is -radius n away, so that
  // it moves by (spin x -radius n) = radius (0, -spin_t2, spin_t1).
  for (int k = 0; k < 3; ++k) H.push_back({k, k, 1});
  H.push_back({5, 1, -radius}), H.push_back({4, 2, radius});
  H.push_back({4, 3, 1}), H.push_back({5, 4, 1});
  global.M = sparse_matrix(6, 6, M);
  const double gravity = 0.01 * 9.81 / std::hypot(1, slope);
  global.f = {-gravity, gravity * slope, 0, 0, 0, 0};
  set_rolling(global, {{}, sparse_matrix(6, 5, H), std::vector<double>(5, 0), {mu}, {coefficient}});
  return global;
}

/// The ball's velocities (n, t1, t2) and spins.
std::vector<double> solved(const GlobalForm& global, double tolerance = 1e-11) {
  std::vector<Vec3> r(2);
  const CoulombReport report =
      solve_automatically(in_both_forms(global), {.tolerance = tolerance}, r);
  EXPECT_TRUE(report.converged) << report.reason << ": " << report.error;
  return body_velocities(global, r);
}

/// It rests where the slope is at most rolling / radius, and rolls with 5/7 of what is left of
/// gravity where it is steeper, as far as friction holds it. Tolerances: ten of the solver's.
TEST(RollingFriction, HoldsABallOnASlopeAndSlowsItOnASteeperOne) {
  for (const double radius : {0.01, 1.0}) {
    const double gravity = 0.01 * 9.81;
    const std::vector<double> rests = solved(ball_on_incline(radius, 0.09, 0.5, 0.1 * radius));
    for (int k = 0; k < 6; ++k)
      EXPECT_NEAR(rests[std::size_t(k)] * (k < 3 ? 1 : radius), 0, 1e-10 * gravity);
    const double slope = 0.3, angle = std::atan(slope);
    const std::vector<double> rolls = solved(ball_on_incline(radius, slope, 0.5, 0.1 * radius));
    const double speed = gravity * (std::sin(angle) - 0.1 * std::cos(angle)) * 5 / 7;
    EXPECT_NEAR(rolls[1], speed, 1e-10 * gravity) << radius;
    EXPECT_NEAR(rolls[5] * radius, speed, 1e-10 * gravity);
    EXPECT_NEAR(rolls[0], 0, 1e-10 * gravity);
  }
}

/// Friction that is too low to hold it: it slides, and spins up by the moment of friction less that
/// of rolling.
TEST(RollingFriction, LeavesABallToSlide) {
  const double radius = 0.1, slope = 2, mu = 0.2, rolling = 0.1, angle = std::atan(slope);
  const double gravity = 0.01 * 9.81;
  const std::vector<double> v = solved(ball_on_incline(radius, slope, mu, rolling * radius));
  EXPECT_NEAR(v[1], gravity * (std::sin(angle) - mu * std::cos(angle)), 1e-10 * gravity);
  EXPECT_NEAR(v[5] * radius, gravity * std::cos(angle) * (mu - rolling) / 0.4, 1e-9 * gravity);
}

/// Balls at random on each other: bodies of six degrees of freedom, and contacts between them.
GlobalForm heap(int bodies, int contacts, double mu, double coefficient, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  GlobalForm global;
  std::vector<MatrixEntry> M, H;
  for (int k = 0; k < 6 * bodies; ++k) M.push_back({k, k, k % 6 < 3 ? 1.0 : 0.004});
  for (int c = 0; c < contacts; ++c) {
    const int one = int(random() % unsigned(bodies)), other = c % bodies;
    for (int k = 0; k < 6; ++k)
      for (int j = 0; j < 5; ++j) {
        if ((j < 3 && k >= 3) || (j >= 3 && k < 3)) {
          if (j >= 3) continue;
          H.push_back({6 * other + k, 5 * c + j, 0.1 * number(random)});
          continue;
        }
        const double value = number(random);
        H.push_back({6 * other + k, 5 * c + j, value});
        if (one != other) H.push_back({6 * one + k, 5 * c + j, -value});
      }
  }
  global.M = sparse_matrix(6 * bodies, 6 * bodies, M);
  for (int k = 0; k < 6 * bodies; ++k) global.f.push_back(0.1 * number(random));
  const auto count = std::size_t(contacts);
  set_rolling(global, {{},
                       sparse_matrix(6 * bodies, 5 * contacts, H),
                       std::vector<double>(5 * count, 0),
                       std::vector<double>(count, mu),
                       std::vector<double>(count, coefficient)});
  return global;
}

/// The law, contact by contact, from the impulses alone.
TEST(RollingFriction, ObeysTheLawInBothForms) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const GlobalForm global = heap(12, 14, 0.4, 0.03, seed);
    FrictionProblem local = condensed(global);
    for (const FrictionProblem& problem : {in_both_forms(global), local}) {
      std::vector<Vec3> r(problem.q.size());
      const CoulombReport report = solve_automatically(problem, {.tolerance = 1e-10}, r);
      ASSERT_TRUE(report.converged) << seed << " " << report.error;
      double largest = 0;
      for (const Vec3& each : r) largest = std::fmax(largest, norm(each));
      for (std::size_t c = 0; c < r.size(); c += 2) {
        const Vec3 u = row_product(problem.W, c, r) + problem.q[c],
                   w = row_product(problem.W, c + 1, r) + problem.q[c + 1];
        EXPECT_GE(u.x, -1e-8);
        EXPECT_EQ(r[c + 1].x, 0);
        EXPECT_NEAR(r[c].x * u.x, 0, 1e-8 * largest);
        EXPECT_LE(std::hypot(r[c].y, r[c].z), 0.4 * r[c].x + 1e-8 * largest);
        EXPECT_LE(norm(r[c + 1]), 0.03 * r[c].x + 1e-8 * largest);
        // What slides or turns is opposed with all there is.
        EXPECT_NEAR(r[c].y * u.y + r[c].z * u.z + 0.4 * r[c].x * std::hypot(u.y, u.z), 0,
                    1e-7 * largest);
        EXPECT_NEAR(dot(r[c + 1], w) + 0.03 * r[c].x * norm(w), 0, 1e-7 * largest);
      }
    }
  }
}

/// By sweeps, by alternating directions, and by turns: velocities are unique where W has full rank.
TEST(RollingFriction, IsTheSameByAllWhoTakeIt) {
  FrictionProblem problem = condensed(heap(20, 8, 0.5, 0.02, 11));
  for (std::size_t c = 0; c < problem.q.size(); ++c)
    for (int e = problem.W.row_start[c]; e < problem.W.row_start[c + 1]; ++e)
      if (problem.W.column[std::size_t(e)] == int(c))
        problem.W.value[std::size_t(e)] =
            problem.W.value[std::size_t(e)] +
            (is_moment(problem.rolling, c) ? diagonal(0, 1, 1) : identity3());
  std::vector<std::vector<Vec3>> found;
  for (const char* name : {"automatic", "admm", "pgs", "pgs_random"}) {
    ASSERT_TRUE(takes_rolling_friction(name));
    std::vector<Vec3> r(problem.q.size());
    const CoulombReport report = coulomb_solver(name)(problem, {.tolerance = 1e-11}, r);
    ASSERT_TRUE(report.converged) << name << " " << report.error;
    found.push_back(r);
  }
  for (const std::vector<Vec3>& r : found)
    for (std::size_t c = 0; c < r.size(); ++c)
      EXPECT_LE(norm(r[c] - found[0][c]), 1e-8 * (1 + norm(r[c])));
}

/// A coefficient a hundred times the length at which W answers: alternating directions creep, and
/// sweeps end it.
TEST(RollingFriction, SticksWhereItIsGreat) {
  const std::vector<double> v = solved(ball_on_incline(1, 0.3, 0.5, 100));
  for (const double each : v) EXPECT_NEAR(each, 0, 1e-10);
}

/// A point that has no spin, beside a ball.
TEST(RollingFriction, OfAPointIsNone) {
  GlobalForm global = ball_on_incline(1, 0.3, 0.5, 0);
  SparseMatrix H = five_by_contact(global).H;
  for (int i = 3; i < 6; ++i)
    for (int e = H.row_start[std::size_t(i)]; e < H.row_start[std::size_t(i) + 1]; ++e)
      H.value[std::size_t(e)] = 0;
  set_rolling(global, {{}, H, std::vector<double>(5, 0), {0.2}, {0}});
  const double gravity = 0.01 * 9.81, angle = std::atan(0.3);
  EXPECT_NEAR(solved(global)[1], gravity * (std::sin(angle) - 0.2 * std::cos(angle)), 1e-11);
}

/// A step that is like the one before starts at its solution, moments and all.
TEST(RollingFriction, GoesOnFromTheStepBefore) {
  const GlobalForm global = heap(12, 14, 0.4, 0.03, 5);
  const FrictionProblem problem = in_both_forms(global);
  std::vector<Vec3> r(problem.q.size());
  ASSERT_TRUE(solve_by_admm(problem, {.tolerance = 1e-10}, r).converged);
  const std::vector<Vec3> carried = carried_impulses(global, r, global);
  for (std::size_t c = 0; c < r.size(); ++c) EXPECT_LE(norm(carried[c] - r[c]), 1e-9);
}

/// Without rolling friction it is Coulomb's problem of three components.
TEST(RollingFriction, OfZeroIsCoulombs) {
  const GlobalForm global = heap(12, 14, 0.4, 0, 7);
  const FrictionProblem rolls = in_both_forms(global);
  FrictionProblem plain;
  std::vector<BlockEntry> blocks;
  for (int i = 0; i < rolls.W.order(); i += 2) {
    for (int e = rolls.W.row_start[std::size_t(i)]; e < rolls.W.row_start[std::size_t(i) + 1]; ++e)
      if (rolls.W.column[std::size_t(e)] % 2 == 0)
        blocks.push_back(
            {i / 2, rolls.W.column[std::size_t(e)] / 2, rolls.W.value[std::size_t(e)]});
    plain.q.push_back(rolls.q[std::size_t(i)]), plain.mu.push_back(0.4);
  }
  plain.W = block_matrix(int(plain.q.size()), blocks);
  std::vector<Vec3> r(rolls.q.size()), s(plain.q.size());
  ASSERT_TRUE(solve_automatically(rolls, {.tolerance = 1e-11}, r).converged);
  ASSERT_TRUE(solve_automatically(plain, {.tolerance = 1e-11}, s).converged);
  for (std::size_t c = 0; c < s.size(); ++c) {
    const Vec3 u = row_product(plain.W, c, s) + plain.q[c],
               v = row_product(rolls.W, 2 * c, r) + rolls.q[2 * c];
    EXPECT_NEAR(norm(u - v), 0, 1e-7) << c;  // impulses are not unique where W lacks rank
    EXPECT_EQ(norm(r[2 * c + 1]), 0);
  }
}

/// Lengths in another unit change nothing but the numbers.
TEST(RollingFriction, DoesNotDependOnTheUnitOfLength) {
  const GlobalForm global = heap(10, 12, 0.3, 0.02, 3);
  GlobalForm other = global;  // moments in N m s of a unit of 1 mm
  SparseMatrix HT = transposed(global.H);
  for (std::size_t i = 0; i < std::size_t(HT.rows); ++i)
    for (int e = HT.row_start[i]; e < HT.row_start[i + 1]; ++e)
      if (is_moment(global.rolling, i / 3)) HT.value[std::size_t(e)] *= 1e-3;
  other.H = transposed(HT);
  for (double& coefficient : other.rolling)
    if (coefficient >= 0) coefficient *= 1e3;
  const FrictionProblem a = in_both_forms(global), b = in_both_forms(other);
  std::vector<Vec3> r(a.q.size()), s(b.q.size());
  const CoulombReport one = solve_by_admm(a, {.tolerance = 1e-9}, r),
                      two = solve_by_admm(b, {.tolerance = 1e-9}, s);
  ASSERT_TRUE(one.converged && two.converged);
  EXPECT_EQ(one.iterations, two.iterations);
  EXPECT_NEAR(coulomb_errors(a, r).coulomb / coulomb_errors(b, s).coulomb, 1, 1e-3);
}

}  // namespace
}  // namespace eulersolid
