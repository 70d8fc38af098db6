#include "io/surface/sample_frame.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/surface/deformed_shape.h"
#include "surface/rest_points.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Every voxel of a frame: visit(centre, sample, number).
template <class Visit>
void for_voxels(const FrameSample& frame, const BodySample& body, Visit visit) {
  for (Index c = 0; c < body.cells.count(); ++c)
    visit(cell_centre(frame, body.first + body.cells.coordinates(c)), std::size_t(c));
}

PlacedShape turned_box() {
  return {Shape::box({0.5, 0.4, 0.3}), {{0.513, 0.871, 0.702}, rotation({1, 2, 3}, 0.7)}};
}

/// At rest the distance is that of the formula, at edges and corners as everywhere, whatever the
/// size of the voxels, also one that does not divide the cells. Catches distances that are
/// interpolated, which round edges by a third of a cell.
TEST(SampledFrame, DistancesAtRestAreThoseOfTheShape) {
  FrameMaps maps = empty_maps();
  add_map(maps, "box", turned_box(), no_displacement);
  for (const double voxel : {0.05, 0.025, 0.05 / 2.7}) {
    const FrameSample frame = sample_frame(maps, voxel);
    const double band = 3 * voxel;
    int inside = 0;
    for_voxels(frame, frame.bodies[0], [&](Vec3 x, std::size_t n) {
      const double exact = std::clamp(signed_distance(turned_box(), x), -band, band);
      ASSERT_NEAR(frame.bodies[0].sdf[n], exact, 1e-6) << voxel;
      inside += exact < 0 ? 1 : 0;
    });
    const double volume = 0.5 * 0.4 * 0.3 / (voxel * voxel * voxel);
    EXPECT_NEAR(inside, volume, 0.05 * volume);  // all voxels are there
  }
}

/// x = M X + b of a body that was turned, sheared and stretched to twice its length.
const Mat3 affine = rotation({0, 0, 1}, 0.4) * Mat3{{{2, 0.3, 0}, {0, 0.9, 0.1}, {0, 0, 0.7}}};
const Vec3 centre{0.513, 0.871, 0.702};
Vec3 affine_rest(Vec3 x) { return centre + inverse(affine) * (x - centre); }

/// A ball becomes an ellipsoid: near its surface the sample is its distance, to first order: it is
/// off by the square of the distance over the radius of curvature, at least 0.1 m here. Catches a
/// level that is not divided by its slope, which is off by a factor of up to 2.
TEST(SampledFrame, DistancesInADeformedBodyAreDistancesToFirstOrder) {
  FrameMaps maps = empty_maps();
  const double radius = 0.3;
  add_map(
      maps, "ball", {Shape::sphere(radius), {centre}}, [](Vec3 x) { return x - affine_rest(x); },
      14);
  const FrameSample frame = sample_frame(maps, 0.025);
  int near = 0;
  for_voxels(frame, frame.bodies[0], [&](Vec3 x, std::size_t n) {
    // Newton's method from x along the normal: the nearest point of the ellipsoid, to third order.
    const Mat3 inverse_map = inverse(affine);
    Vec3 at = x;
    for (int round = 0; round < 20; ++round) {
      const Vec3 X = inverse_map * (at - centre);
      const Vec3 slope = transpose(inverse_map) * normalized(X);
      at = at - ((norm(X) - radius) / dot(slope, slope)) * slope;
    }
    const double exact = norm(x - at);
    if (exact > 0.04) return;
    ++near;
    ASSERT_NEAR(std::fabs(frame.bodies[0].sdf[n]), exact, exact * exact / 0.1 + 1e-6);
  });
  EXPECT_GT(near, 1000);
}

/// Linear displacements are reproduced, with velocities that are linear, too.
TEST(SampledFrame, RestAndVelocityAreThoseOfTheMap) {
  FrameMaps maps = empty_maps();
  add_map(
      maps, "ball", {Shape::sphere(0.3), {centre}}, [](Vec3 x) { return x - affine_rest(x); }, 14);
  const FrameSample frame = sample_frame(maps, 0.025);
  const BodySample& body = frame.bodies[0];
  for_voxels(frame, body, [&](Vec3 x, std::size_t n) {
    if (body.sdf[n] >= 3 * frame.h) return;
    const Vec3 X = affine_rest(x);
    ASSERT_NEAR(norm(Vec3{body.rest[n].x, body.rest[n].y, body.rest[n].z} - X), 0, 1e-6);
    ASSERT_NEAR(body.velocity[n].x, 1, 1e-6);
    ASSERT_NEAR(body.velocity[n].y, 2 * x.x, 1e-5);
  });
}

