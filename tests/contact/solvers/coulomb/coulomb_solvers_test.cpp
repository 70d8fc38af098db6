#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/body_form.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/newton_matrix.h"
#include "contact/solvers/coulomb/methods/one_contact.h"
#include "contact/solvers/coulomb/methods/rho_rules.h"
#include "contact/solvers/coulomb/methods/sweep_order.h"
#include "contact/solvers/friction_cone.h"
#include "kernels/core/error.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

/// A cube of mass 1 and edge 2 on a plane, on its four lower corners: 12 rows of rank 6.
GlobalForm cube_on_plane(Vec3 velocity, double mu) {
  GlobalForm problem;
  std::vector<MatrixEntry> mass, H;
  const double inertia = 2.0 / 3;
  for (int k = 0; k < 3; ++k) mass.push_back({k, k, 1}), mass.push_back({3 + k, 3 + k, inertia});
  const Vec3 axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};  // normal up
  for (int corner = 0; corner < 4; ++corner) {
    const Vec3 arm{corner % 2 == 0 ? -1.0 : 1.0, corner < 2 ? -1.0 : 1.0, -1};
    for (int a = 0; a < 3; ++a) {
      const Vec3 turn = cross(arm, axes[a]);
      for (int k = 0; k < 3; ++k) {
        H.push_back({k, 3 * corner + a, axes[a][k]});
        H.push_back({3 + k, 3 * corner + a, turn[k]});
      }
    }
    problem.w.push_back({});
    problem.mu.push_back(mu);
  }
  problem.M = sparse_matrix(6, 6, mass);
  problem.H = sparse_matrix(6, 12, H);
  problem.f = {velocity.x, velocity.y, velocity.z, 0, 0, 0};
  return problem;
}

/// Full rank: W = B B^T + I for random B.
FrictionProblem random_problem(int contacts, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const int order = 3 * contacts;
  std::vector<double> B;
  for (int k = 0; k < order * order; ++k) B.push_back(number(random));
  std::vector<MatrixEntry> W;
  for (int i = 0; i < order; ++i) {
    for (int j = 0; j < order; ++j) {
      double sum = i == j ? 1 : 0;
      for (int k = 0; k < order; ++k)
        sum += 0.3 * B[std::size_t(i * order + k)] * B[std::size_t(j * order + k)];
      W.push_back({i, j, sum});
    }
  }
  std::vector<Vec3> q;
  for (int c = 0; c < contacts; ++c)
    q.push_back({number(random) - 0.5, number(random), number(random)});
  return local_problem(W, q, std::vector<double>(std::size_t(contacts), 0.2 + 0.3 * (seed % 3)));
}

/// The fixed point r = P_K(r - rho U) with a rho far below 1 / lambda_max: slow, and nothing else.
std::vector<Vec3> brute_force(const FrictionProblem& problem) {
  double size = 0;
  for (const Mat3& W : diagonal_blocks(problem.W)) size += trace(W);
  std::vector<Vec3> r(problem.q.size()), u = r;
  for (int k = 0; k < 20000; ++k) {
    multiply(problem.W, r, u);
    for (std::size_t c = 0; c < r.size(); ++c) {
      u[c] += problem.q[c];
      u[c].x += problem.mu[c] * std::hypot(u[c].y, u[c].z);
      r[c] = project_to_circular_cone(r[c] - (0.5 / size) * u[c], problem.mu[c]);
    }
  }
  return r;
}

class EverySolver : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Vec3> solve(const FrictionProblem& problem, double tolerance = 1e-10) {
    std::vector<Vec3> r(problem.q.size());
    report_ = coulomb_solver(GetParam())(problem, {tolerance, 5}, r);
    const double error = coulomb_errors(problem, r).coulomb;
    EXPECT_TRUE(report_.converged) << report_.reason;
    EXPECT_EQ(report_.error, error);  // what it claims is what is
    EXPECT_LE(error, tolerance);
    return r;
  }
  CoulombReport report_;
};

