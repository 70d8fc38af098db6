#include <gtest/gtest.h>

#include <bitset>

#include "grid/quadrature/cell_force.h"
#include "grid/trilinear.h"
#include "tests/grid/materials/random_laws.h"

/// Forces of one cell against its energy.
///
/// Nodes stay where they are and the map moves through them, so the force of a node is no
/// derivative of the cell's energy by that node's displacement u. What it is: let the solid move by
/// a small dx(x) = S_N(x) d. Then F becomes (I + d (x) grad S_N) F, every octant's solid w moves
/// and swells with it, w det(A) (its volume at rest) stays, and the energy sum_q w_q det(A_q)
/// W(F_q) falls by f_N . d.

namespace eulersolid::test {
namespace {

constexpr double h = 0.1;

/// A cell of a deformed body, some of its octants empty.
struct Cell {
  Vec3 u[8], v[8];
  CellPoints points;

  Vec3 at(int q) const { return {points.at[0][q], points.at[1][q], points.at[2][q]}; }
};

/// Value and gradient of the shape function of corner n at point q.
double shape(const Cell& cell, int n, int q) {
  double S[8];
  trilinear::shape(cell.at(q), S);
  return S[n];
}

Vec3 shape_gradient(const Cell& cell, int n, int q) {
  double value[8] = {};
  value[n] = 1;
  return (1 / h) * trilinear::gradient(value, cell.at(q));
}

Mat3 gradient(const Cell& cell, const Vec3* f, int q) {
  Mat3 total;
  for (int n = 0; n < 8; ++n) total = total + outer(f[n], shape_gradient(cell, n, q));
  return total;
}

/// @param strain  size of grad u
/// @param middles  with the points in the middles of the octants, as in full cells
/// @param speed  of the corners [m/s]
Cell random_cell(RandomNumbers& random, double strain, bool middles, double speed = 0) {
  Cell cell;
  cell.points.at_middles = middles;
  for (int n = 0; n < 8; ++n) {
    cell.u[n] = random_vector(random, strain * h);
    cell.v[n] = random_vector(random, speed);
    cell.points.w[n] = n == 5 ? 0 : random.uniform(0.1, 1) * h * h * h / 8;
    for (int axis = 0; axis < 3; ++axis) {
      const double away = middles ? 0 : random.uniform(-0.25, 0.25);
      cell.points.at[axis][n] = octant_middle(n, axis) + away;
    }
  }
  return cell;
}

Mat3 map_gradient(const Cell& cell, int q) { return identity3() - gradient(cell, cell.u, q); }

/// Energy [J] after the solid has moved by S_N d: solid.averaged of the volumetric energy is taken
/// of the mean of ln J by volumes at rest.
template <class L>
double energy_after(const Solid<L>& solid, const Cell& cell, int node, Vec3 d) {
  double total = 0, volume = 0, log_J = 0;
  for (int q = 0; q < 8; ++q) {
    const Mat3 A = map_gradient(cell, q);
    const Mat3 F = (identity3() + outer(d, shape_gradient(cell, node, q))) * inverse(A);
    const double rest = cell.points.w[q] * determinant(A), own = std::log(determinant(F));
    volume += rest, log_J += rest * own;
    total += rest * (energy(solid.law, F) - solid.averaged * solid.law.volumetric(own).energy);
  }
  return total + solid.averaged * volume * solid.law.volumetric(log_J / volume).energy;
}

/// @param averaged  as in a material near 1/2 of Poisson's ratio
template <class L>
Solid<L> random_solid(RandomNumbers& random, double averaged, double viscosity = 0) {
  return {random_law<L>(random), 1000, viscosity, averaged};
}

template <class L>
CellState loads_of(const Solid<L>& solid, const Cell& cell, CellLoads& loads) {
  MassPoints points{cell.points, {}};
  return cell_loads(solid, cell.u, cell.v, GridSpec{{}, h}, valid_det, nullptr, {}, points, loads);
}

template <class L>
class CellForces : public testing::Test {
 protected:
  RandomNumbers random{1};
  CellLoads loads;
  double force_scale(const L& law) const { return stiffness(law) * h * h; }
  double energy_scale(const L& law) const { return stiffness(law) * h * h * h; }
};
TYPED_TEST_SUITE(CellForces, AllLaws);

TYPED_TEST(CellForces, AreTheFallOfEnergyAsTheSolidMoves) {
  for (int trial = 0; trial < 20; ++trial) {
    const auto solid = random_solid<TypeParam>(this->random, trial < 10 ? 0 : 0.1 * (trial - 9));
    const Cell cell = random_cell(this->random, 0.15, trial % 2 == 0);
    const CellState state = loads_of(solid, cell, this->loads);
    ASSERT_EQ(state.inverted, 0);
    EXPECT_NEAR(state.energy, energy_after(solid, cell, 0, {}),
                1e-12 * this->energy_scale(solid.law));
    for (int n = 0; n < 8; ++n) {
      for (int i = 0; i < 3; ++i) {
        const auto moved = [&](double t) {
          Vec3 d;
          d[i] = t * h;
          return energy_after(solid, cell, n, d);
        };
        EXPECT_NEAR(this->loads.force[n][i], -derivative(moved) / h,
                    1e-8 * this->force_scale(solid.law))
            << trial << ' ' << n << ' ' << i;
      }
    }
  }
}

/// By the displacements of nodes at fixed volumes w the energy has another derivative; the two
/// agree to first order in the strain, so halving it halves their difference.
TYPED_TEST(CellForces, AreTheDerivativeByNodalDisplacementsAtSmallStrain) {
  const auto solid = random_solid<TypeParam>(this->random, 0.9);
  const Cell unit = random_cell(this->random, 1, false);
  const auto difference = [&](double strain) {
    Cell cell = unit;
    for (Vec3& u : cell.u) u = strain * u;
    loads_of(solid, cell, this->loads);
    double most = 0, largest = 0;
    for (int n = 0; n < 8; ++n) {
      const double slope = derivative(
          [&](double t) {
            Cell moved = cell;
            moved.u[n].y += t * h;
            CellLoads unused;
            return loads_of(solid, moved, unused).energy;
          },
          0.1 * strain);
      most = std::fmax(most, std::fabs(this->loads.force[n].y + slope / h));
      largest = std::fmax(largest, std::fabs(this->loads.force[n].y));
    }
    return most / largest;
  };
  const double coarse = difference(2e-3), fine = difference(1e-3);
  EXPECT_LT(coarse, 0.05);
  EXPECT_NEAR(coarse / fine, 2, 0.1);
}

/// Total force and torque vanish: weights of the nodes sum to one, and the stress is symmetric.
TYPED_TEST(CellForces, HaveNeitherSumNorTorque) {
  for (int trial = 0; trial < 50; ++trial) {
    const auto solid = random_solid<TypeParam>(this->random, trial < 25 ? 0 : 0.9, 1e-3);
    loads_of(solid, random_cell(this->random, 0.15, trial % 2 == 0, 1), this->loads);
    Vec3 total, torque;
    double most = 0;
    for (int n = 0; n < 8; ++n) {
      const Vec3 x{h * (n & 1), h * ((n >> 1) & 1), h * (n >> 2)};
      total += this->loads.force[n], torque += cross(x, this->loads.force[n]);
      most = std::fmax(most, norm(this->loads.force[n]));
    }
    EXPECT_LT(norm(total), 1e-14 * 8 * most);
    EXPECT_LT(norm(torque), 1e-14 * 8 * h * most);
  }
}

/// Virtual work: forces do the work that stresses do on grad v; the viscous part is what the cell
/// says it dissipates, that of shocks included.
TYPED_TEST(CellForces, OfViscosityTakeThePowerThatIsReported) {
  for (int trial = 0; trial < 8; ++trial) {
    const auto solid =
        random_solid<TypeParam>(this->random, trial % 4 < 2 ? 0 : 0.9, trial < 4 ? 1e-2 : 0);
    const Cell cell = random_cell(this->random, 0.15, trial % 2 == 0, 1);
    Cell resting = cell;
    for (Vec3& v : resting.v) v = {};
    CellLoads elastic;
    loads_of(solid, resting, elastic);
    const double power = loads_of(solid, cell, this->loads).viscous_power;
    double work = 0;
    for (int n = 0; n < 8; ++n) work += dot(this->loads.force[n] - elastic.force[n], cell.v[n]);
    EXPECT_GE(power, 0);
    // Of forces that are far larger than their viscous part where only a shock makes it.
    EXPECT_NEAR(-work, power, 1e-12 * (power + this->force_scale(solid.law)));
  }
}

/// Of a material without viscosity all that is dissipated is artificial; with one as much is.
TYPED_TEST(CellForces, OfShocksAndHourglassesAreToldFromTheMaterials) {
  for (int trial = 0; trial < 4; ++trial) {
    auto solid = random_solid<TypeParam>(this->random, 0, 0.1);
    const Cell cell = random_cell(this->random, 0.15, trial % 2 == 0, 1);
    const CellState both = loads_of(solid, cell, this->loads);
    solid.viscosity = 0;
    const CellState alone = loads_of(solid, cell, this->loads);
    EXPECT_GT(alone.artificial_power, 0);
    EXPECT_NEAR(alone.artificial_power, alone.viscous_power, 1e-12 * alone.viscous_power);
    EXPECT_NEAR(both.artificial_power, alone.viscous_power, 1e-9 * alone.viscous_power);
    EXPECT_GT(both.viscous_power, 1.01 * both.artificial_power);
  }
}

/// A cell that shrinks evenly takes power with the cube of its rate, one that grows none.
TYPED_TEST(CellForces, OfShocksAreOfSecondOrder) {
  const auto solid = random_solid<TypeParam>(this->random, 0);
  Cell cell = random_cell(this->random, 0, true);
  const auto power = [&](double rate) {
    for (int n = 0; n < 8; ++n) {
      const Int3 at = trilinear::corner(n);
      cell.v[n] = (rate * h) * Vec3{double(at.x), double(at.y), double(at.z)};
    }
    return loads_of(solid, cell, this->loads).viscous_power;
  };
  const double once = power(-1);
  EXPECT_GT(once, 0);
  EXPECT_NEAR(power(-3) / once, 27, 1e-9);  // rounding
  EXPECT_EQ(power(1), 0);
}

/// A pattern of +1 and -1 that no linear field has is damped with the cube of its velocity while
/// that is below 0.03 c, with the square above; linear fields are not, nor is what they add to.
TYPED_TEST(CellForces, OfHourglassesGrowAndLeaveLinearFieldsAlone) {
  const auto solid = random_solid<TypeParam>(this->random, 0);
  const Moduli moduli = solid.law.small_strain();
  const double c = std::sqrt((moduli.lambda + 2 * moduli.mu) / solid.density);
  Cell cell = random_cell(this->random, 0, true);
  const auto power = [&](double pattern, double spin) {
    for (int n = 0; n < 8; ++n) {
      const Vec3 x = Vec3{double(n & 1), double((n >> 1) & 1), double(n >> 2)} - Vec3{.5, .5, .5};
      const double yz = 4 * x.y * x.z;
      cell.v[n] = {pattern * c * yz, 0, 0};
      cell.v[n] += spin * c * Vec3{-x.y, x.x, 0};  // no volume changes: no shock
    }
    return loads_of(solid, cell, this->loads).viscous_power;
  };
  const double once = power(1e-3, 0);
  EXPECT_GT(once, 0);
  EXPECT_NEAR(power(2e-3, 0) / once, 16, 1e-9);  // rounding
  EXPECT_NEAR(power(0.2, 0) / power(0.1, 0), 8, 1e-9);
  EXPECT_NEAR(power(1e-3, 0.1) / once, 1, 1e-6);  // rounding of 0.1 beside 1e-3, squared
  EXPECT_LT(power(0, 0.1), 1e-20 * power(0.1, 0));
}

/// The nodes hold what the solid weighed at rest, with its centre of mass.
TYPED_TEST(CellForces, ComeWithTheMassOfTheSolid) {
  for (int trial = 0; trial < 4; ++trial) {
    const auto solid = random_solid<TypeParam>(this->random, 0);
    const Cell cell = random_cell(this->random, 0.15, trial % 2 == 0);
    const CellState state = loads_of(solid, cell, this->loads);
    double volume = 0;
    for (int q = 0; q < 8; ++q) volume += cell.points.w[q];
    EXPECT_NEAR(state.volume, volume, 1e-15 * volume);
    for (int n = 0; n < 8; ++n) {
      double expected = 0;
      for (int q = 0; q < 8; ++q) {
        expected +=
            1000 * determinant(map_gradient(cell, q)) * cell.points.w[q] * shape(cell, n, q);
      }
      EXPECT_NEAR(this->loads.mass[n], expected, 1e-13 * expected);
    }
  }
}

/// An octant without solid may have any map, not-a-number too; one that is inverted is left out and
/// counted.
TYPED_TEST(CellForces, IgnoreEmptyOctantsAndLeaveOutInvertedOnes) {
  const auto solid = random_solid<TypeParam>(this->random, 0.9);
  Cell cell = random_cell(this->random, 0.1, true);
  for (Vec3& u : cell.u) u = 40 * u;
  for (double& w : cell.points.w) w = h * h * h / 8;
  const CellState inverted = loads_of(solid, cell, this->loads);
  EXPECT_GT(inverted.inverted, 0);
  const int octants = int(std::bitset<8>(inverted.inverted).count());
  EXPECT_NEAR(inverted.left_out + inverted.volume, h * h * h, 1e-15 * h * h * h);
  EXPECT_NEAR(inverted.left_out, octants * h * h * h / 8, 1e-15 * h * h * h);
  for (const Vec3& f : this->loads.force) EXPECT_TRUE(std::isfinite(norm(f)));
  for (Vec3& u : cell.u) u = {NAN, NAN, NAN};
  for (double& w : cell.points.w) w = 0;
  const CellState empty = loads_of(solid, cell, this->loads);
  EXPECT_EQ(empty.energy, 0);
  EXPECT_EQ(empty.speed2, 0);
  for (const Vec3& f : this->loads.force) EXPECT_EQ(norm(f), 0);
}

}  // namespace
}  // namespace eulersolid::test
