#include "grid/quadrature/kinks.h"

#include <gtest/gtest.h>

#include "tests/grid/fields.h"

/// Where grad X jumps from cell to cell the map resists, by forces that are the derivative of an
/// energy, and have neither sum nor moment.

namespace eulersolid::test {
namespace {

constexpr double h = 0.1;
const GridSpec grid{{0.03, -0.02, 0.01}, h};

/// A block of active nodes with the map x - u(x); all whole but those at its lower face.
template <class Displacement>
Fields block(Displacement u) {
  Fields f = box_of_nodes({-4, -4, -4}, {4, 4, 4}, grid);
  f.state.u.assign(everywhere(f, u));
  const NodeBox node_box = f.state.node_box;
  std::vector<double> mass(std::size_t(node_box.nodes.count()), 0.0);
  for (const int n : f.derived.active.to_host()) {
    mass[std::size_t(n)] = soft.density * h * h * h * (node_box.to_grid(n).z == -4 ? 0.4 : 1);
  }
  f.state.mass.assign(mass);
  return f;
}

Kinks resist(Fields& f) {
  f.state.force.resize_zero(f.state.u.size());
  return resist_kinks(f.state, f.derived, f.work, grid, soft);
}

Vec3 wild(Vec3 x) {
  return 0.4 * h *
         Vec3{std::sin(20 * x.x + 13 * x.y), std::cos(17 * x.y - 22 * x.z),
              std::sin(25 * x.x * x.z)};
}

/// Sheared, and folded along the plane of the node 0: grad X changes by 0.9 there, and by nothing
/// elsewhere.
Vec3 folded(Vec3 x) {
  const double beyond = std::fabs(x.x - grid.origin.x);
  return Vec3{-0.1 * x.x + 0.2 * x.y, 0.1 * x.z, 0.15 * x.x} + beyond * Vec3{0.27, 0, 0.36};
}

TEST(Kinks, AreNoneWhereGradXChangesLittle) {
  Fields f = block(folded);
  EXPECT_GT(resist(f).energy, 0);
  Fields smooth = block([](Vec3 x) {
    return Vec3{2.4 * x.x * x.x, 0.5 * x.x - 2.4 * x.y * x.z, 0};  // changes by 4.8 h = 0.48
  });
  const Kinks kinks = resist(smooth);
  EXPECT_EQ(kinks.energy, 0);
  EXPECT_EQ(kinks.speed2, 0);
  for (const Vec3 force : smooth.state.force.to_host()) EXPECT_EQ(norm(force), 0);
}

/// 81 nodes of the plane, 9 of them with 0.4 of the mass, of which each has the energy of 0.9.
TEST(Kinks, HoldTheEnergyOfTheirSecondGradients) {
  Fields f = block(folded);
  const Moduli m = small_strain(soft.law);
  const double modulus = grid.numerics.kink_stiffness * (m.lambda + 2 * m.mu);
  const double beyond = 0.9 - grid.numerics.kink_start;
  const double expected = (72 + 9 * 0.4) * modulus * h * h * h * 0.5 * beyond * beyond;
  EXPECT_NEAR(resist(f).energy, expected, 1e-9 * expected);  // rounding of 1e-15 / 0.4
}

/// Along any motion v of the nodes, X changes by -grad X v and the energy by -sum f . v. grad X is
/// the same at all nodes of the fold, so that nothing but the differences' error is left: of second
/// order in a change of 1e-5 of what there is.
TEST(Kinks, PushByTheDerivativeOfTheirEnergy) {
  Fields f = block(folded);
  resist(f);
  const std::vector<Vec3> force = f.state.force.to_host(), u = f.state.u.to_host();
  const Vec3 rows[3] = {{1.1, -0.2, 0}, {0, 1, -0.1}, {-0.15, 0, 1}};  // grad X = 1 - grad u
  const double reach = 1e-6 * h;
  double power = 0, change = 0;
  for (const double sign : {1.0, -1.0}) {
    std::vector<Vec3> moved = u;
    for (std::size_t n = 0; n < u.size(); ++n) {
      const Vec3 v = (1 / h) * wild(f.position(Index(n)));
      if (sign > 0) power += dot(force[n], v);
      moved[n] += sign * reach * Vec3{dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
    }
    Fields there = block(folded);
    there.state.u.assign(moved);
    change += sign * resist(there).energy / (2 * reach);
  }
  EXPECT_GT(std::fabs(power), 1);
  EXPECT_NEAR(change, -power, 1e-7 * std::fabs(power));
}

TEST(Kinks, PushWithNeitherSumNorMoment) {
  Fields f = block(wild);
  EXPECT_GT(resist(f).energy, 0);
  const std::vector<Vec3> force = f.state.force.to_host();
  Vec3 sum, moment;
  double lengths = 0;
  for (std::size_t n = 0; n < force.size(); ++n) {
    sum += force[n], lengths += norm(force[n]);
    moment += cross(f.position(Index(n)), force[n]);
  }
  EXPECT_GT(lengths, 1);
  EXPECT_LT(norm(sum), 1e-13 * lengths);
  EXPECT_LT(norm(moment), 1e-13 * lengths);  // arms are 0.5 m at most
}

/// What a step may be follows from it. A fold alone has 6 a c^2/h^2, of the pattern (1, -2, 1) of
/// nodes, and at most 8 by the sum of its row, 4 times the squared speed; folds in each plane of
/// nodes have 16.
TEST(Kinks, AreAsStiffAsTheySay) {
  Fields f = block([](Vec3 x) { return 0.9 * std::fabs(x.x - grid.origin.x) * Vec3{0, 0.6, 0.8}; });
  const Moduli m = small_strain(soft.law);
  const double alone = 2 * grid.numerics.kink_stiffness * (m.lambda + 2 * m.mu) / soft.density;
  EXPECT_NEAR(resist(f).speed2, alone, 1e-12 * alone);
  Fields folds = block([](Vec3 x) {
    const double place = (x.x - grid.origin.x) / h, way = place - 2 * std::floor(0.5 * place);
    return 0.3 * h * std::fabs(way - 1) * Vec3{0, 0.6, 0.8};
  });
  EXPECT_NEAR(resist(folds).speed2, 2 * alone, 1e-12 * alone);
}

}  // namespace
}  // namespace eulersolid::test