TEST_P(EverySolver, FindsTheImpulseOfOneContact) {
  const double m = 2, mu = 0.5;
  const auto far = [&](Vec3 q, Vec3 exact) {
    return norm(solve(point_on_plane(m, q, mu))[0] - exact) / m;
  };
  // Errors in velocity are below 1e-10 |q|; W = I / m turns them into impulses.
  EXPECT_LE(far({1, 3, -2}, {}), 1e-9);
  EXPECT_LE(far({-1, 0.3, 0}, {m, -0.3 * m, 0}), 1e-9);
  EXPECT_LE(far({-1, 3, 4}, {m, -0.6 * mu * m, -0.8 * mu * m}), 1e-9);
}

TEST_P(EverySolver, FindsTheImpulsesOfTwoPointsThatStick) {
  const double M = 10, g = 0.1, t = 0.01;
  const std::vector<Vec3> r = solve(in_both_forms(two_points(M, {-g, t, 0}, {-g, 0, t}, 0.3)));
  EXPECT_LE(norm(r[0] - Vec3{(1 + M) * g, -t, -M * t}), 1e-8);
  EXPECT_LE(norm(r[1] - Vec3{M * g, 0, -M * t}), 1e-8);
}

TEST_P(EverySolver, AgreesWithBruteForce) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const FrictionProblem problem = random_problem(1 + int(seed % 4), seed);
    const std::vector<Vec3> exact = brute_force(problem);
    ASSERT_LE(coulomb_errors(problem, exact).coulomb, 1e-12) << seed;
    const std::vector<Vec3> r = solve(problem);
    // W > I: impulses differ by less than velocities do, and those by some tolerances.
    for (std::size_t c = 0; c < r.size(); ++c) EXPECT_LE(norm(r[c] - exact[c]), 1e-8) << seed;
  }
}

/// Impulses are not unique, but their sums are: the cube stops falling, and slides on, slower.
TEST_P(EverySolver, CarriesACubeOnFourCorners) {
  const double mu = 0.2, fall = 1, slide = 3;
  const std::vector<Vec3> r = solve(in_both_forms(cube_on_plane({slide, 0, -fall}, mu)), 1e-8);
  Vec3 sum;
  for (const Vec3& impulse : r) sum += impulse;
  EXPECT_NEAR(sum.x, fall, 1e-6);
  EXPECT_NEAR(sum.y, -mu * fall, 1e-6);
  EXPECT_NEAR(sum.z, 0, 1e-6);
}

TEST_P(EverySolver, HasNothingToDoAtASolution) {
  const FrictionProblem problem = random_problem(3, 4);
  std::vector<Vec3> r = solve(problem);
  const CoulombReport again = coulomb_solver(GetParam())(problem, {1e-9, 20}, r);
  EXPECT_TRUE(again.converged);
  EXPECT_LE(again.iterations, 10);  // a look at the error every ten steps
}

TEST_P(EverySolver, SaysThatItRanOutOfTime) {
  const FrictionProblem problem = random_problem(3, 4);
  std::vector<Vec3> r(3);
  const CoulombReport report = coulomb_solver(GetParam())(problem, {1e-16, 0}, r);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.reason.find("out of time"), std::string::npos) << report.reason;
  EXPECT_EQ(report.error, coulomb_errors(problem, r).coulomb);
}

INSTANTIATE_TEST_SUITE_P(Names, EverySolver, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const CoulombMethod& method : coulomb_methods())
                             if (!is_of_another_law(method.name)) names.emplace_back(method.name);
                           return names;
                         }()),
                         [](const auto& name) { return name.param; });

TEST(CoulombSolvers, AreKnownByTheirNamesOnly) { EXPECT_THROW(coulomb_solver("pgz"), InputError); }

/// Each W with all its couplings, and every direction of sliding.
TEST(OneContact, ObeysCoulombsLaw) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double mu = trial % 10 == 0 ? 0 : 0.4 * (1 + number(random));
    Mat3 B;
    for (int k = 0; k < 9; ++k) B[k / 3][k % 3] = 0.4 * number(random);
    const Mat3 W = B * transpose(B) + identity3();
    const Vec3 b{number(random), number(random), number(random)};
    const Vec3 r = OneContact(W, mu).solve(b, {});
    EXPECT_LE(coulomb_error(trace(W) / 3, r, W * r + b, mu), 1e-13) << trial;
  }
}

