#include <gtest/gtest.h>

#include <cmath>

#include "contact/staggered_projections.h"
#include "tests/contact/assemble/assembly.h"

using namespace eulersolid;

namespace {

constexpr double friction = 0.8, dt = 0.04, push_out = 0.2;

/// The contact problem of two colliding balls and its solution.
struct Solved {
  TwoBalls balls;
  Assembly assembly{balls.grid, {balls.a.view(), balls.b.view()}, {}, friction};
  DeviceVector<Vec3> u, impulse;
  DeviceVector<double> bound, normal;
  ContactReport report;
  StaggeredProjections projections;

  /// @param again  solve once more, from the impulses of the first time
  explicit Solved(const ContactParameters& parameters, bool again = false)
      : projections(parameters) {
    const Index m = assembly.set.size();
    u.resize(m);
    bound.resize(m);
    impulse.resize(m);
    normal.resize(m);
    const ContactImpulses impulses{normal.span(), impulse.span()};
    relative_velocity(assembly.rows, assembly.dofs.velocity.span(), u.span());
    prepare_contacts(assembly.set, dt, push_out, u.span(), bound.span());
    WarmStart().predict(assembly.scene.view(), assembly.set, impulses);
    for (int round = 0; round < (again ? 2 : 1); ++round) {
      report = {};
      projections.solve(
          {assembly.set, assembly.rows, assembly.order, assembly.dofs.mass.span(),
           assembly.dofs.inverse_mass.span(), u.span(), bound.span(), &assembly.Hc, &assembly.Hf},
          impulses, report);
    }
  }
};

ContactParameters exact() {
  ContactParameters parameters;
  parameters.tolerance = 1e-24;
  parameters.max_staggered = 300;
  return parameters;
}

}  // namespace

/// What defines the answer, checked with velocities that are summed from the impulses anew: no
/// contact closes faster than its bound, impulses push and only where the bound is reached,
/// friction is in its diamond, opposes sliding, and is on the diamond's edge where there is
/// sliding.
TEST(StaggeredProjections, SatisfyTheirConditions) {
  Solved s(exact());
  ASSERT_TRUE(s.report.staggered_converged) << s.report.staggered_error;
  const Index m = s.assembly.set.size();
  DeviceVector<Vec3> dv(s.assembly.rows.dofs()), total(m), du(m);
  const auto normal_impulse = Assembly::host(s.projections.contact_impulse());
  const auto friction_impulse = s.impulse.to_host();
  std::vector<Vec3> sum;
  for (std::size_t c = 0; c < normal_impulse.size(); ++c) {
    sum.push_back(normal_impulse[c] + friction_impulse[c]);
  }
  total.assign(sum);
  velocity_change(s.assembly.rows, s.assembly.dofs.inverse_mass.span(), total.span(), dv.span());
  relative_velocity(s.assembly.rows, dv.span(), du.span());

  const auto contacts = Assembly::host(s.assembly.set.contacts);
  const auto before = s.u.to_host(), change = du.to_host();
  const auto bound = s.bound.to_host();
  int pushing = 0, sliding = 0, sticking = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Vec3 u = before[c] + change[c], f = friction_impulse[c];
    const double alpha = dot(normal_impulse[c], contacts[c].normal);
    const double slack = dot(u, contacts[c].normal) - bound[c];
    EXPECT_GE(slack, -1e-10);
    EXPECT_GE(alpha, 0);
    EXPECT_NEAR(alpha > 0 ? slack : 0.0, 0, 1e-10);
    pushing += alpha > 0;

    const double b1 = dot(f, contacts[c].tangent1), b2 = dot(f, contacts[c].tangent2);
    const double edge = std::fabs(b1) + std::fabs(b2), limit = friction * alpha;
    EXPECT_NEAR(dot(f, contacts[c].normal), 0, 1e-13);
    EXPECT_LE(edge, limit * (1 + 1e-12));
    const double u1 = dot(u, contacts[c].tangent1), u2 = dot(u, contacts[c].tangent2);
    const double fastest = std::fmax(std::fabs(u1), std::fabs(u2));
    // Greatest dissipation in the diamond: -f . u = mu alpha max(|u1|, |u2|).
    EXPECT_NEAR(-(b1 * u1 + b2 * u2), limit * fastest, 1e-9);
    sliding += alpha > 0 && fastest > 1e-6;
    sticking += alpha > 0 && fastest < 1e-9;
  }
  EXPECT_GT(pushing, 5);
  EXPECT_GT(sliding, 0);
  EXPECT_GT(sticking, 0);
  EXPECT_EQ(s.report.active_contacts, pushing);
}

/// The stopping rule is the printed one: with a looser tolerance fewer iterations, and the reported
/// error is below it.
TEST(StaggeredProjections, StopAtTheirTolerance) {
  int last = 1000;
  for (const double tolerance : {1e-10, 1e-6, 1e-3, 1e-1}) {
    ContactParameters parameters;
    parameters.tolerance = tolerance;
    const Solved s(parameters);
    EXPECT_TRUE(s.report.staggered_converged);
    EXPECT_LE(s.report.staggered_error, tolerance);
    EXPECT_LE(s.report.staggered_iterations, last);
    last = s.report.staggered_iterations;
  }
  EXPECT_LE(last, 3);

  ContactParameters capped;
  capped.tolerance = 0;
  capped.max_staggered = 2;
  const Solved s(capped);
  EXPECT_EQ(s.report.staggered_iterations, 2);
  EXPECT_FALSE(s.report.staggered_converged);
  EXPECT_GT(s.report.staggered_error, 0);
}

/// Catches impulses that come back in another order than they are taken: from the solution every
/// set is foreseen, and the first QP of each kind needs no second iteration.
TEST(StaggeredProjections, StartFromTheImpulsesTheyAreGiven) {
  const Solved cold(exact()), warm(exact(), true);
  EXPECT_EQ(warm.report.contact.iterations, 1);
  EXPECT_EQ(warm.report.friction.iterations, 1);
  EXPECT_EQ(warm.report.warm_contact, 1);
  EXPECT_EQ(warm.report.warm_friction, 1);
  EXPECT_LT(warm.report.staggered_iterations, cold.report.staggered_iterations);
  const auto normal = warm.normal.to_host();
  const auto P = Assembly::host(warm.projections.contact_impulse());
  for (std::size_t c = 0; c < P.size(); ++c) EXPECT_NEAR(norm(P[c]), normal[c], 1e-13);
}
