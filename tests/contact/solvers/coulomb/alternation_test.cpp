#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/alternation/admm.h"
#include "contact/solvers/coulomb/alternation/infeasibility.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/automatic.h"
#include "contact/solvers/coulomb/methods/race.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

FrictionProblem problem_of(const RigidWorld& world) {
  const GlobalForm global =
      rigid_problem(world, rigid_contacts(world.bodies, world.planes, world.margin), 0.01);
  return in_both_forms(global);
}

FrictionProblem wall(int side) { return problem_of(brick_wall(side, 0.5, 0, 1)); }

// Anderson's acceleration.

/// On x <- A x + b of order 6 it is GMRES: with room for 6 differences it ends in 7 steps, where
/// the iteration alone has come to 0.9^7.
TEST(Anderson, SolvesALinearProblemInAsManyStepsAsItHasUnknowns) {
  const std::vector<double> rate{0.9, -0.7, 0.5, 0.3, -0.2, 0.8};
  std::vector<double> x(6, 0), g(6);
  AndersonAcceleration acceleration(6);
  for (int step = 0; step < 8; ++step) {
    for (std::size_t i = 0; i < 6; ++i) g[i] = rate[i] * x[i] + 1;
    acceleration.advance(x, g);
  }
  // The damping of 1e-10 of the normal equations is what is left, times their condition of 1e3.
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(x[i], 1 / (1 - rate[i]), 1e-5) << i;
}

TEST(Anderson, TakesAPlainStepAfterARestart) {
  std::vector<double> x{0};
  AndersonAcceleration acceleration(3);
  acceleration.advance(x, {1.0});
  acceleration.advance(x, {1.5});
  EXPECT_TRUE(acceleration.has_memory());
  acceleration.restart();
  EXPECT_FALSE(acceleration.has_memory());
  acceleration.advance(x, {7.0});
  EXPECT_EQ(x[0], 7);
}

// Springs.

/// What is left of u = W (b - R u) + q.
double residual(const FrictionProblem& problem, StiffenedResponse& response, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const std::size_t contacts = problem.q.size();
  std::vector<Vec3> b, u, r;
  for (std::size_t c = 0; c < contacts; ++c)
    b.push_back(1 / response.mean_responses()[c] *
                Vec3{number(random), number(random), number(random)});
  response.velocities(b, u);
  for (std::size_t c = 0; c < contacts; ++c) r.push_back(b[c] - response.stiffness(c) * u[c]);
  double most = 0;
  for (std::size_t c = 0; c < contacts; ++c)
    most = std::fmax(most, norm(row_product(problem.W, c, r) + problem.q[c] - u[c]));
  return most;
}

TEST(StiffenedResponse, IsTheSameByBodiesAndByImpulses) {
  const FrictionProblem by_bodies = wall(5);
  FrictionProblem by_impulses = by_bodies;
  by_impulses.global.reset();
  for (const double rho : {0.01, 1.0, 100.0}) {
    StiffenedResponse one(by_bodies), other(by_impulses);
    ASSERT_TRUE(one.set_stiffness(rho));
    ASSERT_TRUE(other.set_stiffness(rho));
    // Velocities of about 1; the condition of the systems is up to 1e4 rho.
    EXPECT_LE(residual(by_bodies, one, 1), 1e-9 * std::fmax(1, rho)) << rho;
    EXPECT_LE(residual(by_impulses, other, 1), 1e-9 * std::fmax(1, rho)) << rho;
  }
}

/// As gyroscopic terms make M, and round-off a W: refinement takes them along.
TEST(StiffenedResponse, TakesWhatIsNotSymmetricAlong) {
  FrictionProblem turned = wall(3);
  for (int i = 0; i < turned.global->M.rows; i += 6) {
    std::vector<MatrixEntry> more;
    const SparseMatrix& M = turned.global->M;
    for (int row = 0; row < M.rows; ++row)
      for (int e = M.row_start[std::size_t(row)]; e < M.row_start[std::size_t(row) + 1]; ++e)
        more.push_back({row, M.column[std::size_t(e)], M.value[std::size_t(e)]});
    more.push_back({i + 3, i + 4, 1e-3}), more.push_back({i + 4, i + 3, -1e-3});
    turned.global->M = sparse_matrix(M.rows, M.rows, more);
  }
  turned = in_both_forms(*turned.global);
  ASSERT_GT(asymmetry(turned.W), 1e-6);
  for (const bool by_bodies : {true, false}) {
    FrictionProblem problem = turned;
    if (!by_bodies) problem.global.reset();
    StiffenedResponse response(problem);
    ASSERT_TRUE(response.set_stiffness(1));
    EXPECT_LE(residual(problem, response, 2), 1e-10) << by_bodies;
  }
}

