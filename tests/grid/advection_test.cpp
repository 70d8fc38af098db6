#include <gtest/gtest.h>

#include "grid/advection.h"
#include "tests/grid/fields.h"

/// Advection against exact solutions, on a block of active nodes whose surroundings are exact.

namespace eulersolid::test {
namespace {

/// The exact solution: `map(x, t)` is where the particle at x was at time 0, `start` the field
/// then.
struct Flow {
  Vec3 (*velocity)(Vec3 x);
  Vec3 (*map)(Vec3 x, double t);
  Vec3 (*start)(Vec3 X);
};

Vec3 exact(const Flow& flow, Carried what, Vec3 x, double t) {
  const Vec3 X = flow.map(x, t);
  return what == Carried::displacement ? x - X : flow.start(X);
}

/// dx/dt = a sin(x) in each direction: tan(x/2) grows as exp(a t).
constexpr double rate[3] = {0.6, -0.5, 0.4};

Vec3 sine_velocity(Vec3 x) {
  return {rate[0] * std::sin(x.x), rate[1] * std::sin(x.y), rate[2] * std::sin(x.z)};
}
Vec3 sine_map(Vec3 x, double t) {
  Vec3 X;
  for (int axis = 0; axis < 3; ++axis) {
    X[axis] = 2 * std::atan(std::exp(-rate[axis] * t) * std::tan(0.5 * x[axis]));
  }
  return X;
}
Vec3 waves(Vec3 X) {
  return {std::sin(2 * X.x + X.y), std::cos(X.y - 2 * X.z), std::sin(X.x) * std::cos(2 * X.z)};
}

/// A body that turns and grows: linear, so that interpolation adds no error.
constexpr double growth = 0.3;
const Vec3 spin = {0.48, -0.6, 0.64};  // 1 rad/s

Vec3 turning_velocity(Vec3 x) { return growth * x + cross(spin, x); }
Vec3 turning_map(Vec3 x, double t) { return std::exp(-growth * t) * (rotation(spin, -t) * x); }
Vec3 linear(Vec3 X) {
  return Vec3{0.3, -1, 2} + Vec3{dot({1, -2, 0.5}, X), dot({-0.7, 0.4, 3}, X), dot({2, 1, 1}, X)};
}

const Flow sines = {sine_velocity, sine_map, waves};
const Flow turning = {turning_velocity, turning_map, linear};

/// A cube of cells^3 cells with edges of `edge`.
Fields block(Vec3 centre, double edge, int cells) {
  const int half = cells / 2;
  return box_of_nodes({-half, -half, -half}, {half, half, half}, {centre, edge / cells});
}

bool is_inner(const Fields& f, int node) {
  const Int3 at = f.state.window.to_grid(node);  // the block's centre is node 0
  const int most = (f.nodes().nx / 2 - window_margin) / 2;
  return std::abs(at.x) <= most && std::abs(at.y) <= most && std::abs(at.z) <= most;
}

/// One step from `field`; the result holds at the active nodes.
std::vector<Vec3> step(Fields& f, const Flow& flow, Carried what, double dt,
                       const std::vector<Vec3>& field) {
  const DeviceVector<Vec3> w(everywhere(f, flow.velocity)), from(field);
  advect(f.state.window, f.derived, f.grid, what, from.span(), w.span(), dt, {},
         f.work.vector1.span(), f.work.vector2.span());
  return f.work.vector2.to_host();
}

/// Largest error after `steps` steps, in the inner half of the block in each direction; all nodes
/// that are not active are set to the exact solution before each. What flows in from there would
/// otherwise be too good, and its end spoil the smoothness on which the order rests.
double error_after(Fields f, const Flow& flow, Carried what, double duration, int steps) {
  const double dt = duration / steps;
  const std::vector<int> active = f.derived.active.to_host();
  std::vector<Vec3> field = everywhere(f, [&](Vec3 x) { return exact(flow, what, x, 0); });
  for (int s = 0; s < steps; ++s) {
    const std::vector<Vec3> result = step(f, flow, what, dt, field);
    field = everywhere(f, [&](Vec3 x) { return exact(flow, what, x, (s + 1) * dt); });
    for (const int node : active) field[std::size_t(node)] = result[std::size_t(node)];
  }
  double worst = 0;
  for (const int node : active) {
    if (!is_inner(f, node)) continue;
    const Vec3 answer = exact(flow, what, f.position(node), duration);
    worst = std::fmax(worst, norm(field[std::size_t(node)] - answer));
  }
  return worst;
}

constexpr Carried both[] = {Carried::velocity, Carried::displacement};

/// Halving h and dt together: MacCormack's correction removes the error h^2/dt of interpolation, of
/// which there are 1/dt steps, so that h^2 is left, and traces are wrong by dt^3 a step: order 2.
/// Without the correction it is 1.
TEST(Advection, IsOfSecondOrderInSpaceAndTime) {
  for (const Carried what : both) {
    double coarse = 0;
    for (const int cells : {12, 24, 48}) {
      const double error = error_after(block({1, 0.8, 1.2}, 1, cells), sines, what, 0.2, cells / 4);
      if (coarse > 0) {
        EXPECT_GT(std::log2(coarse / error), 1.9) << cells << " cells";
      }
      coarse = error;
    }
  }
}

/// Halving dt alone, where nothing depends on h: traces are wrong by dt^3 a step, so order 2.
/// Catches a middle on the wrong side in one of the two traces, which is of order 1; where both
/// start from the node's own velocity, the correction cancels their errors, and only the exact
/// fields below tell.
TEST(Advection, IsOfSecondOrderInTime) {
  for (const Carried what : both) {
    double coarse = 0;
    for (const int steps : {8, 16, 32}) {
      const double error = error_after(block({0, 0, 0}, 1, 8), turning, what, 0.4, steps);
      if (coarse > 0) {
        EXPECT_GT(std::log2(coarse / error), 1.9) << steps << " steps";
      }
      coarse = error;
    }
  }
}

/// In a linear flow v = A x traces end at B x = x - dt A x + (dt A)^2 x/2 going back and at F x
/// going ahead, and trilinear interpolation of linear fields is exact: X = B x + (x - B F x)/2.
TEST(Advection, IsExactForLinearFieldsUpToTheTraces) {
  const double dt = 0.11;
  const auto end = [](Vec3 x, double way) {
    const Vec3 first = turning_velocity(x);
    return x + way * first + (0.5 * way * way) * turning_velocity(first);
  };
  Fields f = block({0, 0, 0}, 1, 8);
  for (const Carried what : both) {
    const std::vector<Vec3> field =
        everywhere(f, [&](Vec3 x) { return exact(turning, what, x, 0); });
    const std::vector<Vec3> result = step(f, turning, what, dt, field);
    for (const int node : f.derived.active.to_host()) {
      const Vec3 x = f.position(node);
      const Vec3 X = end(x, -dt) + 0.5 * (x - end(end(x, dt), -dt));
      const Vec3 answer = what == Carried::displacement ? x - X : linear(X);
      // Rounding of some ten operations on values up to 5.
      EXPECT_LT(norm(result[std::size_t(node)] - answer), 1e-14);
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