/// With a little less friction than it takes to stick, u_T nearly vanishes at the right angle, and
/// turns round within a small one. Half an ulp of W r is 1e-16; nothing amplifies it.
TEST(OneContact, SlidesWhereItNearlySticks) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  int wrong = 0, slid = 0;
  double worst = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Mat3 B;
    for (int k = 0; k < 9; ++k) B[k / 3][k % 3] = number(random);
    const Mat3 W = B * transpose(B) + 0.1 * identity3();
    const Vec3 stick{1, 0.5 * number(random), 0.5 * number(random)}, b = -(W * stick);
    const double enough = std::hypot(stick.y, stick.z);
    const double mu = enough * (1 - std::pow(10, -1.5 + 1.5 * number(random)));
    if (b.x >= 0 || !(mu > 0)) continue;
    const Vec3 guess = trial % 2 == 0 ? Vec3{} : Vec3{1, number(random), number(random)};
    const Vec3 r = OneContact(W, mu).solve(b, guess);
    const double error = coulomb_error(trace(W) / 3, r, W * r + b, mu);
    worst = std::max(worst, error), wrong += error > 1e-12, ++slid;
  }
  EXPECT_GT(slid, 10000);
  EXPECT_EQ(wrong, 0) << "of " << slid << ", the worst by " << worst;
}

/// Contacts along a body that deforms: each touches thirty unknowns, ten more than the one before.
GlobalForm soft_chain(int contacts) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  GlobalForm problem;
  std::vector<MatrixEntry> mass, H;
  const int unknowns = 10 * contacts + 20;
  for (int i = 0; i < unknowns; ++i) mass.push_back({i, i, 2 + number(random)});
  for (int c = 0; c < contacts; ++c) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 30; ++i) H.push_back({10 * c + i, 3 * c + k, number(random)});
    problem.w.push_back({-1, number(random), number(random)});
  }
  problem.M = sparse_matrix(unknowns, unknowns, mass);
  problem.H = sparse_matrix(unknowns, 3 * contacts, H);
  problem.f.assign(std::size_t(unknowns), 0);
  problem.mu.assign(std::size_t(contacts), 0.5);
  return problem;
}

/// Newton's method is in the impulses there, in both forms, and finds what sweeps find.
TEST(ProximalNewton, TakesImpulsesWhereBodiesDeform) {
  EXPECT_FALSE(takes_impulses(in_both_forms(cube_on_plane({0, 0, -1}, 0.5))));
  EXPECT_FALSE(takes_impulses(random_problem(4, 1)));
  const GlobalForm global = soft_chain(25);
  std::vector<Vec3> swept(25);
  ASSERT_TRUE(coulomb_solver("pgs")(in_both_forms(global), {1e-12, 5}, swept).converged);
  for (const FrictionProblem& problem : {in_both_forms(global), condensed(global)}) {
    EXPECT_TRUE(takes_impulses(problem));
    std::vector<Vec3> r(25);
    const CoulombReport report = coulomb_solver("proximal_newton")(problem, {1e-11, 5}, r);
    EXPECT_TRUE(report.converged) << report.reason << report.error;
    for (std::size_t c = 0; c < r.size(); ++c) EXPECT_LE(norm(r[c] - swept[c]), 1e-9);
  }
}

/// K x = F whichever contacts act, none of them and all included. Rounding times the condition,
/// 1e3.
void expect_solved(const BodyForm& bodies, NewtonMatrix& matrix, std::size_t contacts) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto unknowns = std::size_t(bodies.unknowns());
  for (const std::size_t acting : {std::size_t(0), std::size_t(1), contacts / 2, contacts}) {
    std::vector<Mat3> D(contacts);
    for (std::size_t c = 0; c < contacts; ++c)
      for (int k = 0; k < 9; ++k)
        D[c][k / 3][k % 3] = c < acting ? 0.3 * number(random) + (k % 4 == 0 ? 1 : 0) : 0;
    std::vector<double> F(unknowns);
    for (double& value : F) value = number(random);
    std::vector<double> x = F;
    ASSERT_TRUE(matrix.solve(D, x));
    std::vector<double> u(3 * contacts), left(unknowns);
    add_product(1, bodies.G(), x, u);
    for (std::size_t c = 0; c < contacts; ++c) {
      const Vec3 Du = D[c] * Vec3{u[3 * c], u[3 * c + 1], u[3 * c + 2]};
      u[3 * c] = Du.x, u[3 * c + 1] = Du.y, u[3 * c + 2] = Du.z;
    }
    add_product(1, bodies.M(), x, left);
    add_product(1, bodies.H(), u, left);
    for (std::size_t i = 0; i < unknowns; ++i) EXPECT_NEAR(left[i], F[i], 1e-12 * 1e3);
  }
}

