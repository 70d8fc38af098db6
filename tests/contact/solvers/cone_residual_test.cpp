#include <gtest/gtest.h>

#include <cmath>

#include "contact/solvers/cone_residual.h"
#include "tests/contact/solvers/small_problems.h"

using namespace eulersolid;

namespace {

/// Distance from r to the nearest of many points of a cone, on rays over its surface and inside.
double min_distance(FrictionCone cone, Vec3 r, double mu) {
  double least = norm(r);  // to the tip
  for (int k = 0; k < 720; ++k) {
    const double angle = k * 3.14159265358979323846 / 360;
    const double c = std::cos(angle), s = std::sin(angle);
    const double edge = cone == FrictionCone::disc ? 1.0 : 1 / (std::fabs(c) + std::fabs(s));
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const Vec3 ray = normalized({1, mu * part * edge * c, mu * part * edge * s});
      const double along = std::fmax(dot(ray, r), 0.0);
      least = std::fmin(least, norm(r - along * ray));
    }
  }
  return least;
}

bool inside(FrictionCone cone, Vec3 r, double mu) {
  const double t =
      cone == FrictionCone::disc ? std::hypot(r.y, r.z) : std::fabs(r.y) + std::fabs(r.z);
  return t <= mu * r.x + 1e-14;
}

constexpr FrictionCone cones[] = {FrictionCone::disc, FrictionCone::pyramid};

}  // namespace

/// The projections are in their cone, and no point of it is nearer: rays half a degree and a
/// quarter of the radius apart leave gaps, so that the nearest of them is at most 0.01 further than
/// the projection where r is outside.
TEST(FrictionCone, ProjectionsAreTheNearestPoints) {
  RandomNumbers random(4);
  const auto number = [&] { return random.uniform(-1, 1); };
  for (const FrictionCone cone : cones) {
    int outside = 0;
    for (int k = 0; k < 400; ++k) {
      const double mu = std::fabs(2 * number());
      const Vec3 r{number(), number(), number()}, p = project_to_cone(cone, r, mu);
      EXPECT_TRUE(inside(cone, p, mu));
      if (inside(cone, r, mu)) {
        EXPECT_LE(norm(r - p), 1e-15);
        continue;
      }
      ++outside;
      const double nearest = min_distance(cone, r, mu);
      EXPECT_LE(norm(r - p), nearest + 1e-12);
      EXPECT_GE(norm(r - p), nearest - 0.01);
    }
    EXPECT_GT(outside, 100);
  }
}

/// Zero at a solution, for either cone as the solution slides along its axes; and as large as what
/// is wrong with it. A contact that is off by 1e-3 N s moves by 1e-3 W, and W has 1.3 1/kg on its
/// diagonal.
TEST(ConeResidual, IsZeroJustAtTheSolution) {
  KnownProblem known(12);
  ConeResidual residual;
  known.normal_impulse.assign(known.normal), known.friction_impulse.assign(known.tangential);
  for (const FrictionCone cone : cones) {
    EXPECT_LE(residual.of(known.problem(), cone, known.impulses()), 1e-13);
    for (std::size_t c = 0; c < 12; ++c) {
      std::vector<double> normal = known.normal;
      normal[c] += 1e-3;
      known.normal_impulse.assign(normal);
      EXPECT_GT(residual.of(known.problem(), cone, known.impulses()), 1e-4);
      known.normal_impulse.assign(known.normal);
      std::vector<Vec3> friction = known.tangential;
      friction[c] += 1e-3 * known.frame[c].tangent2;
      known.friction_impulse.assign(friction);
      const double wrong = residual.of(known.problem(), cone, known.impulses());
      EXPECT_GT(wrong, 1e-4);
      EXPECT_LT(wrong, 1e-2);
      known.friction_impulse.assign(known.tangential);
    }
  }
}

/// In other units of mass and velocity it is the same.
TEST(ConeResidual, HasNoUnit) {
  const auto of = [](double mass, double speed) {
    KnownProblem known(6);
    for (double& w : known.W) w /= mass;
    known.blocks = DeviceBlockMatrix(blocks_of_dense(known.W, known.contacts));
    for (Vec3& u : known.free_velocity) u = speed * u;
    for (double& b : known.bounds) b *= speed;
    std::vector<double> normal(6, 0.3 * mass * speed);
    known.velocity.assign(known.free_velocity), known.bound.assign(known.bounds);
    known.normal_impulse.assign(normal);
    ConeResidual residual;
    return residual.of(known.problem(), FrictionCone::disc, known.impulses());
  };
  EXPECT_GT(of(1, 1), 0.01);
  EXPECT_NEAR(of(1, 1), of(1000, 1), 1e-12);
  EXPECT_NEAR(of(1, 1), of(1, 1e-3), 1e-12);
}

/// Of order 1 where nothing was done yet; nothing to do is no residual.
TEST(ConeResidual, IsLargeWithoutImpulses) {
  KnownProblem known(6), none(0);
  ConeResidual residual;
  EXPECT_GT(residual.of(known.problem(), FrictionCone::disc, known.impulses()), 0.1);
  EXPECT_EQ(residual.of(none.problem(), FrictionCone::disc, none.impulses()), 0);
}