/// The row of a frame and the point of a surface are one formula. Bent by a wave of 12 cells, and
/// with values up to three cells around the body only, so that both take what is there.
TEST(SampledFrame, RowsAndPointsAgree) {
  FrameMaps maps = empty_maps();
  add_map(maps, "box", turned_box(), [](Vec3 x) {
    return Vec3{0.03 * std::sin(2 * pi * x.y / 0.6), 0, 0.02 * std::cos(2 * pi * x.x / 0.6)};
  });
  BodyMap& body = maps.bodies[0];
  for (Index n = 0; n < body.nodes.count(); ++n) {
    const Int3 at = body.first + body.nodes.coordinates(n);
    const Vec3 x = maps.origin + maps.h * Vec3{double(at.x), double(at.y), double(at.z)};
    body.known[std::size_t(n)] = signed_distance(body.shape, x) < 3 * maps.h;
  }
  const DeformedShape shape(body, maps.origin, maps.h);
  const FrameSample frame = sample_frame(maps, 0.02);
  const double band = 3 * frame.h;
  int compared = 0;
  for_voxels(frame, frame.bodies[0], [&](Vec3 x, std::size_t n) {
    const float sdf = frame.bodies[0].sdf[n];
    const double exact = shape.distance(x);
    if (std::fabs(exact) < 0.99 * band) {
      ASSERT_NEAR(sdf, exact, 1e-6);
      ++compared;
    }
    if (sdf >= band) {
      ASSERT_TRUE(!(exact < 0.99 * band));
    }
  });
  EXPECT_GT(compared, 5000);
}

TEST(SampledFrame, WhereNothingIsKnownThereIsNoBody) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ball", {Shape::sphere(0.3), {centre}}, no_displacement);
  std::fill(maps.bodies[0].known.begin(), maps.bodies[0].known.end(), 0);
  const FrameSample frame = sample_frame(maps, 0.025);
  EXPECT_EQ(frame.bodies[0].cells.count(), 0);
  EXPECT_EQ(frame.bodies[0].name, "ball");
}

/// The map beside a ball is that of a second one: nothing is solid there unless a node holds mass,
/// nor where the map is inside out.
TEST(SampledFrame, SolidNeedsMassAndAMapThatIsNotInsideOut) {
  const auto volume = [](bool mirrored, bool massive) {
    FrameMaps maps = empty_maps();
    const double middle = centre.x + 0.4;  // m, between the two
    add_map(
        maps, "ball", {Shape::sphere(0.3), {centre}},
        [&](Vec3 x) {
          if (x.x < middle) return Vec3{};
          return mirrored ? Vec3{2 * (x.x - middle), 0, 0} : Vec3{0.8, 0, 0};
        },
        24);
    BodyMap& body = maps.bodies[0];
    for (Index n = 0; n < body.nodes.count(); ++n) {
      const double x = maps.origin.x + maps.h * (body.first.x + body.nodes.coordinates(n).x);
      body.massive.push_back(massive || x < middle);
    }
    const FrameSample frame = sample_frame(maps, 0.025);
    const auto inside = [](float sdf) { return sdf < 0; };
    return double(std::ranges::count_if(frame.bodies[0].sdf, inside)) * std::pow(frame.h, 3);
  };
  const double ball = 4.0 / 3 * pi * 0.027;
  EXPECT_NEAR(volume(false, true), 2 * ball, 0.02 * ball);  // of voxels of R/12
  EXPECT_NEAR(volume(false, false), ball, 0.02 * ball);
  EXPECT_NEAR(volume(true, true), ball, 0.02 * ball);
}

