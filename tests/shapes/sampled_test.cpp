#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "kernels/core/error.h"
#include "tests/shapes/shapes.h"

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

TEST(SampledDistance, IsExactForLinearFields) {
  const Cells samples{4, 5, 6};
  const Vec3 origin{1, -2, 0.5}, slope{0.3, -0.7, 0.5};
  const double spacing = 0.25;
  std::vector<double> values;
  const auto f = [&](Vec3 p) { return dot(slope, p) - 0.4; };
  for (Index s = 0; s < samples.count(); ++s) {
    const Int3 at = samples.coordinates(s);
    values.push_back(f(origin + spacing * Vec3{double(at.x), double(at.y), double(at.z)}));
  }
  const SampledDistance field{{values.data(), samples.count()}, samples, origin, spacing, {}};
  RandomPoints random(1, 0.5);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 r = random();
    const Vec3 p = origin + Vec3{0.75 * (r.x + 0.5), 1.0 * (r.y + 0.5), 1.25 * (r.z + 0.5)};
    EXPECT_NEAR(signed_distance(field, p), f(p), 2e-15);
  }
  for (const Vec3 corner : {origin, origin + Vec3{0.75, 1.0, 1.25}})
    EXPECT_NEAR(signed_distance(field, corner), f(corner), 1e-15);
}

double largest_error(const Shape& shape, double spacing, double band) {
  const DistanceSamples samples = sampled(shape, 1.6, spacing);
  RandomPoints random(2, 1.6);
  double worst = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec3 p = random();
    const double exact = signed_distance(shape, p);
    if (std::fabs(exact) > band) continue;
    worst = std::fmax(worst, std::fabs(signed_distance(samples.view(), p) - exact));
  }
  return worst;
}

/// The interpolation error spacing^2/8 (phi_xx + phi_yy + phi_zz), which is spacing^2/(4 r) at the
/// distance r from the centre of a ball.
TEST(SampledDistance, OfABallIsSecondOrder) {
  double before = 0;
  for (const double spacing : {0.1, 0.05, 0.025}) {
    const double error = largest_error(Shape::sphere(1), spacing, 0.5);
    EXPECT_LT(error, spacing * spacing / (4 * (0.5 - std::sqrt(3) * spacing)));
    EXPECT_GT(error, 0.3 * spacing * spacing);  // the bound is nearly met: it is no looser claim
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.5);
    }
    before = error;
  }
}

/// At edges the slope jumps: with weights w at the 8 samples around p at distances d, a function
/// that changes by no more than the way gone is off by at most sum w d <= sqrt(3)/2 spacing.
TEST(SampledDistance, OfABoxIsFirstOrderAtItsEdges) {
  for (const double spacing : {0.11, 0.055}) {
    const double error = largest_error(Shape::box({1, 1.3, 1.7}), spacing, 0.5);
    EXPECT_LT(error, 0.5 * std::sqrt(3) * spacing);
    EXPECT_GT(error, 0.1 * spacing);
  }
}

/// Each component of the interpolant's gradient is a mean of the field's, so that the gradient can
/// be longer than 1, by sqrt(3) at most, only where directions differ within a cell: near edges,
/// and where the nearest point of the surface jumps.
TEST(SampledDistance, ChangesByAtMostTheRootOfThreeTimesTheWayGone) {
  const double spacing = 0.05;
  for (const Shape& shape : {Shape::sphere(1), Shape::box({1, 1.3, 1.7})}) {
    const DistanceSamples samples = sampled(shape, 1.6, spacing);
    RandomPoints point(3, 3), step(4, 0.5 * spacing);
    for (int trial = 0; trial < 100000; ++trial) {
      const Vec3 a = point(), b = a + step();
      const double change = signed_distance(samples.view(), a) - signed_distance(samples.view(), b);
      ASSERT_LE(std::fabs(change), std::sqrt(3) * norm(a - b) + 1e-14);
    }
  }
}

/// Where it is smooth: at parts t of a cell the slopes are off by spacing (1/2 - t_k) phi_kk, and
/// the Hessian of the distance from a point, at r, is (1 - n n^T)/r. Along n that adds up to
/// spacing/(2 r) sum |n_k| (1 - n_k^2) <= spacing/(sqrt(3) r), largest along a cell's diagonal.
TEST(SampledDistance, OfABallIsAsSteepAsItsCurvatureSays) {
  const double spacing = 0.05, nearest = 0.5, step = 1e-4;
  const DistanceSamples samples = sampled(Shape::sphere(1), 1.6, spacing);
  RandomPoints point(3, 1);
  double worst = 0;
  for (int trial = 0; trial < 100000; ++trial) {
    const Vec3 a = point(), b = (1 - step / norm(a)) * a;
    if (norm(a) < nearest + std::sqrt(3) * spacing) continue;  // no sample around it is nearer
    const double change = signed_distance(samples.view(), a) - signed_distance(samples.view(), b);
    worst = std::fmax(worst, change / step - 1);
  }
  const double bound = spacing / (std::sqrt(3) * nearest);
  EXPECT_LT(worst, bound);
  EXPECT_GT(worst, 0.5 * bound);  // seen 0.61: it is no looser claim
}

