#include <gtest/gtest.h>

#include <cmath>

#include "bench/rigid/sphere_lattice.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/parallel/coloured_sweeps.h"
#include "contact/solvers/coulomb/parallel/spectral_gradient.h"
#include "kernels/core/threads.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

// After those that make the namespace of the tested backend inline.
#include "contact/solvers/coulomb/parallel/parallel_methods.h"

namespace eulersolid {
namespace {

/// 1408 contacts, in more than one block of a sum, so compliant that sweeps contract.
const FrictionProblem& lattice() {
  static const FrictionProblem problem = sphere_lattice(8, 30, 5);
  return problem;
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0;
  for (std::size_t c = 0; c < a.size(); ++c) most = std::fmax(most, norm(a[c] - b[c]));
  return most;
}

std::vector<Vec3> swept(int sweeps) {
  const HeldProblem held(lattice());
  ColouredSweeps coloured(held, lattice());
  DeviceVector<Vec3> r(std::vector<Vec3>(lattice().q.size()));
  for (int k = 0; k < sweeps; ++k) coloured.sweep(r.span());
  return r.to_host();
}

}  // namespace

TEST(ContactColours, HoldNoTwoContactsOfOneBody) {
  const ContactColours colours = contact_colours(lattice().W);
  std::vector<int> colour(lattice().q.size(), -1);
  for (int k = 0; k + 1 < int(colours.start.size()); ++k)
    for (int e = colours.start[std::size_t(k)]; e < colours.start[std::size_t(k) + 1]; ++e)
      colour[std::size_t(colours.order[std::size_t(e)])] = k;
  EXPECT_EQ(colours.start.back(), lattice().contacts());
  for (std::size_t c = 0; c < colour.size(); ++c) {
    ASSERT_GE(colour[c], 0);  // each contact has one
    for (int e = lattice().W.row_start[c]; e < lattice().W.row_start[c + 1]; ++e) {
      const auto d = std::size_t(lattice().W.column[std::size_t(e)]);
      ASSERT_EQ(colour[c] == colour[d], c == d);
    }
  }
}

/// One contact after the other on the host, in the order of the colours. Angles of friction are
/// found to 1e-15 and impulses are below 10 N s.
TEST(ColouredSweeps, AreSweepsOfGaussSeidel) {
  const std::vector<Mat3> diagonal = diagonal_blocks(lattice().W);
  std::vector<Vec3> r(lattice().q.size());
  for (int k = 0; k < 3; ++k) {
    for (const int contact : contact_colours(lattice().W).order) {
      const auto c = std::size_t(contact);
      const Vec3 u = row_product(lattice().W, c, r) + lattice().q[c];
      r[c] = OneContact(diagonal[c], lattice().mu[c]).solve(u - diagonal[c] * r[c], r[c]);
    }
  }
  EXPECT_LE(largest_difference(swept(3), r), 1e-12);
}

/// Whatever the threads, and the order within loops: nobody reads what another writes.
TEST(ParallelMethods, GiveTheSameBitsEveryTime) {
  const CoulombLimits limits{1e-15, 60, 40};
  for (const CoulombMethod& method : ES_BACKEND::parallel_methods()) {
    std::vector<Vec3> first(lattice().q.size());
    method.solve(lattice(), limits, first);
    const int usual = threads();
    for (const int team : {1, 2, 5}) {
      set_threads(team), set_loops_reversed(team == 2);
      std::vector<Vec3> again(first.size());
      method.solve(lattice(), limits, again);
      EXPECT_EQ(largest_difference(first, again), 0) << method.name << " " << team;
    }
    set_threads(usual), set_loops_reversed(false);
  }
}

/// To 1e-10 of velocities of a few m/s, by a W whose smallest eigenvalue is 30 / kg.
TEST(ParallelMethods, FindTheSameImpulses) {
  std::vector<std::vector<Vec3>> found;
  for (const CoulombMethod& method : ES_BACKEND::parallel_methods()) {
    if (is_of_another_law(method.name)) continue;
    std::vector<Vec3>& r = found.emplace_back(lattice().q.size());
    const CoulombReport report = method.solve(lattice(), {1e-10, 60}, r);
    EXPECT_TRUE(report.converged) << method.name << report.reason;
    EXPECT_LE(coulomb_errors(lattice(), r).coulomb, 1e-10) << method.name;
    EXPECT_LE(largest_difference(r, found.front()), 1e-8) << method.name;
  }
  EXPECT_GT(norm(found[0][0]), 0.001);  // something happens
}

/// With u for U the error is that of the relaxed problem, whose solution Coulomb's law does not
/// take.
TEST(ParallelMethods, SolveTheRelaxedProblem) {
  std::vector<Vec3> r(lattice().q.size());
  const CoulombReport report =
      solver_named("apgd_relaxed", ES_BACKEND::parallel_methods())(lattice(), {1e-10, 60}, r);
  EXPECT_EQ(report.reason, "the relaxed problem is solved");
  EXPECT_LE(coulomb_errors(lattice(), r).relaxed, 1e-10);
  EXPECT_GT(report.error, 0.1);
}

TEST(HeldProblem, JudgesAsTheHostDoes) {
  HeldProblem held(lattice());
  for (const double size : {0.0, 0.3, 5.0}) {
    Progress progress(lattice(), {});
    const std::vector<Vec3> r(lattice().q.size(), size * Vec3{1, 0.2, -0.1});
    const double error = held.judge(DeviceVector<Vec3>(r).span(), progress);
    EXPECT_NEAR(error, coulomb_errors(lattice(), r).coulomb, 1e-13 * error) << size;
    EXPECT_EQ(progress.best_error(), error);
    EXPECT_EQ(largest_difference(progress.best(), r), 0);
  }
  Progress progress(lattice(), {});
  std::vector<Vec3> r(lattice().q.size());
  r[17].y = NAN;
  EXPECT_EQ(held.judge(DeviceVector<Vec3>(r).span(), progress), INFINITY);
}

TEST(SpectralGradientSteps, RefuseAStepThatRaisesTheEnergy) {
  std::vector<MatrixEntry> W;
  for (int c = 0; c < 10; ++c)
    for (int d = 0; d < 10; ++d)
      for (int k = 0; k < 3; ++k) W.push_back({3 * c + k, 3 * d + k, 1});
  const FrictionProblem problem =
      local_problem(W, std::vector<Vec3>(10, {-1, 0, 0}), std::vector<double>(10, 0.5));
  const HeldProblem held(problem);
  const RelaxedProblem relaxed(held);
  SpectralGradientSteps steps(relaxed, std::vector<Vec3>(10));
  steps.step();
  EXPECT_GT(steps.backtracks(), 0);
  double sum = 0;  // f = sum^2 / 2 - sum is below its start for 0 < sum < 2
  std::vector<Vec3> r(10);
  memory::copy_out(r.data(), steps.impulses().data, r.size() * sizeof(Vec3));
  for (const Vec3& each : r) sum += each.x;
  EXPECT_GT(sum, 0);
  EXPECT_LT(sum, 2);
}

}  // namespace eulersolid
