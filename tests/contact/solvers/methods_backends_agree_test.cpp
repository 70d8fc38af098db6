#include <gtest/gtest.h>

#include <cmath>

#include "bench/rigid/sphere_lattice.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "tests/no_device.h"

namespace eulersolid {
namespace gpu {
bool device_answers(std::string* why);
}
namespace {

/// Largest difference of the impulses of a method on both backends.
double difference(std::size_t method, const FrictionProblem& problem, const CoulombLimits& limits) {
  std::vector<Vec3> host(problem.q.size()), device(problem.q.size());
  cpu::parallel_methods()[method].solve(problem, limits, host);
  gpu::parallel_methods()[method].solve(problem, limits, device);
  double most = 0;
  for (std::size_t c = 0; c < host.size(); ++c) most = std::fmax(most, norm(host[c] - device[c]));
  return most;
}

/// The same methods on both backends: they differ by rounding of sums and angles, 1e-15 of impulses
/// of some N s, which a W of full rank does not magnify in a few iterations; and a solution to
/// 1e-10 is one to 1e-8, by an eigenvalue of 30 / kg at least and velocities of a few m/s.
TEST(MethodsOnBackends, Agree) {
  std::string why;
  if (!gpu::device_answers(&why)) {
    no_device(why);
    return;
  }
  const FrictionProblem problem = sphere_lattice(12, 30, 6);
  ASSERT_EQ(cpu::parallel_methods().size(), gpu::parallel_methods().size());
  for (std::size_t m = 0; m < cpu::parallel_methods().size(); ++m) {
    SCOPED_TRACE(cpu::parallel_methods()[m].name);
    EXPECT_EQ(cpu::parallel_methods()[m].name, gpu::parallel_methods()[m].name);
    EXPECT_LE(difference(m, problem, {1e-15, 60, 5}), 1e-12);
    EXPECT_LE(difference(m, problem, {1e-10, 60}), 1e-8);
  }
}

}  // namespace
}  // namespace eulersolid
