#include <gtest/gtest.h>

#include "grid/quadrature/geometry.h"
#include "tests/grid/fields.h"

/// The guard of the level set: extrapolated maps make no solid that was not there, and surfaces
/// that advance are not held back.

namespace eulersolid::test {
namespace {

const GridSpec grid{{0, 0, 0}, 0.05};
constexpr double h = 0.05, dt = 0.01;
const Vec3 centre = {0.013, 0.02, 0};
const PlacedShape solid = ball(centre, 0.3);

/// A ball with velocity v whose map, from the layer `first` on, claims that all is its centre.
Fields ball_with_wild_map(int first, Vec3 velocity) {
  Fields f = fields_of(Body({"ball", solid, soft, {}, {}}, grid), grid);
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  std::vector<Vec3> u(layers.size());
  for (std::size_t n = 0; n < u.size(); ++n) {
    if (layers[n] >= first) u[n] = f.position(Index(n)) - centre;
  }
  f.state.u.assign(u);
  f.state.v.assign(std::vector<Vec3>(u.size(), velocity));
  return f;
}

double volume_of(Fields& f) { return integrate_cells(f.state, f.work, grid, solid, soft).volume; }

/// Calls visit(layer, phi before, phi now, guarded, position) for the nodes with a layer.
template <class Visit>
void evaluate_and_visit(Fields& f, Visit visit) {
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  const std::vector<double> before = f.state.phi.to_host();
  evaluate_level_set(f.state, f.work, grid, solid, {}, dt);
  const std::vector<double> now = f.state.phi.to_host();
  const std::vector<std::int8_t> guarded = f.state.guarded.to_host();
  for (std::size_t n = 0; n < now.size(); ++n) {
    if (layers[n] > layer::last) continue;
    visit(layers[n], before[n], now[n], guarded[n] != 0, f.position(Index(n)));
  }
}

/// Nodes of layer 1 lie more than h/4 outside, or they would have the mass of an active node.
TEST(Guard, AWildMapMakesNoSolidOutsideABodyAtRest) {
  const double volume = 4.0 / 3 * 3.14159265358979323846 * 0.3 * 0.3 * 0.3;
  for (const int first : {1, 2}) {
    Fields f = ball_with_wild_map(first, {});
    evaluate_and_visit(f, [&](int at, double before, double now, bool guarded, Vec3) {
      EXPECT_EQ(guarded, at >= first);
      // The bounded level set of nodes that stay where they are.
      EXPECT_EQ(now, at >= first ? std::fmax(before, 0.5 * (at - 0.5) * h) : before) << at;
    });
    // Cells with a guarded node know phi at their corners only. Interpolated, that of a ball is too
    // large by 3/32 h^2 times the sum 2/R of its second derivatives, which takes 9/16 (h/R)^2 off.
    EXPECT_NEAR(volume_of(f), volume, 9.0 / 16 / 36 * volume);
    // Without the guard the map makes a solid of what lies beside active nodes; farther out it is
    // taken for the fold that it is.
    GridSpec unguarded = grid;
    unguarded.numerics.guard = false;
    evaluate_level_set(f.state, f.work, unguarded, solid, {}, dt);
    if (first == 1)
      EXPECT_GT(volume_of(f), 1.5 * volume);
    else
      EXPECT_NEAR(volume_of(f), volume, 1e-4 * volume);
  }
}

/// Beyond the first layer nothing is solid without asking, however little of it: what the map makes
/// of nodes that are extrapolated from others three cells away is anything.
TEST(Guard, FarLayersAreNotEvenAlittleSolid) {
  Fields f = fields_of(Body({"ball", solid, soft, {}, {}}, grid), grid);
  const double volume = volume_of(f);
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  std::vector<Vec3> u(layers.size());
  for (std::size_t n = 0; n < u.size(); ++n) {
    const Vec3 x = f.position(Index(n));
    if (layers[n] >= 2) u[n] = x - centre - (0.3 - h / 8) * normalized(x - centre);
  }
  f.state.u.assign(u);
  evaluate_and_visit(f, [&](int at, double, double now, bool guarded, Vec3) {
    EXPECT_EQ(guarded, at >= 2);
    if (at >= 2) {
      EXPECT_GT(now, 0.5 * h) << at;
    }
  });
  EXPECT_NEAR(volume_of(f), volume, 9.0 / 16 / 36 * volume);  // as above
}

/// Where the extrapolated map turns back it passes through the shape once more: inside out, or
/// between corners that are all outside. Nodes beyond the first layer are sent to the far side of
/// the ball here, h/3 outside of it, so that what lies between them and the others is solid.
TEST(Guard, FoldsOfTheMapOutsideMakeNoSolid) {
  Fields f = fields_of(Body({"ball", solid, soft, {}, {}}, grid), grid);
  evaluate_level_set(f.state, f.work, grid, solid, {}, 0);  // no guard: it sees some of this, too
  const double volume = volume_of(f);
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  std::vector<Vec3> u = f.state.u.to_host();
  int sent = 0;
  for (std::size_t n = 0; n < u.size(); ++n) {
    const Vec3 x = f.position(Index(n)), away = x - centre;
    if (layers[n] < 2 || layers[n] > layer::last || away.x < 0.1) continue;
    u[n] = x - (centre + (0.3 + h / 3) * normalized({-away.x, away.y, away.z}));
    ++sent;
  }
  f.state.u.assign(u);
  evaluate_level_set(f.state, f.work, grid, solid, {}, 0);
  EXPECT_GT(sent, 100);
  EXPECT_NEAR(volume_of(f), volume, 1e-12 * volume);  // rounding: nothing of it counts
}

/// The material that arrives decides: its distance d from the surface before the step, up to
/// what the interpolated and bounded level set adds.
TEST(Guard, OnlyWhatWasSolidArrivesAsSolid) {
  const Vec3 velocity = (0.9 * h / dt) * normalized({1, 0.37, -0.61});
  Fields f = ball_with_wild_map(1, velocity);
  int allowed = 0, forbidden = 0;
  evaluate_and_visit(f, [&](int at, double, double now, bool guarded, Vec3 x) {
    if (at == layer::active) return;
    const double d = signed_distance(solid, x - dt * velocity);
    if (d > 0.5 * h) {
      EXPECT_TRUE(guarded) << "layer " << at << ", d = " << d / h << " h";
      EXPECT_GT(now, 0.25 * h);
      ++forbidden;
    }
    if (d < -0.1 * h) {
      EXPECT_FALSE(guarded) << "layer " << at << ", d = " << d / h << " h";
      ++allowed;
    }
  });
  EXPECT_GT(allowed, 0);
  EXPECT_GT(forbidden, 0);
}

/// What a node of the first layer claims by less than the bound is asked of the points of the
/// surface alone: material that lies h/8 below the far side of a ball is not solid here, and that
/// of the near side is.
TEST(Guard, WhatThePointsOfTheSurfaceSayIsElsewhereIsNotSolid) {
  const Body body({"ball", solid, soft, {}, {}}, grid);
  for (const double side : {1, -1}) {
    Fields f = fields_of(body, grid);
    const std::vector<std::int8_t> layers = f.state.layers.to_host();
    std::vector<Vec3> u(layers.size());
    for (std::size_t n = 0; n < u.size(); ++n) {
      const Vec3 x = f.position(Index(n));
      if (layers[n] == 1) u[n] = x - centre - side * (0.3 - h / 8) * normalized(x - centre);
    }
    f.state.u.assign(u);
    const AdvectedSurface surface = body.surface().advected(body.state().points.span());
    for (const bool witnesses : {true, false}) {
      const bool believed = side > 0 || !witnesses;
      GridSpec asking = grid;
      asking.numerics.witnesses = witnesses;
      evaluate_level_set(f.state, f.work, asking, solid, surface, dt);
      const std::vector<double> phi = f.state.phi.to_host();
      const std::vector<std::int8_t> guarded = f.state.guarded.to_host();
      for (std::size_t n = 0; n < phi.size(); ++n) {
        // Those of the first layer's corners are farther away than the material says.
        if (layers[n] != 1 || signed_distance(solid, f.position(Index(n))) > 0.6 * h) continue;
        EXPECT_EQ(guarded[n] == 0, believed);
        EXPECT_NEAR(phi[n], believed ? -h / 8 : h / 2, 1e-12);
      }
    }
  }
}

TEST(Guard, DoesNotHoldBackASurfaceThatAdvances) {
  const PlacedShape shapes[] = {solid,
                                box({0.01, 0, 0.007}, {0.5, 0.35, 0.25}, rotation({1, 2, 3}, 0.7))};
  for (const PlacedShape& shape : shapes) {
    Body body({"body", shape, soft, {}, {}}, grid);
    const double volume = body.totals().geometry.volume;
    const Vec3 velocity = (0.95 * h / dt) * normalized({1, 0.37, -0.61});
    for (int step = 1; step <= 30; ++step) {
      prescribe(body, grid, [=](Vec3) { return velocity; });
      body.advance_map(dt);
      const std::vector<double> phi = body.state().phi.to_host();
      double worst = 0;
      for (Index n = 0; n < body.state().node_box.nodes.count(); ++n) {
        const Vec3 x = grid.position(body.state().node_box.to_grid(n));
        const double exact = signed_distance(shape, x - (step * dt) * velocity);
        if (exact < 0) worst = std::fmax(worst, std::fabs(phi[std::size_t(n)] - exact));
      }
      // The map of a translation is linear and known to rounding, times the
      // condition of the fits, a few hundred, over the steps: so is the level set inside.
      EXPECT_LT(worst, 1e-11) << "step " << step;
      EXPECT_NEAR(body.totals().geometry.volume, volume, 0.005 * volume) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
