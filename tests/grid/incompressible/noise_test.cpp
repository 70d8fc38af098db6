#include <gtest/gtest.h>

#include "bench/problems/random_numbers.h"
#include "tests/grid/ringing.h"

/// Solids that hardly change their volume, up to the largest Poisson's ratio that scenes may have.

namespace eulersolid::test {
namespace {

/// Energy that is left of random velocities of the nodes, over the energy at the start: the largest
/// seen in 400 steps.
double largest_energy(double nu, double& left) {
  const GridSpec grid{{0.013, 0.007, -0.011}, 0.06};
  const Material material{NeoHookean::make(1e5, nu), 1000, 0};
  Body body({"ball", ball({}, 0.3), material, {}, {}}, grid);
  RandomNumbers random(1);
  prescribe(body, grid, [&](Vec3) {
    const double x = random.normal(), y = random.normal(), z = random.normal();
    return 1e-4 * Vec3{x, y, z};  // [m/s]: waves so small that shocks take nothing
  });
  double start = 0, most = 0;
  for (int step = 0; step < 400; ++step) {
    const double dt = 0.4 * grid.h / body.totals().geometry.speed;
    body.kick(dt, {});
    body.move(dt, {});
    left = ringing::deformation_energy(body);
    if (step == 2) start = left;
    most = std::fmax(most, left);
  }
  left /= start;
  return most / start;
}

/// Leapfrog keeps the energy of small waves, but for a part of the order of (omega dt)^2 that comes
/// and goes. Modes that alternate from point to point and met no resistance, or that the time step
/// did not know of, would grow here.
TEST(Incompressible, NoiseNeitherGrowsNorVanishes) {
  for (const double nu : {0.3, 0.45, 0.495}) {
    double left = 0;
    EXPECT_LT(largest_energy(nu, left), 1.005) << nu;
    EXPECT_GT(left, 0.995) << nu;
  }
}

}  // namespace
}  // namespace eulersolid::test
