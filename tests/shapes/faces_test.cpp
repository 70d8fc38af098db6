#include "shapes/faces.h"

#include <gtest/gtest.h>

#include "tests/shapes/shapes.h"

namespace eulersolid::test {
namespace {

const Shape shapes[] = {Shape::box({0.6, 0.4, 1.0}), Shape::cylinder(0.3, 0.8),
                        Shape::cone(0.4, 0, 0.8), Shape::cone(0.2, 0.4, 0.7)};

/// Boxes, cylinders and cones are convex: inside, the nearest face is the highest, and it is the
/// distance.
TEST(Faces, HighestIsTheDistanceInsideAShape) {
  for (const Shape& shape : shapes) {
    RandomPoints point(11, 0.5);
    int inside = 0;
    for (int n = 0; n < 2000; ++n) {
      const Vec3 p = point();
      if (signed_distance(shape, p) > 0) continue;
      ++inside;
      double highest = -INFINITY;
      for (int f = 0; f < face_count(shape); ++f)
        highest = std::max(highest, face_from(shape, f, p).height);
      EXPECT_EQ(highest, signed_distance(shape, p));
    }
    EXPECT_GT(inside, 200);
  }
}

/// In front of a face the height is the distance; beyond its borders the distance is larger, and
/// where faces meet at right angles by what the theorem of Pythagoras says of `beyond`, where it is
/// that of one border.
TEST(Faces, HeightIsTheDistanceInFrontOfAFace) {
  for (const Shape& shape : shapes) {
    RandomPoints point(12, 0.8);
    int in_front = 0, beside = 0;
    for (int n = 0; n < 2000; ++n) {
      const Vec3 p = point();
      for (int f = 0; f < face_count(shape); ++f) {
        const FaceView face = face_from(shape, f, p);
        if (face.height < 0) continue;
        if (face.beyond < 0) {
          ++in_front;
          EXPECT_NEAR(face.height, signed_distance(shape, p), 1e-15);
        } else {
          ++beside;
          const double beyond = shape.kind == ShapeKind::cone ? 0 : face.beyond;
          EXPECT_GE(signed_distance(shape, p), std::hypot(face.height, beyond) - 1e-15);
        }
      }
    }
    EXPECT_GT(in_front, 200);
    EXPECT_GT(beside, 200);
  }
}

/// The normal is the gradient of the height: off by a curvature of at most 1/0.1 m times the step.
TEST(Faces, NormalIsTheGradientOfTheHeight) {
  const double step = 1e-6;
  for (const Shape& shape : shapes) {
    RandomPoints point(13, 0.8);
    for (int n = 0; n < 200; ++n) {
      const Vec3 p = point();
      if (std::hypot(p.x, p.y) < 0.1) continue;
      for (int f = 0; f < face_count(shape); ++f) {
        Vec3 gradient;
        for (int axis = 0; axis < 3; ++axis) {
          Vec3 d;
          d[axis] = step;
          gradient[axis] =
              (face_from(shape, f, p + d).height - face_from(shape, f, p - d).height) / (2 * step);
        }
        EXPECT_LT(norm(gradient - face_from(shape, f, p).normal), step / 0.1);
      }
    }
  }
}

TEST(Faces, AShapeWithoutEdgesHasOneWithoutBorders) {
  const Shape ball = Shape::sphere(0.5);
  ASSERT_EQ(face_count(ball), 1);
  const FaceView face = face_from(ball, 0, {0.3, 0.4, 0.5});
  EXPECT_EQ(face.height, signed_distance(ball, {0.3, 0.4, 0.5}));
  EXPECT_LT(face.beyond, 0);
}

}  // namespace
}  // namespace eulersolid::test
