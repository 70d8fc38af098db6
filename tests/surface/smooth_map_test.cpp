#include "surface/smooth_map.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace eulersolid;

namespace {

/// Displacements of a box of 20^3 nodes of h = 0.1 around the origin.
class Field {
 public:
  explicit Field(const std::function<Vec3(Vec3)>& u) : layers_(std::size_t(nodes.count()), 0) {
    for (Index n = 0; n < nodes.count(); ++n) {
      const Int3 at = nodes.coordinates(n);
      u_.push_back(u(corner + h * Vec3{double(at.x), double(at.y), double(at.z)}));
    }
  }
  SmoothMap map() const {
    return {corner, h, nodes, {u_.data(), nodes.count()}, {layers_.data(), nodes.count()}, 3};
  }
  std::vector<std::int8_t>& layers() { return layers_; }

  static constexpr double h = 0.1;
  static constexpr Cells nodes{20, 20, 20};
  static constexpr Vec3 corner{-0.95, -0.95, -0.95};

 private:
  std::vector<Vec3> u_;
  std::vector<std::int8_t> layers_;
};

}  // namespace

TEST(SmoothMap, IsExactForAffineDeformations) {
  const Mat3 G{{{0.1, 0.3, 0}, {-0.2, 0.15, 0.05}, {0, 0.1, -0.2}}};
  const Vec3 shift{0.03, -0.02, 0.05};
  const Field field([&](Vec3 x) { return G * x + shift; });
  const Vec3 x{0.123, -0.31, 0.27};
  const SmoothMap::Value value = field.map().at(x);
  ASSERT_TRUE(value.known);
  EXPECT_LT(norm(value.u - (G * x + shift)), 1e-15);
  const Mat3 difference = value.gradient() - (identity3() - G);
  for (const Vec3& row : difference.r) EXPECT_LT(norm(row), 1e-13);
  // Newton's method is exact in one round; from 0.3 h away.
  EXPECT_LT(norm(place_of(field.map(), x - value.u, x + Vec3{0.02, 0.02, -0.01}) - x), 1e-14);
}

TEST(SmoothMap, IsUnknownBesideNodesWithoutValues) {
  Field field([](Vec3) { return Vec3{}; });
  EXPECT_TRUE(field.map().at({0, 0, 0}).known);
  field.layers()[std::size_t(Field::nodes.index(10, 10, 10))] = 4;
  EXPECT_FALSE(field.map().at({0, 0, 0}).known);
  EXPECT_FALSE(field.map().at({-0.92, 0, 0}).known);
  EXPECT_FALSE(field.map().at({NAN, 0, 0}).known);
}

/// A plate whose upper face has a dent of 1.5 h over a width of some 6 h: what is seen from
/// points in it is where the face is now, not the depth at rest over the slope there, which is off
/// by up to h.
TEST(SmoothMap, SeesADentedSurfaceWhereItIs) {
  const double depth = 1.5 * Field::h, width = 2.5 * Field::h;
  const auto dent = [&](Vec3 x) {
    return depth * std::exp(-(x.x * x.x + x.y * x.y) / (width * width));
  };
  const Field field([&](Vec3 x) { return Vec3{0, 0, -dent(x)}; });
  PlacedShape plate{Shape::box({2, 2, 0.4}), {{0, 0, -0.2}}};
  for (const double above : {-0.6, -0.2, 0.3, 0.6}) {  // cells over the bottom of the dent
    const Vec3 x{0, 0, -depth + above * Field::h};
    const SurfaceView view = view_from(field.map(), plate, x, 3 * Field::h, 3 * Field::h);
    ASSERT_TRUE(view.known);
    // The spline smooths the dent by h^2/8 of its second derivatives: by 0.1 h.
    EXPECT_NEAR(view.distance / Field::h, above, 0.12) << above;
    EXPECT_GT(view.normal.z, 0.99);
  }
}