TEST(StiffenedResponse, SaysThatAMatrixIsNotPositiveDefinite) {
  const FrictionProblem negative =
      local_problem({{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 1, 5}, {1, 0, 5}}, {{-1, 0, 0}}, {0.5});
  StiffenedResponse response(negative);
  EXPECT_FALSE(response.set_stiffness(1));
  std::vector<Vec3> r(1);
  const CoulombReport report = solve_by_admm(negative, {1e-8, 1}, r);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.reason, "W is indefinite to rounding, or numbers overflow");
}

// Alternating directions.

/// A wall at rest carries itself: no velocity, and the floor carries all of the weight. Sweeps
/// alone need thousands.
TEST(Admm, CarriesAWallInDozensOfSteps) {
  const int side = 12;
  const FrictionProblem problem = wall(side);
  std::vector<Vec3> r(problem.q.size());
  const CoulombReport report = solve_by_admm(problem, {1e-8, 30}, r);
  ASSERT_TRUE(report.converged) << report.error;
  EXPECT_LE(report.iterations, 200);
  const RigidWorld world = brick_wall(side, 0.5, 0, 1);
  const std::vector<RigidContact> contacts =
      rigid_contacts(world.bodies, world.planes, world.margin);
  double carried = 0, weight = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts[c].b < 0) carried += r[c].x;
  for (const RigidBody& body : world.bodies) weight += 9.81 * 0.01 * body.mass;
  // Each of 12 layers may be off by 1e-8 of the velocity of a step.
  EXPECT_NEAR(carried, weight, 1e-6 * weight);
}

/// Also from where it starts: that of a solution is one.
TEST(Admm, StaysAtASolution) {
  const FrictionProblem problem = problem_of(box_stacks(2, 3, 0.5, 4));
  std::vector<Vec3> r(problem.q.size());
  ASSERT_TRUE(solve_automatically(problem, {1e-11, 30}, r).converged);
  AdmmIteration iteration(problem, problem.mu, r);
  for (int k = 0; k < 3; ++k) iteration.advance();
  EXPECT_LE(coulomb_errors(problem, iteration.impulses()).coulomb, 1e-8);
}

// The race.

/// Lowers its error by a factor with each advance.
class Steady final : public Contestant {
 public:
  Steady(const FrictionProblem& problem, double factor, double seconds, int stalls_after = 1000000)
      : problem_(problem), factor_(factor), seconds_(seconds), stalls_after_(stalls_after) {}

  double expected_seconds(double) const override { return 10 * seconds_; }
  void start(const std::vector<Vec3>& r) override { r_ = r, since_start_ = 0; }
  double advance(const Progress&) override {
    r_[0].x += (1 - factor_) * (1 - r_[0].x);  // to the solution, 1
    ++done_, ++since_start_;
    return seconds_;
  }
  const std::vector<Vec3>& impulses() const override { return r_; }
  bool stalled() const override { return since_start_ >= stalls_after_; }
  int iterations() const override { return done_; }

 private:
  const FrictionProblem& problem_;
  double factor_, seconds_;
  int stalls_after_;
  std::vector<Vec3> r_;
  int done_ = 0, since_start_ = 0;
};

/// Runs two of them on a point of mass 1 that falls at 1 m/s.
std::pair<int, int> turns_of(std::unique_ptr<Contestant> one, std::unique_ptr<Contestant> other,
                             const FrictionProblem& problem, bool& solved) {
  Progress progress(problem, {1e-9, 10, 100000});
  progress.judge(std::vector<Vec3>(1));
  std::vector<std::unique_ptr<Contestant>> contestants;
  contestants.push_back(std::move(one)), contestants.push_back(std::move(other));
  Race race(contestants, progress);
  race.run(1e9);
  solved = progress.solved();
  return {contestants[0]->iterations(), contestants[1]->iterations()};
}

