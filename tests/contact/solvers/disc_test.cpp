#include <gtest/gtest.h>

#include <cmath>

#include "contact/solvers/friction/disc_friction.h"
#include "contact/solvers/staggered_projections.h"
#include "tests/contact/solvers/small_problems.h"

using namespace eulersolid;

/// Friction in Coulomb's discs: a contact by itself, whose answer is known, and many coupled ones
/// against a method that shares nothing with the solver's.

namespace {

constexpr double degree = 3.14159265358979323846 / 180;

SolverSettings exact() { return {.tolerance = 1e-18, .max_iterations = 300}; }

/// A body of mass 2 kg that meets a plane at 1 m/s and slides at `speed` in the direction of an
/// azimuth, with mu = 0.4: 2 N s along the normal stop it, and friction has 0.8 N s.
struct OneContact {
  DeviceBlockMatrix blocks{blocks_of_dense({0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5}, 1)};
  DeviceVector<ContactFrame> frames;
  DeviceVector<double> friction{1, 0.4}, bound{1, 0.0}, normal{1, 0.0};
  DeviceVector<Vec3> velocity, tangential{1, Vec3{}};
  SolverReport report;

  OneContact(double azimuth, double speed, FrictionCone cone) {
    // Tangents that no direction of sliding is aligned with.
    const Mat3 turn = rotation({0, 0, 1}, 0.3);
    const Mat3 axes = transpose(turn);
    frames.assign({{{0, 0, 1}, axes[0], axes[1]}});
    velocity.assign({{speed * std::cos(azimuth), speed * std::sin(azimuth), -1}});
    SolverSettings settings = exact();
    settings.cone = cone;
    StaggeredProjections solver(QpMethod::automatic, settings);
    const ProblemView problem{frames.span(), friction.span(), velocity.span(), bound.span(), {}, {},
                              blocks.rows()};
    report = solver.solve(problem, {normal.span(), tangential.span()});
  }
  Vec3 impulse() const { return tangential.to_host()[0]; }
};

}  // namespace

/// Isotropic in magnitude and direction, wherever the tangents are: catches a polygon of any number
/// of sides, and curvature of the wrong size. 1e-8 is far below what a facet makes, and far above
/// what the solver leaves (1e-10).
TEST(DiscFriction, OpposesSlidingInEveryDirection) {
  for (int k = 0; k < 96; ++k) {
    const double azimuth = 3.75 * k * degree;
    const OneContact contact(azimuth, 3, FrictionCone::disc);
    ASSERT_TRUE(contact.report.converged);
    EXPECT_LE(contact.report.residual, 1e-9);
    const Vec3 expected{-0.8 * std::cos(azimuth), -0.8 * std::sin(azimuth), 0};
    EXPECT_LE(norm(contact.impulse() - expected), 1e-8) << "at " << azimuth / degree;
    EXPECT_NEAR(norm(contact.impulse()), 0.8, 1e-8);
  }
}

/// Up to 0.4 m/s friction stops the body altogether, in any direction.
TEST(DiscFriction, SticksWithinTheDisc) {
  for (int k = 0; k < 24; ++k) {
    const double azimuth = 15 * k * degree;
    const OneContact contact(azimuth, 0.399, FrictionCone::disc);
    const Vec3 expected{-0.798 * std::cos(azimuth), -0.798 * std::sin(azimuth), 0};
    EXPECT_LE(norm(contact.impulse() - expected), 1e-12);
  }
}

TEST(DiamondFriction, HasLessAcrossItsTangents) {
  const OneContact along(0.3, 3, FrictionCone::pyramid),
      across(0.3 + 45 * degree, 3, FrictionCone::pyramid);
  EXPECT_NEAR(norm(along.impulse()), 0.8, 1e-12);
  // Anywhere on the diamond's edge the dissipation is the same: 0.8 / sqrt(2) per speed.
  EXPECT_NEAR(dot(across.impulse(), {std::cos(0.3 + 45 * degree), std::sin(0.3 + 45 * degree), 0}),
              -0.8 / std::sqrt(2.0), 1e-12);
  EXPECT_LE(along.report.residual, 1e-9);
  EXPECT_LE(across.report.residual, 1e-9);
}

