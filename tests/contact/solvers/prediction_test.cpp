#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "contact/solvers/qp/box_qp_solver.h"
#include "contact/solvers/qp/set_prediction.h"
#include "kernels/band/packed_band.h"

using namespace eulersolid;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using States = std::vector<std::int8_t>;

/// Neighbours that push each other: a chain of masses on weak springs, condition 21.
BandedMatrix chain(int length) {
  HostBand band = HostBand::uniform(length, 1);
  for (int i = 0; i < length; ++i) {
    if (i > 0) band.at(i, i - 1) = -1;
    band.at(i, i) = 2.2;
  }
  return upload(band);
}

struct Problem {
  BandedMatrix H;
  DeviceVector<double> c, lower, upper;
  BoxQp qp() const { return {c.span(), lower.span(), upper.span()}; }
  Index order() const { return H.order(); }
};

Problem smooth_problem(double high) {
  constexpr int length = 120;
  std::vector<double> c;
  for (int i = 0; i < length; ++i) c.push_back(std::sin(0.21 * i) + 0.4 * std::cos(1.7 * i));
  Problem problem{chain(length), DeviceVector<double>(c), {}, {}};
  problem.lower.assign(std::vector<double>(length, std::isfinite(high) ? -high : 0.0));
  problem.upper.assign(std::vector<double>(length, high));
  return problem;
}

States solution_of(const Problem& problem) {
  BoxQpSolver solver;
  solver.set_hessian(problem.H);
  DeviceVector<std::int8_t> state(problem.order(), 0);
  DeviceVector<double> x(problem.order()), multiplier(problem.order());
  EXPECT_TRUE(solver.solve(problem.qp(), state.span(), x.span(), multiplier.span()).converged);
  return state.to_host();
}

int wrong(const Problem& problem, int steps, const States& solution) {
  DeviceVector<std::int8_t> state(problem.order(), 0);
  DeviceVector<double> x(problem.order(), 0.0);
  SetPrediction().predict(problem.H, problem.qp(), steps, x.span(), state.span());
  const States predicted = state.to_host();
  int count = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) count += predicted[i] != solution[i];
  return count;
}

}  // namespace

/// Where variables do not see each other, no step is needed: below, between and above the bounds,
/// fixed, and without bounds.
TEST(SetPrediction, IsExactForADiagonalMatrix) {
  HostBand band = HostBand::uniform(5, 0);
  for (int i = 0; i < 5; ++i) band.at(i, i) = 2.0 + i;
  Problem problem;
  problem.H = upload(band);
  problem.c.assign({-1, 1, 40, 3, -9});
  problem.lower.assign({0, 0, 0, 1, -infinity});
  problem.upper.assign({infinity, infinity, 1, 1, infinity});
  DeviceVector<std::int8_t> state(5, 0);
  DeviceVector<double> x(5, 7.0);
  SetPrediction().predict(problem.H, problem.qp(), 0, x.span(), state.span());
  EXPECT_EQ(state.to_host(), (States{-1, 0, 1, -1, 0}));
}

/// Catches steps of the wrong length or direction: a few of them leave a fraction of the errors of
/// looking at each variable alone, and many leave none.
TEST(SetPrediction, StepsBringItCloserToTheSet) {
  for (const double high : {infinity, 0.7}) {
    const Problem problem = smooth_problem(high);
    const States solution = solution_of(problem);
    const int alone = wrong(problem, 0, solution);
    EXPECT_GT(alone, 6);
    EXPECT_LE(wrong(problem, 6, solution), alone / 2) << high;
    EXPECT_LE(wrong(problem, 12, solution), 1) << high;
  }
}

/// The estimate counts: from the solution the set is right at once.
TEST(SetPrediction, KeepsASetThatIsRight) {
  const Problem problem = smooth_problem(infinity);
  BoxQpSolver solver;
  solver.set_hessian(problem.H);
  DeviceVector<std::int8_t> state(problem.order(), 0), predicted(problem.order(), 0);
  DeviceVector<double> x(problem.order()), multiplier(problem.order());
  solver.solve(problem.qp(), state.span(), x.span(), multiplier.span());
  for (const int steps : {0, 6}) {
    SetPrediction().predict(problem.H, problem.qp(), steps, x.span(), predicted.span());
    EXPECT_EQ(predicted.to_host(), state.to_host()) << steps;
  }
}
