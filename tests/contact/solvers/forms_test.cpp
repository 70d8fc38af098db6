#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/problems/random_numbers.h"
#include "contact/solvers/delassus_product.h"
#include "contact/solvers/friction/friction_box.h"
#include "contact/solvers/impulse_map.h"
#include "contact/solvers/impulse_response.h"
#include "contact/solvers/projection_hessians.h"
#include "grid/rigid/rigid_bodies.h"
#include "kernels/band/packed_band.h"
#include "tests/contact/assemble/assembly.h"
#include "tests/contact/solvers/small_problems.h"

using namespace eulersolid;

/// The forms of the operator against each other, and the Hessians made of them by definition.

namespace {

/// Of two balls, of which one may be rigid, or both, and then linked with each other.
struct Collision {
  enum class Rigid { none, one, linked };

  TwoBalls balls;
  RigidBodies rigid;
  Rigid which;
  Assembly assembly;

  explicit Collision(Rigid kind = Rigid::none)
      : rigid(kind == Rigid::none ? RigidBodies() : rigid_balls(kind)),
        which(kind),
        assembly(balls.grid, {seen(balls.a.view(), 0), seen(balls.b.view(), 1)}, {}, 0.5,
                 {rigid.before(), rigid.velocity(), 1}) {}

  static RigidBodies rigid_balls(Rigid kind) {
    std::vector<RigidSetup> setups{
        {300, diagonal(20, 30, 40), {0, 0, 0}, {0.3, 0.1, 0}, {1, 2, 3}}};
    std::vector<JointSetup> joints;
    if (kind == Rigid::linked) {
      setups.push_back({500, diagonal(50, 35, 40), {0.6, 0.48, 0.2}, {-1, -0.5, 0.2}, {}});
      joints.push_back({JointKind::hinge, 0, 1, {0.3, -0.3, 0.1}, {1, 2, 0.5}});
    }
    RigidBodies rigid(setups, joints);
    rigid.kick(0.01, {0, 0, -9.81}, std::vector<JointAction>(joints.size()));
    return rigid;
  }
  BodyView seen(BodyView view, std::size_t number) const {
    if (number >= rigid.size()) return view;
    view.rigid = rigid.view(number), view.active = view.active.part(0, 0);
    return view;
  }

  ProblemView problem = assembly.problem(0.04);
  DeviceBlockMatrix blocks{blocks_of_gram(assembly.gram, problem.frames, problem.compliance)};

  ProblemView by_blocks() const {
    ProblemView result = problem;
    result.global.reset(), result.gram.reset();
    result.blocks = blocks.rows();
    return result;
  }
  ProblemView by_gram() const {
    ProblemView result = problem;
    result.global.reset();
    return result;
  }
  Index contacts() const { return problem.contacts(); }
};

HostBand on_host(const BandedMatrix& H) {
  HostBand host;
  PackedBand().pack(H, host);
  return host;
}

DeviceVector<Vec3> random_impulses(Index count, unsigned seed) {
  RandomNumbers random(seed);
  const auto number = [&] { return random.uniform(-1, 1); };
  std::vector<Vec3> P;
  for (Index c = 0; c < count; ++c) P.push_back({number(), number(), number()});
  return DeviceVector<Vec3>(P);
}

/// What the sums of a few hundred products may lose, relative to their largest.
constexpr double rounding = 1e-13;
/// Entries are below 5 1/kg, and a few products of them are added.
constexpr double entry_rounding = 5e-15;

class OperatorForms : public testing::TestWithParam<Collision::Rigid> {};
class ProjectionHessiansOf : public testing::TestWithParam<Collision::Rigid> {};

}  // namespace