TEST(Race, IsWonByWhoIsFasterAndNotDelayedByTheOther) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0, 0}, 0.3);
  bool solved = false;
  const auto [slow, fast] = turns_of(std::make_unique<Steady>(problem, 0.999, 1),
                                     std::make_unique<Steady>(problem, 0.5, 2), problem, solved);
  EXPECT_TRUE(solved);
  EXPECT_LE(fast, 40);      // 2^-30 is 1e-9
  EXPECT_LE(slow, 2 * 60);  // of as much work
}

/// Believed to solve the problem at once, until it has got ready and knows that it takes long.
class Misjudged final : public Contestant {
 public:
  double expected_seconds(double) const override { return ready_ ? 1e4 : 1e-3; }
  void start(const std::vector<Vec3>& r) override { r_ = r; }
  double advance(const Progress&) override {
    if (ready_) ++done_;
    return std::exchange(ready_, true) ? 1e4 : 1e-3;
  }
  const std::vector<Vec3>& impulses() const override { return r_; }
  bool begun() const override { return done_ > 0; }
  int iterations() const override { return done_; }

 private:
  bool ready_ = false;
  int done_ = 0;
  std::vector<Vec3> r_;
};

TEST(Race, LeavesWhatTurnsOutToBeDearToTheOther) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0, 0}, 0.3);
  bool solved = false;
  const auto [dear, steady] = turns_of(std::make_unique<Misjudged>(),
                                       std::make_unique<Steady>(problem, 0.5, 1), problem, solved);
  EXPECT_TRUE(solved);
  EXPECT_EQ(dear, 0);
  EXPECT_LE(steady, 40);
}

TEST(Race, GoesOnWithTheOtherWhereOneStalls) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0, 0}, 0.3);
  bool solved = false;
  const auto [stalled, steady] =
      turns_of(std::make_unique<Steady>(problem, 0.9999, 1, 5),
               std::make_unique<Steady>(problem, 0.9, 1), problem, solved);
  EXPECT_TRUE(solved);
  EXPECT_LE(stalled, 2 * steady);
}

TEST(Race, KeepsToTheLimitOfIterations) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0.1, 0}, 0.3);
  std::vector<Vec3> r(1);
  EXPECT_EQ(solve_automatically(problem, {1e-12, 10, 0}, r).iterations, 0);
}

/// Work is counted and not timed: the same problem goes the same way, to the last bit.
TEST(Automatic, TakesTheSameWayEachTime) {
  const FrictionProblem problem = problem_of(brick_wall(5, 0.4, 0.5, 2));
  std::vector<Vec3> one(problem.q.size()), two = one;
  const CoulombReport first = solve_automatically(problem, {1e-9, 60}, one);
  const CoulombReport second = solve_automatically(problem, {1e-9, 60}, two);
  ASSERT_TRUE(first.converged) << first.reason;
  EXPECT_EQ(first.reason, second.reason);
  for (std::size_t c = 0; c < one.size(); ++c)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(one[c][k], two[c][k]);
}

/// Errors fall along the history, which ends with the last.
TEST(Automatic, KeepsTheHistoryOfItsError) {
  const FrictionProblem problem = wall(4);
  std::vector<Vec3> r(problem.q.size());
  const CoulombReport report = solve_automatically(problem, {1e-9, 60}, r);
  ASSERT_GE(report.history.size(), 3u);
  EXPECT_EQ(report.history.front().error,
            coulomb_errors(problem, std::vector<Vec3>(r.size())).coulomb);
  EXPECT_EQ(report.history.back().error, report.error);
  for (std::size_t k = 1; k < report.history.size(); ++k) {
    EXPECT_LT(report.history[k].error, report.history[k - 1].error);
    EXPECT_GE(report.history[k].seconds, report.history[k - 1].seconds);
  }
}

// Problems without a solution.