/// By the rigid body's rows, which are dense, by unknowns of a body that deforms, and by impulses.
TEST(NewtonMatrix, SolvesForAllUnknownsWhicheverContactsAct) {
  const GlobalForm chain = soft_chain(25);
  GlobalForm fewer = soft_chain(4);  // by its unknowns, which three contacts do not all touch
  for (const FrictionProblem& problem :
       {in_both_forms(cube_on_plane({0, 0, -1}, 0.5)), in_both_forms(fewer), in_both_forms(chain),
        condensed(chain)}) {
    const BodyForm bodies(problem);
    NewtonMatrix matrix(bodies);
    expect_solved(bodies, matrix, std::size_t(problem.contacts()));
  }
}

/// Rigid bodies in a square, in contact with those beside them.
GlobalForm sheet(int side) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-1, 1);
  GlobalForm problem;
  const int unknowns = 6 * side * side;
  std::vector<MatrixEntry> mass, H;
  for (int i = 0; i < unknowns; ++i) mass.push_back({i, i, 2 + number(random)});
  const auto touch = [&](int a, int b) {
    for (int k = 0; k < 3; ++k)
      for (const int body : {a, b})
        for (int i = 0; i < 6; ++i)
          H.push_back({6 * body + i, 3 * problem.contacts() + k, number(random)});
    problem.w.push_back({-1, 0, 0});
  };
  for (int i = 0; i < side * side; ++i) {
    if ((i + 1) % side != 0) touch(i, i + 1);
    if (i + side < side * side) touch(i, i + side);
  }
  problem.M = sparse_matrix(unknowns, unknowns, mass);
  problem.H = sparse_matrix(unknowns, 3 * problem.contacts(), H);
  problem.f.assign(std::size_t(unknowns), 0);
  problem.mu.assign(std::size_t(problem.contacts()), 0.5);
  return problem;
}

/// What would be a wide band is factored by fronts, in less time than the band, whose width is at
/// least that of a row of bodies.
TEST(NewtonMatrix, FactorsWideBandsByFronts) {
  constexpr int side = 45;
  const FrictionProblem problem = in_both_forms(sheet(side));
  const BodyForm bodies(problem);
  NewtonMatrix matrix(bodies);
  EXPECT_LT(matrix.operations(), 0.8 * 4 * std::pow(6.0 * side, 2) * bodies.unknowns());
  expect_solved(bodies, matrix, std::size_t(problem.contacts()));
}

/// Newton's method takes the law itself to rounding in a few systems, from nothing and from what
/// sweeps leave. Proximal steps alone, each to their end, take hundreds.
TEST(ProximalNewton, NeedsFewSystems) {
  for (const FrictionProblem& problem : {in_both_forms(sheet(8)), condensed(sheet(8))}) {
    std::vector<Vec3> nothing(std::size_t(problem.contacts())), swept = nothing;
    coulomb_solver("pgs")(problem, {1e-2, 5}, swept);
    for (std::vector<Vec3> r : {nothing, swept}) {
      const CoulombReport report = coulomb_solver("proximal_newton")(problem, {1e-11, 5}, r);
      EXPECT_TRUE(report.converged) << report.reason << report.error;
      EXPECT_LE(report.iterations, 12);
    }
  }
}

TEST(SweepOrders, ArePermutationsByWhatTheySay) {
  const FrictionProblem problem = condensed(two_points(1000, {-1, 0, 0}, {-1, 0, 0}, 0.3));
  EXPECT_EQ(mass_order(problem), (std::vector<int>{0, 1}));  // W_11 = 1, W_22 = 1.001
  EXPECT_EQ(natural_order(3), (std::vector<int>{0, 1, 2}));
  const std::vector<Vec3> r{{1001, 0, 0}, {0, 0, 0}};  // u = 1000 and -1001
  EXPECT_EQ(residual_order(problem, diagonal_blocks(problem.W), r).front(), 1);
}