/// Catches blocks in the wrong place or in the wrong axes, a profile that is read one-sided, and
/// what contacts give by along their normals where a form leaves it out.
TEST_P(OperatorForms, MoveContactsAlike) {
  const Collision collision(GetParam());
  const DeviceVector<Vec3> P = random_impulses(collision.contacts(), 5);
  const std::vector<double> compliance = to_host(collision.problem.compliance);
  EXPECT_GT(*std::max_element(compliance.begin(), compliance.end()), 0);
  std::vector<std::vector<Vec3>> moved;
  for (const ProblemView& problem :
       {collision.problem, collision.by_gram(), collision.by_blocks()}) {
    DeviceVector<Vec3> du(collision.contacts());
    ImpulseResponse response;
    response.take(problem, P.span());
    response.relative_velocity(problem, du.span());
    moved.push_back(du.to_host());
  }
  double scale = 0;
  for (const Vec3& v : moved[0]) scale = std::fmax(scale, norm(v));
  ASSERT_GT(scale, 0);
  for (std::size_t c = 0; c < moved[0].size(); ++c) {
    EXPECT_LE(norm(moved[1][c] - moved[0][c]), rounding * scale);
    EXPECT_LE(norm(moved[2][c] - moved[0][c]), rounding * scale);
  }
}

/// The kinetic metric is the same in velocities of nodes and in impulses at contacts.
TEST_P(OperatorForms, MeasureImpulsesAlike) {
  const Collision collision(GetParam());
  const DeviceVector<Vec3> P = random_impulses(collision.contacts(), 6),
                           Q = random_impulses(collision.contacts(), 7);
  std::vector<double> norms, distances;
  for (const ProblemView& problem :
       {collision.problem, collision.by_gram(), collision.by_blocks()}) {
    ImpulseResponse one, two;
    one.take(problem, P.span()), two.take(problem, Q.span());
    const KineticMetric metric = one.metric(problem, two);
    norms.push_back(metric.square), distances.push_back(metric.distance);
  }
  EXPECT_GT(norms[0], 0);
  EXPECT_NE(norms[0], distances[0]);
  for (const std::size_t form : {1u, 2u}) {
    EXPECT_NEAR(norms[form], norms[0], rounding * norms[0]);
    EXPECT_NEAR(distances[form], distances[0], rounding * distances[0]);
  }
}

/// W P with the matrix that was given, as numbers in rows.
TEST(DelassusBlocks, HoldADenseMatrixByItsContacts) {
  const KnownProblem known(5);
  const DeviceVector<Vec3> P = random_impulses(5, 9);
  DeviceVector<Vec3> du(5);
  multiply(known.blocks.rows(), known.frames.span(), P.span(), du.span());
  const std::vector<Vec3> p = P.to_host(), found = du.to_host();
  const auto axis = [&](std::size_t row) {
    const ContactFrame& f = known.frame[row / 3];
    return row % 3 == 0 ? f.normal : row % 3 == 1 ? f.tangent1 : f.tangent2;
  };
  for (std::size_t row = 0; row < 15; ++row) {
    double expected = 0;
    for (std::size_t column = 0; column < 15; ++column) {
      expected += known.W[row * 15 + column] * dot(axis(column), p[column / 3]);
    }
    EXPECT_NEAR(dot(axis(row), found[row / 3]), expected, 1e-13);
  }
}

