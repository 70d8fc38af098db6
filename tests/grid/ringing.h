#pragma once

#include <utility>

#include "grid/ledger/momentum.h"
#include "tests/grid/bodies.h"

/// A body that rings while it flies, on its own: whatever its speed, it should go on ringing.

namespace eulersolid::test::ringing {

constexpr double size = 0.3;  ///< [m]: a ball's radius, half of a bar's length
constexpr double pi = 3.14159265358979323846;

enum class What { bar, ball };

/// What is not rigid of the kinetic energy, and the elastic energy [J].
inline double deformation_energy(const Body& body) {
  const Momentum& m = body.totals().momentum;
  const Vec3 spin = m.angular - cross(m.centroid(), m.linear);
  const double rigid =
      0.5 * dot(m.linear, m.linear) / m.mass + 0.5 * dot(spin, inverse(inertia(m)) * spin);
  return m.kinetic - rigid + body.totals().elastic;
}

/// Of the deformation energy, after about ten periods.
struct EnergyLeft {
  double part = 0;     ///< as a mean over the last tenth of the time [-]
  double viscous = 0;  ///< what the viscosity of shocks has taken; there is no other [-]
};

/// What is left after 0.3 s; at the largest stable steps of a scene, with momentum restored and
/// energy left alone.
/// @param cells  h = size / cells: across a ball's radius; a bar is half as thick
/// @param speed  in a direction that hits no grid line twice [m/s]
inline EnergyLeft energy_left(What what, double cells, double speed) {
  const GridSpec grid{{0.013, 0.007, -0.011}, size / cells};
  const Vec3 flight = {0.8 * speed, 0.6 * speed, 0.05 * speed};
  const PlacedShape shape =
      what == What::bar ? box({}, {2 * size, 0.5 * size, 0.5 * size}) : ball({}, size);
  Body body({"body", shape, soft, flight, {}}, grid);
  const double amplitude = 0.2;  // [m/s]; strains of 2 %
  prescribe(body, grid, [&](Vec3 x) {
    const Vec3 ring = what == What::bar ? Vec3{std::sin(0.5 * pi * x.x / size), 0, 0}
                                        : (1 / size) * Vec3{x.x, -x.y, 0};
    return flight + amplitude * ring;
  });
  const double duration = 0.3;
  double time = 0, start = 0, sum = 0;
  int count = 0;
  for (int step = 1; time < duration; ++step) {
    const double dt =
        std::fmin(0.4 * grid.h / body.totals().geometry.speed, 0.6 * grid.h / body.speed());
    body.kick(dt, {});
    body.move(dt, {});
    time += dt;
    if (step == 3) start = deformation_energy(body);
    if (time > 0.9 * duration) sum += deformation_energy(body), ++count;
  }
  return {sum / count / start, std::as_const(body).ledger().energy.viscous / start};
}

}  // namespace eulersolid::test::ringing