/// Outside the samples: continuous, at least the way to the samples, and never beyond the solid.
TEST(SampledDistance, OutsideTheSamplesFallsShortOfTheDistance) {
  const double half = 1.2, spacing = 0.05;
  const DistanceSamples samples = sampled(Shape::sphere(1), half, spacing);
  RandomPoints random(5, 4);
  int outside = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3 p = random();
    Vec3 q;
    for (int axis = 0; axis < 3; ++axis) q[axis] = std::fmin(std::fmax(p[axis], -half), half);
    if (norm(p - q) == 0) continue;
    ++outside;
    const double value = signed_distance(samples.view(), p);
    EXPECT_GE(value, norm(p - q));
    EXPECT_LE(value, signed_distance(Shape::sphere(1), p) + spacing * spacing / 4);
    const double just_outside = signed_distance(samples.view(), q + 1e-9 * (p - q));
    EXPECT_NEAR(just_outside, signed_distance(samples.view(), q), 1e-8);
  }
  EXPECT_GT(outside, 5000);
  EXPECT_TRUE(std::isnan(signed_distance(samples.view(), {NAN, 0, 0})));
  EXPECT_EQ(signed_distance(samples.view(), {INFINITY, 0, 0}), INFINITY);
}

/// By the smallest array, also where a whole number of spacings fits but for rounding.
TEST(SampleDistance, CoversABoxAroundItsMiddle) {
  const Vec3 middle{0.5, -0.25, 0.1}, half{1.4, 1.75, 1.05};
  const auto distance = [&](Vec3 p) { return norm(p - Vec3{0.4, 0, 0}) - 0.6; };
  const DistanceSamples samples = sample_distance(distance, {middle - half, middle + half}, 0.3);
  const SampledDistance field = samples.view();
  EXPECT_EQ(field.samples.nx, 11);  // 2.8 = 9.3 spacings
  EXPECT_EQ(field.samples.ny, 13);  // 3.5 = 11.7 spacings
  EXPECT_EQ(field.samples.nz, 8);   // 2.1 = 7 spacings
  EXPECT_NEAR(norm(field.origin + Vec3{1.5, 1.8, 1.05} - middle), 0, 1e-14);
  for (const Int3 at : {Int3{0, 0, 0}, Int3{3, 4, 2}, Int3{10, 12, 7}}) {
    const Vec3 p = field.origin + 0.3 * Vec3{double(at.x), double(at.y), double(at.z)};
    EXPECT_NEAR(field.values[field.samples.index(at)], distance(p), 1e-14);
  }
}

/// |x| + |y| + |z| is linear in each cell when samples lie on the planes of symmetry: the measures
/// of an octahedron are exact.
TEST(SolidMeasures, OfAnOctahedronAreExact) {
  const double a = 0.83;
  const DistanceSamples samples =
      sampled_function([=](Vec3 p) { return (norm1(p) - a) / std::sqrt(3); }, 1, 0.125);
  const SolidMeasures solid = samples.view().solid;
  EXPECT_NEAR(solid.volume, 4.0 / 3 * a * a * a, 1e-14);
  EXPECT_NEAR(norm(solid.centroid), 0, 1e-15);
  EXPECT_NEAR(norm(solid.low - Vec3{-a, -a, -a}), 0, 1e-14);
  EXPECT_NEAR(norm(solid.high - Vec3{a, a, a}), 0, 1e-14);
  EXPECT_NEAR(solid.depth, a / std::sqrt(3), 1e-15);
}

/// Flat tetrahedra cut off half of (spacing/R)^2 of the volume: measured, the same at each spacing.
TEST(SolidMeasures, OfABallAreSecondOrder) {
  const Vec3 centre{0.11, -0.07, 0.23};
  const double radius = 0.7;
  for (const double spacing : {0.1, 0.05, 0.025}) {
    const DistanceSamples samples =
        sampled_function([&](Vec3 p) { return norm(p - centre) - radius; }, 1.1, spacing);
    const SolidMeasures solid = samples.view().solid;
    const double exact = 4 * pi / 3 * radius * radius * radius, part = spacing / radius;
    EXPECT_NEAR(solid.volume / exact - 1, -0.5 * part * part, 0.01 * part * part);
    EXPECT_LT(norm(solid.centroid - centre), 0.002 * part * part * radius);
    for (int axis = 0; axis < 3; ++axis) {  // no farther out, and inside by less than a spacing^2/R
      EXPECT_GE(solid.low[axis], centre[axis] - radius);
      EXPECT_LT(solid.low[axis], centre[axis] - radius * (1 - 0.25 * part * part));
      EXPECT_LE(solid.high[axis], centre[axis] + radius);
      EXPECT_GT(solid.high[axis], centre[axis] + radius * (1 - 0.25 * part * part));
    }
    EXPECT_LE(solid.depth, radius);  // a sample is nearer to the centre than half a diagonal
    EXPECT_GE(solid.depth, radius - 0.5 * std::sqrt(3) * spacing);
  }
}

TEST(DistanceSamples, RefuseWhatIsNoSolidInABox) {
  const auto make = [](double spacing, Cells samples, std::vector<double> values) {
    return DistanceSamples({}, spacing, samples, std::move(values));
  };
  std::vector<double> good(27, 1.0);
  good[13] = -1;
  EXPECT_NO_THROW(make(0.1, {3, 3, 3}, good));
  EXPECT_THROW(make(0, {3, 3, 3}, good), InputError);
  EXPECT_THROW(make(0.1, {3, 3, 2}, good), InputError);
  EXPECT_THROW(make(0.1, {27, 1, 1}, good), InputError);
  EXPECT_THROW(make(0.1, {3, 3, 3}, std::vector<double>(27, 1.0)), InputError);
  std::vector<double> touching = good, infinite = good;
  touching[12] = 0, infinite[0] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make(0.1, {3, 3, 3}, touching), InputError);
  EXPECT_THROW(make(0.1, {3, 3, 3}, infinite), InputError);
}

}  // namespace
}  // namespace eulersolid::test
