#include <gtest/gtest.h>

#include "tests/solvers/qp_problem.h"

namespace eulersolid {
namespace {

/// The QPs of one time step: one H; c and the bounds change a little from each to the next, and
/// some variables are fixed in one and loose in another, as a contact that carries no load in
/// friction.
std::vector<QpProblem> staggered_sequence(DenseBand H, unsigned seed) {
  std::vector<QpProblem> sequence{random_qp(std::move(H), seed)};
  for (unsigned s = 1; s < 4; ++s) {
    QpProblem next = sequence.back();
    const std::vector<double> change = random_vector(next.c.size(), seed + s);
    for (std::size_t i = 0; i < next.c.size(); ++i) {
      next.c[i] += 0.05 * change[i];
      if ((i + s) % 11 == 0)
        next.lower[i] = next.upper[i] = 0;
      else if ((i + s) % 11 == 1)
        next.lower[i] = -0.1, next.upper[i] = 0.1;
    }
    sequence.push_back(next);
  }
  return sequence;
}

TEST(Schurpa, EqualsDirectOverSequencesWithOneHessian) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const int n = 120 + 70 * int(seed);
    const DenseBand dense =
        seed % 2 == 0 ? gram_band(n, n + 60, 50, 1e-2, seed) : random_band(n, 80, 1.01, seed);
    BandedMatrix H;
    store(dense, H);
    BoxQpSolver schurpa(QpMethod::schurpa), direct(QpMethod::direct);
    schurpa.set_hessian(H), direct.set_hessian(H);
    std::vector<std::int8_t> start = all_free(std::size_t(n));
    int schur_columns = 0;
    for (const QpProblem& qp : staggered_sequence(dense, seed)) {
      const QpResult a = solve_with(schurpa, qp, start), b = solve_with(direct, qp, start);
      EXPECT_TRUE(a.report.converged && b.report.converged);
      EXPECT_EQ(a.state, b.state);
      EXPECT_LE(largest_difference(a.x, b.x), 1e-10);
      EXPECT_LE(violation(qp, a), 1e-9);
      EXPECT_LE(a.report.factorizations, b.report.factorizations);
      schur_columns += a.report.solves - a.report.iterations;
      start = a.state;
    }
    EXPECT_GT(schur_columns, 0);
  }
}

TEST(Schurpa, OneFactorisationServesTheSequence) {
  const DenseBand dense = random_band(600, 200, 1.05, 3);
  BandedMatrix H;
  store(dense, H);
  BoxQpSolver solver;
  solver.set_hessian(H);
  QpProblem qp = random_qp(dense, 4);
  const std::vector<std::int8_t> start = solve_once(qp, all_free(600)).state;
  int factorizations = 0;
  for (int s = 0; s < 5; ++s) {
    const QpResult result = solve_with(solver, qp, start);
    factorizations += result.report.factorizations;
    EXPECT_TRUE(result.report.converged);
    EXPECT_LE(violation(qp, result), 1e-10);
    qp.c[std::size_t(100 * s)] *= -1;
    qp.c[std::size_t(100 * s + 7)] *= -1;
  }
  EXPECT_EQ(factorizations, 1);
}

TEST(Schurpa, AChangeThatIsUndoneComesBackForNothing) {
  QpProblem qp = random_qp(random_band(400, 100, 1.05, 5), 6);
  qp.lower.assign(400, 0.0), qp.upper.assign(400, infinity);
  BandedMatrix H;
  store(qp.H, H);
  BoxQpSolver solver;
  solver.set_hessian(H);
  const std::vector<double> there = qp.c;
  std::vector<double> back = qp.c;
  for (std::size_t i = 0; i < 400; i += 40) back[i] = -back[i];
  std::vector<std::int8_t> state = solve_once(qp, all_free(400)).state;
  int columns = 0;
  for (int visit = 0; visit < 6; ++visit) {
    qp.c = visit % 2 == 0 ? there : back;
    const QpResult result = solve_with(solver, qp, state);
    EXPECT_TRUE(result.report.converged);
    EXPECT_LE(violation(qp, result), 1e-10);
    state = result.state;
    if (visit == 1) columns = result.report.solves;
    if (visit > 3) {  // by then both ways have been gone, with all sets on them
      EXPECT_EQ(result.report.solves, 1) << "only v = K0^-1 c of the new QP";
    }
  }
  EXPECT_GT(columns, 1);
}

TEST(Schurpa, FactorsAnewBeyondTheColumnsAllowed) {
  const QpProblem qp = random_qp(random_band(500, 150, 1.05, 7), 8);
  BandedMatrix H;
  store(qp.H, H);
  BoxQpSolver narrow(QpMethod::schurpa, 3);
  narrow.set_hessian(H);
  const QpResult result = solve_with(narrow, qp, all_free(500));
  EXPECT_TRUE(result.report.converged);
  EXPECT_GT(result.report.resets, 0);
  EXPECT_EQ(result.report.factorizations, result.report.resets + 1);
  EXPECT_LE(violation(qp, result), 1e-9);
}

}  // namespace
}  // namespace eulersolid
