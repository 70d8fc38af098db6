#include "io/preview.h"

#include <gtest/gtest.h>

#include <numbers>

#include "io/png.h"
#include "io/preview_camera.h"
#include "io/run_folder.h"
#include "io/vdb.h"
#include "kernels/error.h"
#include "tests/io/frames.h"

namespace eulersolid {
namespace {

const Bounds view{{-1.2, -0.8, -0.5}, {1.3, 1.2, 1.5}};

FrameSample ball_at(Vec3 centre, int frame = 1) {
  FrameSample sample;
  sample.frame = frame, sample.h = 0.05;
  add_sphere(sample, "ball", centre, 0.4);
  return sample;
}

Picture drawn(const FrameSample& frame) {
  const TemporaryFolder folder;
  render_preview(frame, folder.path() / "a.png", {.width = 400, .height = 300, .view = view});
  return read_png(folder.path() / "a.png");
}

/// Pixels that differ from a picture of nothing: how many, and their mean place.
struct Silhouette {
  double pixels = 0, x = 0, y = 0;
};
Silhouette silhouette(const Picture& picture) {
  FrameSample nothing;
  nothing.h = 0.05;
  const Picture empty = drawn(nothing);
  Silhouette found;
  for (int p = 0; p < picture.width * picture.height; ++p) {
    const auto at = std::size_t(3 * p);
    if (std::equal(&picture.rgb[at], &picture.rgb[at] + 3, &empty.rgb[at])) continue;
    found.pixels += 1;
    found.x += p % picture.width + 0.5, found.y += int(p / picture.width) + 0.5;
  }
  found.x /= found.pixels, found.y /= found.pixels;
  return found;
}

/// From a distance D, a sphere of radius R fills a cone with sin(angle) = R / D; seen along the
/// camera's axis that is a circle of radius tan(angle) at distance 1.
TEST(Preview, ASphereHasTheSilhouetteOfASphere) {
  const Vec3 centre = 0.5 * (view.low + view.high);
  const PreviewCamera camera = camera_that_sees(view, 400, 300);
  const Silhouette found = silhouette(drawn(ball_at(centre)));
  const double angle = std::asin(0.4 / norm(centre - camera.eye));
  const double radius = std::tan(angle) / camera.pixel;
  const double edge =
      2 * std::numbers::pi * radius;  // partly filled pixels are counted: half a one
  EXPECT_NEAR(found.pixels, std::numbers::pi * radius * radius + 0.5 * edge, 0.5 * edge);
  EXPECT_NEAR(found.x, 200, 0.5);
  EXPECT_NEAR(found.y, 150, 0.5);
}

TEST(Preview, RightIsRightUpIsUpAndNearIsLarge) {
  const Vec3 centre = 0.5 * (view.low + view.high);
  const PreviewCamera camera = camera_that_sees(view, 400, 300);
  EXPECT_GT(silhouette(drawn(ball_at(centre + 0.4 * camera.right))).x, 220);
  EXPECT_LT(silhouette(drawn(ball_at(centre + Vec3{0, 0, 0.4}))).y, 130);
  EXPECT_GT(camera.eye.z, view.high.z);
  EXPECT_LT(camera.eye.y, view.low.y);
  EXPECT_GT(silhouette(drawn(ball_at(centre - 0.5 * camera.forward))).pixels,
            1.1 * silhouette(drawn(ball_at(centre + 0.5 * camera.forward))).pixels);
}

TEST(Preview, TheCameraSeesEveryCornerOfItsBox) {
  const PreviewCamera camera = camera_that_sees(view, 400, 300);
  double nearest_edge = 1e9;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at{(corner & 1) != 0 ? view.high.x : view.low.x,
                  (corner & 2) != 0 ? view.high.y : view.low.y,
                  (corner & 4) != 0 ? view.high.z : view.low.z};
    const Vec3 way = at - camera.eye;
    const double depth = dot(way, camera.forward);
    const double x = 200 + dot(way, camera.right) / depth / camera.pixel;
    const double y = 150 - dot(way, camera.up) / depth / camera.pixel;
    EXPECT_GT(depth, 0);
    nearest_edge = std::min({nearest_edge, x, 400 - x, y, 300 - y});
  }
  EXPECT_GT(nearest_edge, 0);
  EXPECT_LT(nearest_edge, 30) << "much of the picture is empty";
}

/// Colour by body, pattern by material: both change the picture, the shape of neither does.
TEST(Preview, BodiesDifferInColourAndThePatternMovesWithTheMaterial) {
  FrameSample one = ball_at({0, 0, 0.3}), two = one, turned = one;
  FrameSample other;
  other.h = 0.05;
  add_sphere(other, "absent", {40, 0, 0}, 0.1);
  two.bodies.insert(two.bodies.begin(), other.bodies[0]);
  for (Vec3f& X : turned.bodies[0].rest) X = {X.y + 0.3F, X.x, X.z};
  const Picture a = drawn(one), b = drawn(two), c = drawn(turned);
  EXPECT_NE(a.rgb, b.rgb);
  EXPECT_NE(a.rgb, c.rgb);
  EXPECT_EQ(silhouette(a).pixels, silhouette(b).pixels);
  EXPECT_EQ(silhouette(a).pixels, silhouette(c).pixels);
}

TEST(Preview, FileAndFrameGiveOnePicture) {
  const TemporaryFolder folder;
  const FrameSample frame = ball_at({0, 0, 0.3});
  write_vdb(folder.path() / "a.vdb", frame, {});
  const PreviewOptions options{.width = 200, .height = 150, .view = {}};
  preview_file(folder.path() / "a.vdb", folder.path() / "file.png", options);
  render_preview(frame, folder.path() / "frame.png", options);
  EXPECT_EQ(text_of(folder.path() / "file.png"), text_of(folder.path() / "frame.png"));
}

TEST(Preview, AFolderIsSeenByOneCameraThatSeesTheWholeSequence) {
  const TemporaryFolder folder;
  {
    RunFolder run = RunFolder::create(folder.path(), false, {.name = "fall"});
    for (int k = 1; k <= 3; ++k) run.write_frame(ball_at({0, 0, 4.0 - 1.5 * k}, k));
  }
  EXPECT_EQ(preview_folder(folder.path(), {.width = 200, .height = 150}), 3);
  int different = 0;
  std::string last;
  for (const char* name : {"fall_0001.png", "fall_0002.png", "fall_0003.png"}) {
    const Picture picture = read_png(folder.path() / "preview" / name);
    EXPECT_EQ(picture.width, 200);
    EXPECT_EQ(picture.height, 150);
    const std::string text = text_of(folder.path() / "preview" / name);
    different += text != last ? 1 : 0;
    last = text;
    // Rows at the edge of the picture show the background alone: nothing is cut off there.
    for (int x = 1; x < 200; ++x) {
      ASSERT_EQ(picture.rgb[3 * std::size_t(x)], picture.rgb[0]) << name;
      ASSERT_EQ(picture.rgb[3 * std::size_t(x + 149 * 200)], picture.rgb[3 * 149 * 200]) << name;
    }
  }
  EXPECT_EQ(different, 3);
}

TEST(Preview, WhatCannotBeDrawnIsAnInputError) {
  const TemporaryFolder folder;
  EXPECT_THROW(preview_folder(folder.path()), InputError);
  EXPECT_THROW(preview_file(folder.path() / "none.vdb", folder.path() / "a.png"), InputError);
}

}  // namespace
}  // namespace eulersolid