/// A chain of five: even ones first, then odd ones. Half of its links are told in one row only.
TEST(ContactColours, HoldWhatIsNotCoupled) {
  std::vector<BlockEntry> W;
  for (int c = 0; c < 5; ++c) {
    W.push_back({c, c, identity3()});
    if (c > 0) W.push_back({c, c - 1, identity3()});
    if (c < 2) W.push_back({c, c + 1, identity3()});
  }
  for (const bool turned : {false, true}) {
    for (BlockEntry& e : W)
      if (turned) std::swap(e.row, e.column);
    const ContactColours colours = contact_colours(block_matrix(5, W));
    EXPECT_EQ(colours.order, (std::vector<int>{0, 2, 4, 1, 3}));
    EXPECT_EQ(colours.start, (std::vector<int>{0, 3, 5}));
  }
  EXPECT_EQ(contact_colours(BlockMatrix{}).start, std::vector<int>{0});
}

/// A chain of five: each block begins with the first that is free.
TEST(SweepOrders, OfBlocksKeepTogetherWhatIsCoupledMost) {
  std::vector<BlockEntry> W;
  for (int c = 0; c < 5; ++c) W.push_back({c, c, identity3()});
  const double link[4] = {0.1, 0.5, 0.2, 0.6};
  for (int c = 0; c < 4; ++c) {
    W.push_back({c, c + 1, link[c] * identity3()});
    W.push_back({c + 1, c, link[c] * identity3()});
  }
  const BlockMatrix A = block_matrix(5, W);
  EXPECT_EQ(coupled_blocks(A, 1).size(), 5u);
  EXPECT_EQ(coupled_blocks(A, 2), (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4}}));
  EXPECT_EQ(coupled_blocks(A, 3), (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4}}));
}

/// Two contacts that depend on each other and on nothing else: one sweep of their block is ten of
/// theirs.
TEST(BlockSweeps, SolveABlockTogether) {
  const FrictionProblem problem = condensed(two_points(10, {-0.1, 0.01, 0}, {-0.1, 0, 0.01}, 0.3));
  std::vector<Vec3> by_blocks(2), by_contacts(2);
  BlockSweeps(problem, 2).sweep(by_blocks);
  GaussSeidelSweeps sweeps(problem, SweepOrder::natural);
  for (int k = 0; k < 10; ++k) sweeps.sweep(by_contacts);
  for (std::size_t c = 0; c < 2; ++c) EXPECT_LE(norm(by_blocks[c] - by_contacts[c]), 1e-12);
}

/// Rules of Acary and Cariaga for W = diag(1, 1, 1, 4, 4, 4), M = 2 I.
TEST(RhoRules, AreThoseOfThePaper) {
  GlobalForm global;
  std::vector<MatrixEntry> M, H;
  for (int i = 0; i < 6; ++i) {
    M.push_back({i, i, 2});
    H.push_back({i, i, i < 3 ? std::sqrt(2) : std::sqrt(8)});
  }
  global.M = sparse_matrix(6, 6, M), global.H = sparse_matrix(6, 6, H);
  global.f = std::vector<double>(6, 0), global.w = {{-1, 0, 0}, {-1, 0, 0}}, global.mu = {1, 1};
  const FrictionProblem problem = in_both_forms(global);
  const double accuracy = 1e-3;  // of the power method
  EXPECT_NEAR(first_rho(problem, RhoRule::ghadimi), 1 / std::sqrt(4), accuracy);
  EXPECT_NEAR(first_rho(problem, RhoRule::di_cairano), 2, accuracy);
  EXPECT_NEAR(first_rho(problem, RhoRule::acary), 2 / std::sqrt(8), 1e-15);
  EXPECT_EQ(first_rho(problem, RhoRule::normal), 1);
  EXPECT_EQ(first_rho(problem, RhoRule::smaller), 2.0 / 3);
  EXPECT_NEAR(first_rho(problem, RhoRule::w_norm), 1 / std::sqrt(51), 1e-15);
  EXPECT_NEAR(first_rho(problem, RhoRule::w_eigenvalue), 0.25, accuracy);
  EXPECT_FALSE(std::isfinite(first_rho(condensed(global), RhoRule::acary)));
}

}  // namespace
}  // namespace eulersolid
