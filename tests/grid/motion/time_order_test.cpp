#include <gtest/gtest.h>

#include <map>

#include "tests/grid/bodies.h"

/// Order in time: the same grid, and ever shorter steps. Where a body is at a common time is
/// compared, as velocities belong to the middles of steps, which are not common.

namespace eulersolid::test {
namespace {

constexpr double radius = 0.3, h = radius / 6, duration = 0.03;

/// X by grid node, well inside.
using Map = std::map<Index, Vec3>;

/// A ball that flies, spins and rings, after `steps` steps that are longer and shorter in turn by
/// the part `uneven`. It starts at a strain of 1 %, with forces for the first half kick, and rings
/// for a quarter of the period of its lowest mode.
///
/// What is left of interpolation is a part of the differences: its error in a step is proportional
/// to the way in cells, so that the sum over a flight changes but by the square of the way in a
/// step, which halves with it. So flight is short, 0.2 cells: over 2.4 cells and 40 steps or more
/// the order that is measured falls to 1.75, and to 1.5 with 160.
Map state_after(int steps, double uneven) {
  const GridSpec grid{{0.013, 0.007, -0.011}, h};
  const Vec3 flight = {0.24, 0.18, 0.015}, spin = {0.6, 0.9, 3};
  Body body({"ball", ball({}, radius), soft, flight, spin}, grid);
  const auto ring = [](Vec3 x) { return Vec3{x.x, -x.y, 0}; };
  const NodeBox node_box = body.state().node_box;
  std::vector<Vec3> u;
  for (Index n = 0; n < node_box.nodes.count(); ++n)
    u.push_back(0.01 * ring(grid.position(node_box.to_grid(n))));
  body.state().u.assign(u);
  body.advance_map(0);
  prescribe(body, grid, [&](Vec3 x) { return flight + cross(spin, x) + 0.7 * ring(x); });
  for (int step = 0; step < steps; ++step) {
    const double dt = duration / steps * (step % 2 == 0 ? 1 - uneven : 1 + uneven);
    EXPECT_LT(dt, 0.85 * h / body.totals().geometry.speed);
    body.kick(dt, {}), body.move(dt, {});
  }
  Map map;
  const Cells numbers{1000, 1000, 1000};
  for_active(body, grid, [&](Vec3, Vec3 X, int node) {
    const Int3 at = body.state().node_box.to_grid(node);
    if (norm(X) < 0.75 * radius) map[numbers.index(at + Int3{500, 500, 500})] = X;
  });
  return map;
}

double difference(const Map& a, const Map& b) {
  double sum = 0;
  int count = 0;
  for (const auto& [node, X] : a) {
    const auto other = b.find(node);
    if (other == b.end()) continue;
    sum += dot(X - other->second, X - other->second), ++count;
  }
  EXPECT_GT(count, 300);
  return std::sqrt(sum / count);
}

/// By Richardson: the errors of dt, dt/2 and dt/4 differ by 1 - 2^-p and by 2^-p of that.
double order(int steps, double uneven) {
  const Map first = state_after(steps, uneven), second = state_after(2 * steps, uneven),
            third = state_after(4 * steps, uneven);
  const double coarse = difference(first, second), fine = difference(second, third);
  EXPECT_GT(fine, 1e-6 * h);  // far above rounding
  return std::log2(coarse / fine);
}

TEST(TimeStep, IsOfSecondOrder) {
  const double measured = order(10, 0);
  RecordProperty("order", std::to_string(measured));
  EXPECT_GT(measured, 1.8);
}

/// A kick is over the mean of the step before it and the step after it.
TEST(TimeStep, IsOfSecondOrderWhenStepsChange) {
  const double measured = order(16, 0.4);
  RecordProperty("order", std::to_string(measured));
  EXPECT_GT(measured, 1.8);
}

}  // namespace
}  // namespace eulersolid::test
