#include "tests/simulation/invariance/flights.h"

/// What a body keeps by itself, with nothing restored: its ledger is off.

namespace eulersolid::test {
namespace {

constexpr double cells = 5;  // across the radius

/// What flies keeps the rigid field that it has, so that only its quadrature mass changes: by 0.2 %
/// at most. In a turn of the box, which is stretched by what it spins, centrifugal waves take up to
/// 0.9 %.
TEST(Flights, BallAndBoxKeepTheirEnergyOver20Cells) {
  for (const Flight& flight : free_flights(cells, 1)) {
    const Kept k = flown(flight);
    EXPECT_NEAR(k.least_kinetic, 1, 0.02) << flight.name;
    EXPECT_NEAR(k.most_kinetic, 1, 0.02) << flight.name;
    if (k.spin > 0) continue;  // what spins is stretched
    EXPECT_LE(k.elastic, 1e-3) << flight.name;
  }
}

}  // namespace
}  // namespace eulersolid::test
