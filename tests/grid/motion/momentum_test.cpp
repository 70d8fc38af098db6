#include <gtest/gtest.h>

#include "grid/ledger/momentum.h"
#include "grid/motion/momentum.h"
#include "grid/quadrature/geometry.h"
#include "grid/quadrature/momentum_flux.h"
#include "tests/grid/cases.h"

/// Where momentum goes as it is advected: nowhere.

namespace eulersolid::test {
namespace {

Vec3 waves(Vec3 x) {
  return {1 + std::sin(5 * x.y), std::sin(4 * x.x + x.z), std::cos(3 * x.x * x.z) - 0.5};
}

/// A ball whose cells have their points, and what a field brings to its nodes in a time.
struct Brought {
  Fields f;
  std::vector<double> G;
  std::vector<Vec3> C;
};

Brought brought_by(Vec3 (*field)(Vec3), double part = 1) {
  const PlacedShape shape = ball({0.013, 0.02, 0}, 0.3);
  Brought b{fields_of(Body({"ball", shape, soft, {}, {}}, grid), grid), {}, {}};
  Fields& f = b.f;
  renew_points(f.state, f.work, grid, shape, soft);
  DeviceVector<double> G(f.nodes().count());
  DeviceVector<Vec3> C(f.nodes().count()), w(everywhere(f, field));
  G.resize_zero(f.nodes().count()), C.resize_zero(f.nodes().count());
  add_momentum_flux(f.state, f.work, grid, w.span(), part, G.span(), C.span());
  b.G = G.to_host(), b.C = C.to_host();
  return b;
}

struct Sums {
  double mass = 0, abs_mass = 0, abs_force = 0;
  Vec3 moment, force, torque;
};

Sums sums(const Brought& b) {
  Sums s;
  for (std::size_t n = 0; n < b.G.size(); ++n) {
    const Vec3 x = b.f.position(Index(n));
    s.mass += b.G[n], s.abs_mass += std::fabs(b.G[n]), s.abs_force += norm(b.C[n]);
    s.moment += b.G[n] * x, s.force += b.C[n], s.torque += cross(x, b.C[n]);
  }
  return s;
}

/// Rounding of sums over some thousand nodes.
constexpr double rounding = 1e-12;

TEST(MomentumFlux, BringsWhatItTakes) {
  const Sums s = sums(brought_by(waves));
  EXPECT_GT(s.abs_mass, 0);
  EXPECT_LT(std::fabs(s.mass), rounding * s.abs_mass);
  EXPECT_LT(norm(s.force), rounding * s.abs_force);
  EXPECT_LT(norm(s.torque), rounding * s.abs_force);
}

/// A body that is advected along without a change: its mass moves at that velocity, and C = G w.
TEST(MomentumFlux, OfAUniformVelocityIsThatOfItsMass) {
  const Brought b = brought_by([](Vec3) { return Vec3{1, -2, 0.5}; });
  const Sums s = sums(b);
  double mass = 0;
  for (const double m : b.f.state.mass.to_host()) mass += m;  // of ghost nodes, too, and aggregated
  for (const int ghost : b.f.derived.ghosts.to_host())
    mass -= b.f.state.mass.to_host()[std::size_t(ghost)];
  // Masses of the body are scaled by the part that the points' lack of a ball's, 1 %.
  EXPECT_LT(norm(s.moment - mass * Vec3{1, -2, 0.5}), 0.01 * norm(s.moment));
  for (std::size_t n = 0; n < b.G.size(); ++n)
    EXPECT_LT(norm(b.C[n] - b.G[n] * Vec3{1, -2, 0.5}), rounding * s.abs_force);
}

TEST(MomentumFlux, AddsThePartAskedFor) {
  const Brought whole = brought_by(waves), half = brought_by(waves, 0.5);
  for (std::size_t n = 0; n < whole.G.size(); ++n)
    EXPECT_LT(std::fabs(half.G[n] - 0.5 * whole.G[n]), rounding * sums(whole).abs_mass);
}

/// Whatever velocity is advected, what nodes hold adds up to the momentum that there was.
TEST(Momentum, OfTheNodesAddsUpWhateverIsCarried) {
  Brought b = brought_by(waves);
  Fields& f = b.f;
  std::vector<double> mass = f.state.mass.to_host();
  for (const int ghost : f.derived.ghosts.to_host()) mass[std::size_t(ghost)] = 0;  // aggregated
  f.state.mass.assign(mass), f.work.mass_before.assign(mass), f.work.mass_after.assign(mass);
  f.work.before.assign(everywhere(f, waves));
  f.state.v.assign(everywhere(f, [](Vec3 x) { return Vec3{x.y, std::cos(9 * x.z), 2 - x.x}; }));
  f.work.brought.assign(b.G), f.work.momentum.assign(b.C);
  aggregate(f.state, f.derived, f.work,
            {{f.work.momentum.span(), {}}, {f.work.brought.span(), {}}});
  const Vec3 velocity{0.3, 0.1, -0.2};
  own_momentum(f.state, f.derived, f.work, f.grid, 0.01, {{}, velocity, {}});
  Vec3 held, there_was;
  double scale = 0;
  const std::vector<Vec3> own = f.work.momentum.to_host();
  for (std::size_t n = 0; n < own.size(); ++n) {
    const Vec3 p = mass[n] * (waves(f.position(Index(n))) - velocity);
    held += own[n], there_was += p, scale += norm(p);
  }
  EXPECT_GT(norm(there_was), 0.1 * scale);
  EXPECT_LT(norm(held - there_was), rounding * scale);
}

/// A body that spins and swells as it flies over six cells; nodes join it and leave it. Nothing
/// is restored: this is what the nodes hold.
struct Flight {
  double momentum = 0;  ///< what is lost of it, at most [-]
  double spin = 0;      ///< likewise
  int joined = 0;       ///< nodes
};

Flight fly(const PlacedShape& shape) {
  const Vec3 velocity{2, 1.2, -0.7}, spin{3, -2, 5};
  GridSpec uncorrected = grid;
  GridNumerics& numerics = uncorrected.numerics;
  numerics.restore_mass = numerics.restore_momentum = numerics.restore_spin = false;
  numerics.return_energy = false;
  Body body({"body", shape, soft, velocity, spin}, uncorrected);
  const Vec3 centre = centroid(body);
  prescribe(body, grid, [&](Vec3 x) {
    return velocity + cross(spin, x - centre) + 0.3 * Vec3{x.x - centre.x, 0, centre.z - x.z};
  });
  const Momentum start = measure(body.state(), body.derived(), grid);
  const double p = norm(start.linear);
  const Vec3 S = start.angular - cross(start.centroid(), start.linear);
  Flight flight;
  std::vector<Int3> before;
  const double dt = 0.15 * grid.h / norm(velocity);
  for (int step = 0; step < 40; ++step) {
    body.kick(dt, {});
    body.move(dt, {});
    const Momentum now = measure(body.state(), body.derived(), grid);
    const Vec3 spin_now = now.angular - cross(now.centroid(), now.linear);
    // The masses' sum may change by what quadrature makes of the map.
    const double scale = start.mass / now.mass;
    flight.momentum = std::fmax(flight.momentum, norm(scale * now.linear - start.linear) / p);
    flight.spin = std::fmax(flight.spin, norm(scale * spin_now - S) / norm(S));
    std::vector<Int3> nodes;
    for (const int node : body.derived().active.to_host())
      nodes.push_back(body.state().node_box.to_grid(node));
    for (const Int3 node : nodes)
      flight.joined += !before.empty() && std::none_of(before.begin(), before.end(), [&](Int3 o) {
        return o.x == node.x && o.y == node.y && o.z == node.z;
      });
    before = nodes;
  }
  return flight;
}

/// But for what the masses' errors have of the rigid motion, and the spin that smoothing turns:
/// 0.01 and 0.14 % here. Where joining and leaving nodes hand nothing on 1 and 1.7 % are lost.
TEST(Momentum, IsKeptByTheNodesOfABodyThatFliesSpinsAndSwells) {
  for (const Case& c : {Case{"ball", ball({0.013, 0.02, 0}, 0.3)},
                        Case{"tilted box", box({0.01, 0, 0.007}, {0.5, 0.35, 0.25}, tilt)}}) {
    const Flight flight = fly(c.shape);
    RecordProperty(std::string(c.name) + "_momentum", std::to_string(flight.momentum));
    RecordProperty(std::string(c.name) + "_spin", std::to_string(flight.spin));
    EXPECT_GT(flight.joined, 100) << c.name;
    EXPECT_LT(flight.momentum, 3e-4) << c.name;
    EXPECT_LT(flight.spin, 3e-3) << c.name;
  }
}

}  // namespace
}  // namespace eulersolid::test