/// n^T W n and ri^T W rj of every pair of contacts, from G by its definition, and of a rigid ball
/// by its mass and inertia; ri^T W rj of all contacts, then of two thirds of them.
TEST_P(ProjectionHessiansOf, AreWAlongTheirAxes) {
  const Collision collision(GetParam());
  ProjectionHessians from_gram, from_blocks;
  from_gram.build(collision.problem);
  from_blocks.build(collision.by_blocks());
  // Boxes turned by another angle at each contact, then with curvature.
  const auto frames = to_host(collision.problem.frames);
  std::vector<FrictionBox> box;
  for (std::size_t c = 0; c < frames.size(); ++c) {
    const double angle = 0.7 * double(c);
    box.push_back(box_around_disc(
        frames[c], std::cos(angle) * frames[c].tangent1 + std::sin(angle) * frames[c].tangent2,
        0.01 * double(c)));
  }
  const DeviceVector<FrictionBox> boxes(box);
  std::vector<double> radius(frames.size(), 1);
  LoadedContacts of_gram, of_blocks;
  // The second must not add to the first, and the third has fewer contacts.
  const auto turn = [&] {
    const DeviceVector<double> radii(radius);
    of_gram.choose(from_gram.order(), radii.span());
    of_blocks.choose(from_blocks.order(), radii.span());
    from_gram.choose(of_gram.view()), from_blocks.choose(of_blocks.view());
    from_gram.turn(collision.problem, boxes.span());
    from_blocks.turn(collision.by_blocks(), boxes.span());
  };
  turn(), turn();
  const auto rank = to_host(collision.assembly.order.rank);
  const auto first = to_host(collision.assembly.order.first_column);
  const auto start = to_host(collision.assembly.gram.row_start);
  const auto g = to_host(collision.assembly.gram.values);
  const auto compliance = to_host(collision.problem.compliance);
  const auto contacts = to_host(collision.assembly.set.contacts);
  const auto by_rigid = [&](std::size_t c, Vec3 a, std::size_t d, Vec3 b) {
    if (collision.which == Collision::Rigid::none) return 0.0;
    const Vec3 torque_a = cross(contacts[c].centroid, a), torque_b = cross(contacts[d].centroid, b);
    return dot(a, b) / 300 + torque_a.x * torque_b.x / 20 + torque_a.y * torque_b.y / 30 +
           torque_a.z * torque_b.z / 40;
  };
  const HostBand Hn = on_host(from_gram.normal()), Hf = on_host(from_gram.friction()),
                 Bn = on_host(from_blocks.normal()), Bf = on_host(from_blocks.friction());
  for (std::size_t c = 0; c < frames.size(); c += 3) radius[c] = 0;
  turn();
  const auto few = to_host(of_gram.view().order.rank), own = to_host(of_blocks.view().order.rank);
  const HostBand Hs = on_host(from_gram.friction()), Bs = on_host(from_blocks.friction());
  for (std::size_t c = 0; c < frames.size(); ++c) {
    EXPECT_EQ(few[c] < 0, c % 3 == 0);
    EXPECT_EQ(own[c] < 0, c % 3 == 0);
  }
  EXPECT_EQ(of_gram.view().order.order.size, Index(frames.size() - (frames.size() + 2) / 3));
  for (std::size_t c = 0; c < frames.size(); ++c) {
    for (std::size_t d = 0; d < frames.size(); ++d) {
      const int i = std::max(rank[c], rank[d]), j = std::min(rank[c], rank[d]);
      const int shift = j - first[std::size_t(i)];
      const double value = shift < 0 ? 0.0 : g[std::size_t(start[std::size_t(i)] + shift)];
      const double given = c == d ? compliance[c] : 0.0;
      const double normal = value * dot(frames[c].normal, frames[d].normal) + given +
                            by_rigid(c, frames[c].normal, d, frames[d].normal);
      const double bound = std::fmax(1e-15, entry_rounding * given);
      EXPECT_NEAR(Hn.symmetric(rank[c], rank[d]), normal, bound);
      EXPECT_NEAR(Bn.symmetric(int(c), int(d)), normal, bound);
      for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
          const double curvature = c == d && a == 1 && b == 1 ? box[c].curvature : 0.0;
          const double expected = value * dot(box[c].r[a], box[d].r[b]) + curvature +
                                  by_rigid(c, box[c].r[a], d, box[d].r[b]);
          EXPECT_NEAR(Hf.symmetric(2 * rank[c] + a, 2 * rank[d] + b), expected, entry_rounding);
          EXPECT_NEAR(Bf.symmetric(int(2 * c) + a, int(2 * d) + b), expected, entry_rounding);
          if (c % 3 == 0 || d % 3 == 0) continue;
          EXPECT_NEAR(Hs.symmetric(2 * few[c] + a, 2 * few[d] + b), expected, entry_rounding);
          EXPECT_NEAR(Bs.symmetric(2 * own[c] + a, 2 * own[d] + b), expected, entry_rounding);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, OperatorForms,
                         testing::Values(Collision::Rigid::none, Collision::Rigid::one,
                                         Collision::Rigid::linked));
INSTANTIATE_TEST_SUITE_P(Bodies, ProjectionHessiansOf,
                         testing::Values(Collision::Rigid::none, Collision::Rigid::one));