/// A body of mass 1 that cannot turn, between planes that come nearer: u = n . v + w.
GlobalForm between_planes(const std::vector<Vec3>& normals, const std::vector<double>& closing,
                          double mu) {
  GlobalForm problem;
  std::vector<MatrixEntry> H;
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const Vec3 n = normals[c];
    const Vec3 t = normalized(cross(n, std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 axes[3] = {n, t, cross(n, t)};
    for (int a = 0; a < 3; ++a)
      for (int k = 0; k < 3; ++k) H.push_back({k, 3 * int(c) + a, axes[a][k]});
    problem.w.push_back({-closing[c], 0, 0});
    problem.mu.push_back(mu);
  }
  problem.M = sparse_matrix(3, 3, {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}});
  problem.H = sparse_matrix(3, 3 * int(normals.size()), H);
  problem.f = {0, 0, 0};
  return problem;
}

std::optional<Infeasibility> shown_of(const FrictionProblem& problem) {
  const Progress progress(problem, {1e-8, 20});
  return infeasibility(problem, 400, progress);
}

TEST(Infeasibility, IsShownForJawsAndForADrivenWedge) {
  const double a = 0.3;
  const std::vector<std::vector<Vec3>> cases{
      {{1, 0, 0}, {-1, 0, 0}},
      {{std::cos(a), 0, std::sin(a)}, {-std::cos(a), 0, std::sin(a)}, {0, 0, -1}}};
  for (const std::vector<Vec3>& normals : cases)
    for (const double mu : {0.0, 0.5}) {
      std::vector<double> closing(normals.size(), 0);
      closing.back() = 2;
      const GlobalForm global = between_planes(normals, closing, mu);
      const FrictionProblem problem = in_both_forms(global);
      const std::optional<Infeasibility> shown = shown_of(problem);
      ASSERT_TRUE(shown);
      EXPECT_EQ(shown->contacts, int(normals.size()));
      // By hand: n = (1, 1), or (1, 1, 2 sin a).
      double power = 0, sum = 0, largest = 0;
      for (std::size_t c = 0; c < normals.size(); ++c) {
        EXPECT_GE(shown->n[c].x, 0);
        EXPECT_EQ(shown->n[c].y, 0);
        power += shown->n[c].x * closing[c], sum += shown->n[c].x;
        largest = std::fmax(largest, norm(row_product(problem.W, c, shown->n)));
      }
      EXPECT_NEAR(shown->speed, power / sum, 1e-12);
      EXPECT_LE(largest, 1e-9);
      std::vector<Vec3> r(normals.size());
      const CoulombReport report = solve_automatically(problem, {1e-8, 20}, r);
      EXPECT_FALSE(report.converged);
      EXPECT_NE(report.reason.find("no solution: "), std::string::npos) << report.reason;
      EXPECT_LE(report.seconds, 10);  // of 20: it does not wait for the end
    }
}

TEST(Infeasibility, IsNotShownWhereThereIsASolution) {
  // Planes that stand still, jaws that leave the body a way out, and a wall.
  for (const FrictionProblem& problem :
       {in_both_forms(between_planes({{1, 0, 0}, {-1, 0, 0}}, {1, -1.5}, 0.3)),
        in_both_forms(between_planes({{1, 0, 0}, {0.6, 0, 0.8}}, {2, 3}, 0.3)), wall(6)})
    EXPECT_FALSE(shown_of(problem));
}

/// What a heavy body on a light one gives by is lost in W, but not in H; nothing is above it.
TEST(Infeasibility, IsNotShownForAHeavyBodyOnALightOne) {
  for (const double M : {1e8, 1e12}) {
    const GlobalForm global = two_points(M, {-1, 0, 0}, {-1, 0, 0}, 0.3);
    EXPECT_FALSE(shown_of(in_both_forms(global))) << M;
    EXPECT_FALSE(shown_of(condensed(global))) << M;
  }
}

TEST(Infeasibility, IsShownByALocalProblem) {
  const GlobalForm global = between_planes({{1, 0, 0}, {-1, 0, 0}}, {1, 1}, 0.3);
  EXPECT_TRUE(shown_of(condensed(global)));
}

}  // namespace
}  // namespace eulersolid