/// The map beside a ball is that of a second one, twice as large, on nodes with mass, and the
/// points of the surface are at the first: there is no second one, nor a part of a voxel of it. In
/// the midst of degrees of freedom the map is believed.
TEST(SampledFrame, SolidIsWhereThePointsOfTheSurfaceAre) {
  const auto volume = [](bool witnessed, bool active) {
    FrameMaps maps = empty_maps();
    const double middle = centre.x + 0.4;  // m, between the two
    add_map(
        maps, "ball", {Shape::sphere(0.3), {centre}},
        [&](Vec3 x) {
          return x.x < middle ? Vec3{} : 0.5 * (x - centre - Vec3{1.1, 0, 0}) + Vec3{1.1, 0, 0};
        },
        34);
    BodyMap& body = maps.bodies[0];
    body.massive.assign(std::size_t(body.nodes.count()), 1);
    body.active.assign(std::size_t(body.nodes.count()), active);
    if (witnessed) {
      for (const RestPoint& point : rest_points(body.shape.shape, 0.5 * maps.h))
        body.points.push_back(to_world(body.shape.pose, point.at));
      body.rest = std::make_shared<RestSurface>(body.points, maps.h);
    }
    const FrameSample frame = sample_frame(maps, 0.025);
    double sum = 0;
    for (const float sdf : frame.bodies[0].sdf)
      sum += std::clamp(0.5 - double(sdf) / frame.h, 0.0, 1.0);
    return sum * std::pow(frame.h, 3);
  };
  const double ball = 4.0 / 3 * pi * 0.027;
  // Where one map passes into the other, two cells away, X goes by the surface, and inside out.
  EXPECT_NEAR(volume(true, false), ball, 0.03 * ball);
  EXPECT_GT(volume(false, false), 5 * ball);
  EXPECT_GT(volume(true, true), 5 * ball);
}

/// Values in the middle of cells, some of which are not known.
TEST(SampledFrame, StressIsInterpolatedBetweenCellsThatAreKnown) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ball", {Shape::sphere(0.3), {centre}}, no_displacement);
  BodyMap& body = maps.bodies[0];
  NamedValues stress{"stress_vm", {}};
  for (Index c = 0; c < body.cells().count(); ++c) {
    const Int3 at = body.first + body.cells().coordinates(c);
    const double x = maps.origin.x + maps.h * (at.x + 0.5);
    stress.values.push_back(x < centre.x ? float(7 * x) : NAN);
  }
  body.cell_values = {stress};
  const FrameSample frame = sample_frame(maps, 0.025);
  const std::vector<float>& stress_vm = values_named(frame.bodies[0].values, "stress_vm");
  int linear = 0;
  for_voxels(frame, frame.bodies[0], [&](Vec3 x, std::size_t n) {
    if (frame.bodies[0].sdf[n] >= 3 * frame.h) return;
    ASSERT_FALSE(std::isnan(stress_vm[n]));
    if (x.x > centre.x - 2 * maps.h) return;
    ASSERT_NEAR(stress_vm[n], 7 * x.x, 1e-5);
    ++linear;
  });
  EXPECT_GT(linear, 100);
}

/// Vertices of meshes lie on edges and corners, where distances have a kink.
TEST(DeformedShape, HasUnitNormalsOnTheEdgesAndCornersOfABox) {
  FrameMaps maps = empty_maps();
  const Vec3 half{0.25, 0.25, 0.25}, middle{0.5, 0.875, 0.75};  // sums without rounding
  add_map(maps, "box", {Shape::box(2 * half), {middle}}, no_displacement);
  const DeformedShape shape(maps.bodies[0], maps.origin, maps.h);
  for (int n = 0; n < 27; ++n) {
    const Vec3 side{n % 3 - 1.0, n / 3 % 3 - 1.0, n / 9 - 1.0};
    if (norm(side) == 0) continue;
    const Vec3 normal =
        shape.normal(middle + Vec3{side.x * half.x, side.y * half.y, side.z * half.z});
    EXPECT_NEAR(norm(normal), 1, 1e-12) << n;
    EXPECT_GT(dot(normal, normalized(side)), 0.5) << n;  // that of a face, or between them
  }
}

}  // namespace
}  // namespace eulersolid
