#include "tests/simulation/invariance/flights.h"

/// What a body keeps by itself, with nothing restored: its ledger is off.

namespace eulersolid::test {
namespace {

constexpr double cells = 5;  // across the radius

/// What flies keeps the rigid field that it has, so that only its quadrature mass changes: by 0.09
/// % at most. In a turn of the box, which what it spins with stretches, centrifugal waves take up
/// to 1 % of the kinetic energy, which they give back.
TEST(Flights, BallAndBoxKeepTheirEnergyOver20CellsAndATurn) {
  for (const Flight& flight : free_flights(cells, 1)) {
    const Kept k = flown(flight);
    const double bound = k.spin > 0 ? 0.02 : 0.002;
    EXPECT_NEAR(k.min_kinetic, 1, bound) << flight.name;
    EXPECT_NEAR(k.max_kinetic, 1, bound) << flight.name;
    if (k.spin > 0) continue;  // what spins is stretched
    EXPECT_LE(k.elastic, 1e-4) << flight.name;
  }
}

}  // namespace
}  // namespace eulersolid::test
