#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "grid/motion/cubic.h"
#include "grid/motion/transport.h"
#include "tests/grid/fields.h"

/// Transport on a block of active nodes whose surroundings are exact. Without forces particles keep
/// their velocities, x = X + t V(X): the leapfrog of each has no error in time, so that what is
/// left is interpolation and the search for departure points.

namespace eulersolid::test {
namespace {

using Field = Vec3 (*)(Vec3 X);

/// Where the particle at x was at time 0: the contraction X = x - t V(X), t |grad V| < 1/4 here.
Vec3 origin_of(Field V, Vec3 x, double t) {
  Vec3 X = x;
  for (int round = 0; round < 20; ++round) X = x - t * V(X);
  return X;
}

struct Advected {
  std::vector<Vec3> u, v;
};

Advected exact(const Fields& f, Field V, double t) {
  return {everywhere(f, [&](Vec3 x) { return x - origin_of(V, x, t); }),
          everywhere(f, [&](Vec3 x) { return V(origin_of(V, x, t)); })};
}

Vec3 waves(Vec3 X) {
  return {0.3 + 0.4 * std::sin(2 * X.x + X.y), 0.4 * std::cos(X.y - 2 * X.z),
          0.3 * std::sin(X.x) * std::cos(2 * X.z)};
}

/// A cube of cells^3 cells with edges of `edge`.
Fields block(Vec3 centre, double edge, int cells) {
  const int half = cells / 2;
  return box_of_nodes({-half, -half, -half}, {half, half, half}, {centre, edge / cells});
}

bool is_inner(const Fields& f, int node) {
  const Int3 at = f.state.node_box.to_grid(node);  // the block's centre is node 0
  const int most = (f.nodes().nx / 2 - node_box_margin) / 2;
  return std::abs(at.x) <= most && std::abs(at.y) <= most && std::abs(at.z) <= most;
}

/// One step; the result holds at the active nodes and in layer 1.
Advected step(Fields& f, double dt, const Advected& from) {
  f.state.u.assign(from.u), f.state.v.assign(from.v);
  const Span<Vec3> v = f.work.vector2.span(), traced = f.work.vector3.span();
  advect_velocity(f.state, f.derived, f.grid, dt, traced, v);
  advect_map(f.state, f.derived, f.grid, dt, v, traced, f.work.vector1.span());
  return {f.work.vector1.to_host(), f.work.vector2.to_host()};
}

/// Largest errors of u over the duration, and of v, after `steps` steps, in the inner half of the
/// block in each direction; all nodes that are not active are set to the exact solution before
/// each. What flows in from there would otherwise be too good, and its end spoil the smoothness on
/// which the order rests.
double error_after(Fields f, Field V, double duration, int steps) {
  const double dt = duration / steps;
  const std::vector<int> active = f.derived.active.to_host();
  Advected field = exact(f, V, 0);
  for (int s = 0; s < steps; ++s) {
    const Advected result = step(f, dt, field);
    field = exact(f, V, (s + 1) * dt);
    for (const int node : active) {
      field.u[std::size_t(node)] = result.u[std::size_t(node)];
      field.v[std::size_t(node)] = result.v[std::size_t(node)];
    }
  }
  const Advected answer = exact(f, V, duration);
  double worst = 0;
  for (const int node : active) {
    if (!is_inner(f, node)) continue;
    const std::size_t n = std::size_t(node);
    worst = std::fmax(worst, norm(field.u[n] - answer.u[n]) / duration);
    worst = std::fmax(worst, norm(field.v[n] - answer.v[n]));
  }
  return worst;
}

/// Halving h and dt together: velocities on the way to the departure points are interpolated
/// linearly, which puts those off by dt h^2 in each of 1/dt steps: order 2. All else is of order 3.
TEST(Transport, IsOfSecondOrder) {
  double coarse = 0;
  for (const int cells : {8, 16, 32}) {
    const double error = error_after(block({1, 0.8, 1.2}, 1, cells), waves, 0.2, cells / 4);
    if (coarse > 0) {
      EXPECT_GT(std::log2(coarse / error), 1.9) << cells << " cells";
    }
    coarse = error;
  }
}

/// Velocities that turn and grow, v = A x: linear, so that interpolation adds no error. With
/// a = dt A the search for departure points ends at the series v^ = (a - a^2 + a^3 - a^4) x / dt of
/// the exact (1 + a)^-1 a x / dt, and the correction makes it v^ + a^5/2 x / dt; the map likewise,
/// but beside layer 2, which is not corrected.
TEST(Transport, IsExactForLinearFieldsUpToTheDeparturePoints) {
  const Mat3 A = {{{0.3, -0.64, -0.6}, {0.64, 0.3, -0.48}, {0.6, 0.48, 0.3}}};
  const double dt = 0.11;
  const auto a = [&](Vec3 x) { return dt * (A * x); };
  const auto way = [&](Vec3 x) {  // dt v_new
    const Vec3 a1 = a(x), a2 = a(a1), a3 = a(a2), a4 = a(a3), a5 = a(a4);
    return a1 - a2 + a3 - a4 + 0.5 * a5;
  };
  Fields f = block({0, 0, 0}, 1, 8);
  const auto start = [](Vec3 x) { return 0.5 * x; };  // u, of X = x/2
  const Advected result =
      step(f, dt, {everywhere(f, start), everywhere(f, [&](Vec3 x) { return A * x; })});
  for (const int node : f.derived.active.to_host()) {
    if (!is_inner(f, node)) continue;
    const Vec3 x = f.position(node), ahead = x + a(x);
    const auto traced = [&](Vec3 y) { return y - 0.5 * (y - way(y)); };  // u^ = x - X^
    const Vec3 u = traced(x) + 0.5 * (start(x) - (traced(ahead) - a(x)));
    // Rounding of some hundred operations on values up to 1.
    EXPECT_LT(norm(result.v[std::size_t(node)] - (1 / dt) * way(x)), 1e-13);
    EXPECT_LT(norm(result.u[std::size_t(node)] - u), 1e-13);
  }
}

/// The factor by which a step at the Courant number nu multiplies a plane wave of `length` cells:
/// from the advected field, at 48 nodes along x.
struct Amplification {
  std::complex<double> of_u, of_v;
};

Amplification amplification(Fields& f, int length, double nu) {
  const double k = 2 * M_PI / length, small = 1e-9, speed = 1, resolved = 0.1 * f.grid.h;
  const auto wave = [&](Vec3 x) { return std::sin(k * x.x / f.grid.h); };
  const Advected before = {everywhere(f,
                                      [&](Vec3 x) {
                                        return Vec3{0, resolved * wave(x), 0};
                                      }),
                           everywhere(f, [&](Vec3 x) {
                             return Vec3{speed, small * wave(x), 0};
                           })};
  const double dt = nu * f.grid.h / speed;
  const Advected after = step(f, dt, before);
  Amplification factor;
  std::complex<double> norm;
  for (int i = -24; i < 24; ++i) {
    const std::size_t n = std::size_t(f.state.node_box.index({i, 0, 0}));
    const std::complex<double> phase = std::polar(1.0, -k * i);
    factor.of_v += phase * (resolved / small) * after.v[n].y;
    factor.of_u += phase * (after.u[n].y - dt * after.v[n].y);  // X alone
    norm += phase * before.u[n].y;
  }
  return {factor.of_u / norm, factor.of_v / norm};
}

/// X that alternates from node to node by more than cells resolve, and is advected along with a
/// uniform velocity: it is interpolated and not corrected, which takes of it what interpolation
/// does, f for the alternating one; corrected it would keep f + (1 - f^2) / 2. In between it keeps
/// what half a correction does.
TEST(Transport, CorrectsTheMapOnlyWhereItIsResolved) {
  Fields f = box_of_nodes({-8, -4, -4}, {8, 4, 4}, {{0, 0, 0}, 0.1});
  const double nu = 0.3, h = f.grid.h, speed = 1;
  double w[4];
  cubic::weights(1 - nu, w);  // from the node before the last
  const double kept = -(w[1] - w[2] + w[3] - w[0]);
  for (const double height : {0.3, 0.1875, 0.1}) {  // the second difference is 4 times that
    const auto zigzag = [&](Vec3 x) {
      return std::lround(x.x / h) % 2 == 0 ? height * h : -height * h;
    };
    const Advected before = {everywhere(f,
                                        [&](Vec3 x) {
                                          return Vec3{0, zigzag(x), 0};
                                        }),
                             everywhere(f, [&](Vec3) {
                               return Vec3{speed, 0, 0};
                             })};
    const Advected after = step(f, nu * h / speed, before);
    const double part = std::clamp(2 - 8 * height, 0.0, 1.0);
    const double expected = kept + part * (1 - kept * kept) / 2;
    for (int i = -4; i <= 4; ++i) {
      const std::size_t n = std::size_t(f.state.node_box.index({i, 0, 0}));
      // Rounding of some hundred operations.
      EXPECT_NEAR(after.u[n].y / before.u[n].y, expected, 1e-12) << height << " at " << i;
    }
  }
}

/// By the linear analysis of docs/theory.md a wave's step is the leapfrog's, whose eigenvalues have
/// modulus 1, times the factor of the interpolation, if it is the same for u and v. So waves of any
/// length that fly at any speed grow nowhere, and one of 16 cells loses less than 5e-5 a step
/// (1.7e-5; trilinear MacCormack 7e-4, cubic without the correction 5e-4).
TEST(Transport, AmplifiesNoWaveAndDampsLongOnesLittle) {
  Fields f = box_of_nodes({-30, -4, -4}, {30, 4, 4}, {{0, 0, 0}, 0.1});
  for (const int length : {3, 4, 6, 8, 12, 16, 24, 48}) {
    for (double nu = 0.1; nu < 1; nu += 0.1) {
      const Amplification q = amplification(f, length, nu);
      EXPECT_LT(std::abs(q.of_u), 1 + 1e-12) << length << " cells, nu = " << nu;
      EXPECT_LT(std::abs(q.of_u - q.of_v), 1e-6) << length << " cells, nu = " << nu;
      if (length == 16) {
        EXPECT_GT(std::abs(q.of_u), 1 - 5e-5) << nu;
      }
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
