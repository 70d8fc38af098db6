#include "grid/quadrature/cell_force.h"
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

/// Gradient of the shape function of corner n at the centre of octant q.
Vec3 shape_gradient(int n, int q) {
  double value[3], slope[3];
  for (int axis = 0; axis < 3; ++axis) {
    const bool high = (n >> axis) & 1;
    const double at = 0.25 + 0.5 * ((q >> axis) & 1);
    value[axis] = high ? at : 1 - at, slope[axis] = (high ? 1 : -1) / h;
  }
  return {slope[0] * value[1] * value[2], value[0] * slope[1] * value[2],
          value[0] * value[1] * slope[2]};
}

Mat3 gradient(const Vec3* f, int q) {
  Mat3 total;
  for (int n = 0; n < 8; ++n) total = total + outer(f[n], shape_gradient(n, q));
  return total;
}

/// A cell of a deformed body, some of its octants empty.
struct Cell {
  Vec3 u[8], v[8];
  double w[8];
};

/// @param strain  size of grad u
Cell random_cell(RandomNumbers& random, double strain) {
  Cell cell;
  for (int n = 0; n < 8; ++n) {
    cell.u[n] = random_vector(random, strain * h);
    cell.v[n] = random_vector(random);
    cell.w[n] = n == 5 ? 0 : random.uniform(0.1, 1) * h * h * h / 8;
  }
  return cell;
}

Mat3 map_gradient(const Cell& cell, int q) { return identity3() - gradient(cell.u, q); }

/// Energy [J] after the solid has moved by S_N d.
template <class L>
double energy_after(const L& law, const Cell& cell, int node, Vec3 d) {
  double total = 0;
  for (int q = 0; q < 8; ++q) {
    const Mat3 A = map_gradient(cell, q);
    const Mat3 F = (identity3() + outer(d, shape_gradient(node, q))) * inverse(A);
    total += cell.w[q] * determinant(A) * energy(law, F);
  }
  return total;
}

template <class L>
CellState loads_of(const Solid<L>& solid, const Cell& cell, CellLoads& loads) {
  return cell_loads(solid, cell.u, cell.v, cell.w, h, loads);
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
    const Solid<TypeParam> solid{random_law<TypeParam>(this->random), 1000, 0};
    const Cell cell = random_cell(this->random, 0.15);
    const CellState state = loads_of(solid, cell, this->loads);
    ASSERT_EQ(state.clamped, 0);
    EXPECT_NEAR(state.energy, energy_after(solid.law, cell, 0, {}),
                1e-12 * this->energy_scale(solid.law));
    for (int n = 0; n < 8; ++n) {
      for (int i = 0; i < 3; ++i) {
        const auto moved = [&](double t) {
          Vec3 d;
          d[i] = t * h;
          return energy_after(solid.law, cell, n, d);
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
  const Solid<TypeParam> solid{random_law<TypeParam>(this->random), 1000, 0};
  const Cell unit = random_cell(this->random, 1);
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
    const Solid<TypeParam> solid{random_law<TypeParam>(this->random), 1000, 1e-3};
    loads_of(solid, random_cell(this->random, 0.15), this->loads);
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
/// says it dissipates.
TYPED_TEST(CellForces, OfViscosityTakeThePowerThatIsReported) {
  const TypeParam law = random_law<TypeParam>(this->random);
  const Cell cell = random_cell(this->random, 0.15);
  CellLoads elastic;
  loads_of(Solid<TypeParam>{law, 1000, 0}, cell, elastic);
  const double power = loads_of(Solid<TypeParam>{law, 1000, 1e-2}, cell, this->loads).viscous_power;
  double work = 0;
  for (int n = 0; n < 8; ++n) work += dot(this->loads.force[n] - elastic.force[n], cell.v[n]);
  EXPECT_GT(power, 0);
  EXPECT_NEAR(-work, power, 1e-12 * power);
}

/// The nodes hold what the solid weighed at rest.
TYPED_TEST(CellForces, ComeWithTheMassOfTheSolid) {
  const Solid<TypeParam> solid{random_law<TypeParam>(this->random), 1000, 0};
  const Cell cell = random_cell(this->random, 0.15);
  const CellState state = loads_of(solid, cell, this->loads);
  double mass = 0, expected = 0, volume = 0;
  for (int n = 0; n < 8; ++n) mass += this->loads.mass[n], volume += cell.w[n];
  for (int q = 0; q < 8; ++q) expected += 1000 * determinant(map_gradient(cell, q)) * cell.w[q];
  EXPECT_NEAR(mass, expected, 1e-13 * expected);
  EXPECT_NEAR(state.volume, volume, 1e-15 * volume);
}

/// An octant without solid may have any map, not-a-number too; one that is tangled is clamped and
/// counted.
TYPED_TEST(CellForces, IgnoreEmptyOctantsAndClampTangledOnes) {
  const Solid<TypeParam> solid{random_law<TypeParam>(this->random), 1000, 0};
  Cell cell = random_cell(this->random, 0.1);
  for (Vec3& u : cell.u) u = 40 * u;
  for (double& w : cell.w) w = h * h * h / 8;
  const CellState tangled = loads_of(solid, cell, this->loads);
  EXPECT_GT(tangled.clamped, 0);
  for (const Vec3& f : this->loads.force) EXPECT_TRUE(std::isfinite(norm(f)));
  for (Vec3& u : cell.u) u = {NAN, NAN, NAN};
  for (double& w : cell.w) w = 0;
  const CellState empty = loads_of(solid, cell, this->loads);
  EXPECT_EQ(empty.energy, 0);
  EXPECT_EQ(empty.speed2, 0);
  for (const Vec3& f : this->loads.force) EXPECT_EQ(norm(f), 0);
}

}  // namespace
}  // namespace eulersolid::test
