#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bench/problems/random_numbers.h"
#include "contact/assemble/closing_contacts.h"
#include "contact/solvers/impulse_map.h"
#include "contact/solvers/registry.h"
#include "grid/rigid/rigid_bodies.h"
#include "tests/contact/assemble/assembly.h"

using namespace eulersolid;

namespace {

/// Balls in a row along x, all but one of them at rest, with gaps between them; rigid, so that one
/// step passes a hit on to all of them.
struct Row {
  static constexpr double radius = 0.33, gap = 0.005;
  GridSpec grid{{0.02, 0.01, 0.03}, 0.1};
  std::vector<AnalyticBody> balls;
  RigidBodies rigid;
  std::vector<BodyView> views;

  explicit Row(int count) {
    std::vector<RigidSetup> setups;
    for (int b = 0; b < count; ++b) {
      const Vec3 centre{double(b) * (2 * radius + gap), 0, 0}, velocity{b == 0 ? 3.0 : 0.0, 0, 0};
      balls.push_back(make_ball(grid, centre, radius, velocity));
      setups.push_back({300, diagonal(20, 20, 20), centre, velocity, {}});
    }
    rigid = RigidBodies(setups, {});
    rigid.kick(0, {}, {});
    for (int b = 0; b < count; ++b) {
      BodyView view = balls[std::size_t(b)].view();
      view.rigid = rigid.view(std::size_t(b)), view.active = view.active.part(0, 0);
      views.push_back(view);
    }
  }
  RigidMotions motions() { return {rigid.before(), rigid.velocity(), 1}; }
};

ProblemView without_columns(ProblemView problem) {
  RowsView& rows = problem.global->rows;
  rows.column_start = {}, rows.column_contact = {}, rows.column_value = {}, rows.column_twist = {};
  problem.gram.reset();
  return problem;
}

template <class T>
void expect_same_bits(const DeviceVector<T>& a, const std::vector<T>& b) {
  const std::vector<T> host = a.to_host();
  ASSERT_EQ(host.size(), b.size());
  EXPECT_EQ(std::memcmp(host.data(), b.data(), b.size() * sizeof(T)), 0);
}

/// Those that are posed have the rows that they have among all: impulses on them do the same, and
/// the same velocities move them.
void expect_rows_of_all(Assembly& assembly, double dt) {
  const ProblemView all = assembly.problem(dt);
  ClosingContacts closing;
  closing.begin(all.contacts());
  const ProblemView posed = closing.pose(without_columns(all), 0, assembly.data.impulses());
  const std::vector<int> place = to_host(closing.place());
  ASSERT_GT(posed.contacts(), 3);
  ASSERT_LT(posed.contacts(), all.contacts());
  RandomNumbers random(3);
  const auto vector = [&] {
    return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  std::vector<Vec3> of_posed, of_all(std::size_t(all.contacts()), Vec3{}), v;
  for (const int c : place) of_posed.push_back(vector()), of_all[std::size_t(c)] = of_posed.back();
  const Index dofs = all.global->mass.size;
  for (Index k = 0; k < dofs; ++k) v.push_back(vector());
  DeviceVector<Vec3> dv(dofs), dv_of_all(dofs), u(posed.contacts()), u_of_all(all.contacts());
  const DeviceVector<Vec3> P(of_posed), P_of_all(of_all), velocity(v);
  velocity_change(posed.global->rows, posed.global->inverse_mass, P.span(), dv.span());
  velocity_change(all.global->rows, all.global->inverse_mass, P_of_all.span(), dv_of_all.span());
  // Zero impulses of the others are added in between, which may turn a zero's sign.
  const std::vector<Vec3> found = dv.to_host(), expected = dv_of_all.to_host();
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(norm(found[k] - expected[k]), 0);
  relative_velocity(posed.global->rows, velocity.span(), u.span());
  relative_velocity(all.global->rows, velocity.span(), u_of_all.span());
  const std::vector<Vec3> moved = u_of_all.to_host();
  std::vector<Vec3> there;
  for (const int c : place) there.push_back(moved[std::size_t(c)]);
  expect_same_bits(u, there);
  // And what a problem says of each contact.
  const std::vector<double> bound = to_host(all.bound), own = to_host(posed.bound),
                            gives = to_host(all.compliance), own_gives = to_host(posed.compliance);
  for (std::size_t i = 0; i < place.size(); ++i) {
    EXPECT_EQ(own[i], bound[std::size_t(place[i])]);
    EXPECT_EQ(own_gives[i], gives[std::size_t(place[i])]);
  }
}

/// n . u* - bound of each contact [m/s]
std::vector<double> slacks(const ProblemView& problem) {
  const auto frames = to_host(problem.frames);
  const auto u = to_host(problem.velocity);
  std::vector<double> slack = to_host(problem.bound);
  for (std::size_t c = 0; c < slack.size(); ++c) slack[c] = dot(frames[c].normal, u[c]) - slack[c];
  return slack;
}

SolverSettings exact() {
  SolverSettings settings;
  settings.tolerance = 1e-20, settings.max_iterations = 200;
  return settings;
}

}  // namespace

TEST(ClosingContacts, HaveTheRowsThatTheyHaveAmongAll) {
  TwoBalls balls;
  Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()});
  expect_rows_of_all(assembly, 0.02);
}

