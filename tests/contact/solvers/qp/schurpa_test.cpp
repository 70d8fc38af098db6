#include <gtest/gtest.h>

#include "bench/problems/families.h"
#include "tests/contact/solvers/qp/qp_problem.h"

namespace eulersolid {
namespace {

/// The QPs of one time step: one H; c and the bounds change a little from each to the next, and
/// some variables are fixed in one and loose in another, as a contact that carries no load in
/// friction.
std::vector<QpData> staggered_sequence(HostBand H, unsigned seed) {
  std::vector<QpData> sequence{random_qp(std::move(H), seed)};
  for (unsigned s = 1; s < 4; ++s) {
    QpData next = sequence.back();
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
    const HostBand dense =
        seed % 2 == 0 ? low_rank_band(n, n + 60, 50, 1e-2, seed) : random_band(n, 80, 1.01, seed);
    const BandedMatrix H = upload(dense);
    BoxQpSolver schurpa(QpMethod::schurpa), direct(QpMethod::direct);
    schurpa.set_hessian(H), direct.set_hessian(H);
    QpStates start = all_free(std::size_t(n));
    int schur_columns = 0;
    for (const QpData& qp : staggered_sequence(dense, seed)) {
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
  const HostBand dense = random_band(600, 200, 1.05, 3);
  const BandedMatrix H = upload(dense);
  BoxQpSolver solver;
  solver.set_hessian(H);
  QpData qp = random_qp(dense, 4);
  const QpStates start = solve_once(qp, all_free(600)).state;
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
  QpData qp = random_qp(random_band(400, 100, 1.05, 5), 6);
  qp.lower.assign(400, 0.0), qp.upper.assign(400, infinity);
  const BandedMatrix H = upload(qp.H);
  BoxQpSolver solver;
  solver.set_hessian(H);
  const std::vector<double> there = qp.c;
  std::vector<double> back = qp.c;
  for (std::size_t i = 0; i < 400; i += 40) back[i] = -back[i];
  QpStates state = solve_once(qp, all_free(400)).state;
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
  const QpData qp = random_qp(random_band(500, 150, 1.05, 7), 8);
  const BandedMatrix H = upload(qp.H);
  BoxQpSolver narrow(QpMethod::schurpa, 3);
  narrow.set_hessian(H);
  const QpResult result = solve_with(narrow, qp, all_free(500));
  EXPECT_TRUE(result.report.converged);
  EXPECT_GT(result.report.resets, 0);
  EXPECT_EQ(result.report.factorizations, result.report.resets + 1);
  EXPECT_LE(violation(qp, result), 1e-9);
}

TEST(Schurpa, EndsWithDirectsSetWhereTheHessianIsNearlySingular) {
  for (const double eps : {1e-4, 1e-6, 1e-8}) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      const QpData qp = band_qp({BandFamily::gram, 300, 40, eps, 0, seed});
      const QpResult direct = solve_once(qp, states_from_signs(qp), QpMethod::direct);
      for (const QpMethod method : {QpMethod::schurpa, QpMethod::automatic}) {
        const QpResult other = solve_once(qp, states_from_signs(qp), method);
        EXPECT_TRUE(other.report.converged);
        EXPECT_EQ(other.state, direct.state) << eps << " " << seed;
      }
    }
  }
}

/// A QP and its solution's set with the first `flips` constraints the other way round.
struct Perturbed {
  QpData qp;
  QpStates start;
};
Perturbed perturbed(int order, int bandwidth, int flips) {
  QpData qp = band_qp({BandFamily::uniform, order, bandwidth, 0, 0, 1});
  QpStates start = flipped(qp, solve_once(qp, states_from_signs(qp)).state, flips);
  return {std::move(qp), std::move(start)};
}

TEST(Schurpa, ChoosesAFactorisationWhereColumnsWouldCostMore) {
  const Perturbed narrow = perturbed(1500, 20, 300), wide = perturbed(900, 400, 10);
  const QpResult many = solve_once(narrow.qp, narrow.start, QpMethod::automatic),
                 few = solve_once(wide.qp, wide.start, QpMethod::automatic);
  EXPECT_GT(many.report.chosen, 0);
  EXPECT_EQ(many.report.resets, 0);
  EXPECT_EQ(many.report.factorizations, many.report.chosen + 1);
  EXPECT_EQ(few.report.chosen, 0);
  EXPECT_EQ(few.report.factorizations, 1);
  EXPECT_GT(few.report.solves, 10);
}

TEST(Schurpa, TakesTheMemoryOfTheBandAndItsColumns) {
  constexpr int n = 1600, rho = 200, flips = 40, tile = 64;
  const Perturbed p = perturbed(n, rho, flips);
  const QpResult result = solve_once(p.qp, p.start, QpMethod::schurpa);
  ASSERT_EQ(result.report.factorizations, 1);
  const double columns = result.report.solves, order = result.report.dim_free,
               band = result.report.bandwidth;
  // The band with one tile, the columns of W in full, and two small matrices, one of which may have
  // been doubled to make room. In two subdomains the columns end at the separator.
  EXPECT_LE(result.report.bytes,
            8.0 * (order * (band + tile) + columns * order + 5 * columns * columns));
  EXPECT_GE(result.report.bytes, 8.0 * (order - band) * band);
}

}  // namespace
}  // namespace eulersolid