namespace {

/// Random contacts that push, slide in all directions and stick: KnownProblem's matrix with other
/// velocities.
struct ManyContacts {
  KnownProblem known;
  DeviceVector<Vec3> velocity;
  std::vector<double> alpha;
  DeviceVector<double> loads;

  explicit ManyContacts(int count, unsigned seed) : known(count, 1, seed) {
    RandomNumbers random(seed + 7);
    const auto number = [&] { return random.uniform(-1, 1); };
    std::vector<Vec3> u;
    for (int c = 0; c < count; ++c) {
      u.push_back({number(), number(), number()});
      alpha.push_back(c % 5 == 0 ? 0.0 : 1 + number());
    }
    velocity.assign(u), loads.assign(alpha);
  }
  ProblemView problem() const {
    ProblemView result = known.problem();
    result.velocity = velocity.span();
    return result;
  }
};

/// min 1/2 f W f + f . u in discs by projected gradient with a fixed step, the slowest method there
/// is, on the host. W in frames has a largest eigenvalue below 4: |B B^T| / n is near 4/3.
std::vector<Vec3> slow_answer(const ManyContacts& many) {
  const KnownProblem& known = many.known;
  const std::size_t m = many.alpha.size(), n = 3 * m;
  const std::vector<Vec3> u = many.velocity.to_host();
  std::vector<double> f(2 * m, 0.0);
  double moved = 1;
  for (int step = 0; step < 200000 && moved > 1e-15; ++step) {
    moved = 0;
    std::vector<double> w(2 * m);
    for (std::size_t c = 0; c < m; ++c) {
      w[2 * c] = dot(u[c], known.frame[c].tangent1),
            w[2 * c + 1] = dot(u[c], known.frame[c].tangent2);
      for (std::size_t d = 0; d < m; ++d) {
        for (std::size_t i = 0; i < 2; ++i) {
          for (std::size_t j = 0; j < 2; ++j) {
            w[2 * c + i] += known.W[(3 * c + 1 + i) * n + 3 * d + 1 + j] * f[2 * d + j];
          }
        }
      }
    }
    for (std::size_t c = 0; c < m; ++c) {
      double a = f[2 * c] - 0.25 * w[2 * c], b = f[2 * c + 1] - 0.25 * w[2 * c + 1];
      const double length = std::hypot(a, b), radius = known.mu[c] * many.alpha[c];
      if (length > radius) a *= radius / length, b *= radius / length;
      moved = std::fmax(moved, std::hypot(a - f[2 * c], b - f[2 * c + 1]));
      f[2 * c] = a, f[2 * c + 1] = b;
    }
  }
  std::vector<Vec3> result;
  for (std::size_t c = 0; c < m; ++c) {
    result.push_back(f[2 * c] * known.frame[c].tangent1 + f[2 * c + 1] * known.frame[c].tangent2);
  }
  return result;
}

}  // namespace

/// One load after another, each against the slow method: catches a wrong curvature or working set,
/// which would leave it off or wander. 1e-9: the error of the natural map is 1e-10 of velocities of
/// order 1, and the least eigenvalue of W is 1.
TEST(DiscFriction, FindsWhatProjectedGradientFinds) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    ManyContacts many(3 + 4 * int(seed), seed);
    ProjectionHessians hessians;
    hessians.build(many.problem());
    DiscFriction friction(QpMethod::automatic, exact());
    QpTotals totals;
    DeviceVector<Vec3> f(Index(many.alpha.size())), du(f.size());
    f.assign(std::vector<Vec3>(many.alpha.size())), du.assign(std::vector<Vec3>(many.alpha.size()));
    friction.start(many.problem(), hessians, f.span(), totals);
    for (const double factor : {1.0, 1.1, 0.3, 4.0}) {
      for (double& a : many.alpha) a *= factor;
      many.loads.assign(many.alpha);
      friction.solve(many.problem(), {many.loads.span(), du.span()}, f.span(), totals);
      const std::vector<Vec3> expected = slow_answer(many), found = f.to_host();
      for (std::size_t c = 0; c < found.size(); ++c) {
        EXPECT_LE(norm(found[c] - expected[c]), 1e-9) << "seed " << seed << ", contact " << c;
      }
    }
    EXPECT_TRUE(totals.converged) << totals.reason;
    EXPECT_LE(totals.qps, 4 * 5) << "seed " << seed;  // 2 or 3 for each load
  }
}