TEST(ClosingContacts, HaveTheTwistsThatTheyHaveAmongAll) {
  Row row(3);
  Assembly assembly(row.grid, row.views, {}, 0.5, row.motions());
  expect_rows_of_all(assembly, 0.02);
}

/// Those that overlap without contact or miss it by the margin, those that bore something, and no
/// others.
TEST(ClosingContacts, AreThoseThatOverlapOrBoreSomething) {
  TwoBalls balls;
  Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()});
  const ProblemView all = assembly.problem(0.02);
  const std::vector<double> slack = slacks(all);
  std::vector<double> borne(slack.size(), 0);
  const auto open = std::size_t(std::max_element(slack.begin(), slack.end()) - slack.begin());
  borne[open] = 0.5;
  assembly.data.normal_impulse.assign(borne);
  ClosingContacts closing;
  for (const double margin : {0.3, 0.0}) {
    closing.begin(all.contacts());
    closing.pose(without_columns(all), margin, assembly.data.impulses());
    std::vector<int> expected;
    for (std::size_t c = 0; c < slack.size(); ++c)
      if (slack[c] <= margin || c == open) expected.push_back(int(c));
    ASSERT_LT(expected.size(), slack.size());
    EXPECT_EQ(to_host(closing.place()), expected);
  }
  const std::size_t posed = std::size_t(closing.place().size);
  EXPECT_EQ(to_host(closing.impulses().normal).size(), posed);
  // Back among all others have none.
  fill_zero(assembly.data.normal_impulse.span());
  closing.store(assembly.data.impulses());
  EXPECT_EQ(assembly.data.normal_impulse.to_host(), borne);
}

/// A hit on the first ball closes one gap after the other. The rounds end with the impulses of the
/// problem of all contacts, and only with those: each stretch of the row is missed at first.
TEST(ClosingContacts, EndWithTheSolutionOfAll) {
  Row row(5);
  Assembly assembly(row.grid, row.views, {}, 0, row.motions());
  const ProblemView all = assembly.problem(0.02);
  const ProblemView rows_only = without_columns(all);
  DeviceVector<double> normal(all.contacts());
  DeviceVector<Vec3> friction(all.contacts()), a(all.global->mass.size), b(a.size());
  fill_zero(normal.span()), fill_zero(friction.span());
  const ContactImpulses impulses{normal.span(), friction.span()};
  ClosingContacts closing;
  GramAssembly gram;
  OrderingSearch ordering;
  const std::unique_ptr<FrictionSolver> solver = make_schurpa_sp(exact());
  int rounds = 0;
  Index first_posed = 0;
  closing.begin(all.contacts());
  for (Index missed = 1; missed > 0; ++rounds) {
    ASSERT_LT(rounds, 20);
    ProblemView posed = closing.pose(rows_only, 0, impulses);
    if (rounds == 0) first_posed = posed.contacts();
    const RowsView& rows = posed.global->rows;
    posed.gram = gram.assemble(
        rows, ordering.choose(assembly.scene.view(), assembly.set, closing.place(), rows),
        posed.global->inverse_mass);
    ASSERT_TRUE(solver->solve(posed, closing.impulses()).converged);
    closing.store(impulses);
    DeviceVector<Vec3> along(posed.contacts());
    along_normals(posed.frames, closing.impulses().normal, along.span());
    velocity_change(rows, posed.global->inverse_mass, along.span(), a.span());
    velocity_change(rows, posed.global->inverse_mass, closing.impulses().friction, b.span());
    missed = closing.find_missed(rows_only, a.span(), b.span());
  }
  EXPECT_GT(rounds, 1);
  DeviceVector<double> expected(all.contacts());
  DeviceVector<Vec3> slipping(all.contacts());
  fill_zero(expected.span()), fill_zero(slipping.span());
  ASSERT_TRUE(solver->solve(all, {expected.span(), slipping.span()}).converged);
  const std::vector<double> found = normal.to_host(), wanted = expected.to_host();
  const double largest = *std::max_element(wanted.begin(), wanted.end());
  ASSERT_GT(largest, 0);
  int later = 0;
  const std::vector<double> slack = slacks(all);
  for (std::size_t c = 0; c < found.size(); ++c) {
    // Both are solved to a change of 1e-10, and the impulses of a patch depend on each other.
    EXPECT_NEAR(found[c], wanted[c], 1e-7 * largest);
    later += wanted[c] > 0 && slack[c] > 0;
  }
  EXPECT_LT(first_posed, closing.place().size);
  EXPECT_GT(later, 0);  // or none was missed
}
