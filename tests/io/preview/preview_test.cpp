#include "io/preview/preview.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numbers>

#include "io/mesh/body_mesh.h"
#include "io/mesh/shape_mesh.h"
#include "io/preview/draw/colours.h"
#include "io/preview/draw/ground.h"
#include "io/preview/draw/png.h"
#include "io/preview/draw/preview_camera.h"
#include "io/preview/draw/shadow_map.h"
#include "io/preview/movie.h"
#include "io/preview/preview_view.h"
#include "io/run/run_folder.h"
#include "io/scene/scene.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

const Bounds view{{-1.2, -0.8, -0.5}, {1.3, 1.2, 1.5}};

FrameMaps ball_maps(Vec3 centre, int frame) {
  FrameMaps maps;
  maps.frame = frame, maps.h = 0.05;
  add_map(maps, "ball", {Shape::sphere(0.4), {centre}}, no_displacement);
  return maps;
}

FrameMeshes meshes_of(const FrameMaps& maps) {
  return frame_meshes(maps, sample_frame(maps, maps.h));
}

FrameMeshes ball_at(Vec3 centre) { return meshes_of(ball_maps(centre, 1)); }

Picture drawn(const FrameMeshes& frame) {
  const TemporaryFolder folder;
  render_preview(frame, folder.path() / "a.png", {.width = 400, .height = 300, .view = view});
  return read_png(folder.path() / "a.png");
}

/// Pixels that differ from a picture of nothing: how many, and their mean place.
struct Silhouette {
  double pixels = 0, x = 0, y = 0;
};
Silhouette silhouette(const Picture& picture) {
  const Picture empty = drawn(FrameMeshes{});
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
  FrameMeshes one = ball_at({0, 0, 0.3}), two = one, turned = one;
  two.bodies.insert(two.bodies.begin(), SurfaceMesh{});
  for (Vec3f& X : turned.bodies[0].rest) X = {X.y + 0.3F, X.x, X.z};
  const Picture a = drawn(one), b = drawn(two), c = drawn(turned);
  EXPECT_NE(a.rgb, b.rgb);
  EXPECT_NE(a.rgb, c.rgb);
  EXPECT_EQ(silhouette(a).pixels, silhouette(b).pixels);
  EXPECT_EQ(silhouette(a).pixels, silhouette(c).pixels);
}

/// Both bodies' surfaces lie between cells whose numbers are theirs and cells without a number.
TEST(Preview, EveryPixelOfABodyHasItsColour) {
  FrameMaps maps;
  maps.h = 0.05;
  add_map(maps, "low", {Shape::sphere(0.41), {{0, 0, 0.1}}}, no_displacement);
  add_map(maps, "high", {Shape::sphere(0.41), {{0.03, 0, 0.93}}}, no_displacement);
  FrameMeshes frame = meshes_of(maps);
  for (SurfaceMesh& body : frame.bodies)
    for (Vec3f& X : body.rest) X = {0.01F, 0.01F, 0.01F};  // one field of the pattern
  const Picture picture = drawn(frame), empty = drawn(FrameMeshes{});
  int red = 0, blue = 0, other = 0;
  for (int p = 0; p < picture.width * picture.height; ++p) {
    const std::uint8_t* rgb = &picture.rgb[std::size_t(3 * p)];
    if (std::equal(rgb, rgb + 3, &empty.rgb[std::size_t(3 * p)])) continue;
    red += rgb[0] > rgb[1] + 5 && rgb[0] > rgb[2] + 5;
    blue += rgb[2] > rgb[1] && rgb[1] > rgb[0];
    other += rgb[1] > rgb[2] + 5 && rgb[1] > rgb[0] + 5;
  }
  const double both = silhouette(picture).pixels;
  EXPECT_GT(red, 0.42 * both);
  EXPECT_GT(blue, 0.42 * both);
  EXPECT_GT(red + blue, 0.97 * both);  // but for the edges' mixed pixels
  EXPECT_EQ(other, 0);
}

ObstacleSpec obstacle(const std::string& shape, Vec3 position) {
  ObstacleSpec spec;
  spec.shape = {
      shape,
      {{"radius", 0.5}, {"size", Vec3{0.6, 0.8, 1.0}}, {"length", 2.0}, {"normal", Vec3{0, 0, 1}}}};
  spec.motion.value = position;
  return spec;
}

/// Against a ball of the same size, which is drawn as a body.
TEST(Preview, ObstaclesCoverWhatTheyCoverAsBodies) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.png";
  PreviewOptions options{.width = 400, .height = 300, .view = view};
  options.solids = {placed_mesh({Shape::sphere(0.4), {{0.1, 0.2, 0.4}}})};
  render_preview({}, file, options);
  const Silhouette obstacle = silhouette(read_png(file)),
                   body = silhouette(drawn(ball_at({0.1, 0.2, 0.4})));
  EXPECT_NEAR(obstacle.pixels, body.pixels, 0.01 * body.pixels);
  EXPECT_NEAR(obstacle.x, body.x, 0.3);
  EXPECT_NEAR(obstacle.y, body.y, 0.3);
}

/// Planes are seen from their open side, are before what is under them, and where all of them slope
/// there is level ground, too.
TEST(Preview, GroundIsWhereItsFormulaSays) {
  const Vec3 normal = normalized({0.4, 0, 0.9}), point{0, 0, 0.2};
  const PlacedShape slope{Shape::plane(normal), {point}};
  const Ground ground({slope}, view);
  const Vec3 eye{0.1, 0.2, 5};
  const GroundHit down = ground.first_hit(eye, {0, 0, -1});
  EXPECT_NEAR(down.distance, dot(eye - point, normal) / normal.z, 1e-12);
  EXPECT_FALSE(down.plane->is_reference);
  const GroundHit beside = ground.first_hit({9, 0, 5}, {0, 0, -1});
  ASSERT_NE(beside.plane, nullptr);
  EXPECT_TRUE(beside.plane->is_reference);
  EXPECT_EQ(ground.first_hit(eye, {0, 0, 1}).plane, nullptr);
  EXPECT_EQ(Ground({}, view).first_hit(eye, {0, 0, -1}).plane, nullptr);
  const Ground level({{Shape::plane({0, 0, 1}), {point}}}, view);
  EXPECT_EQ(level.first_hit({0, 0, 0}, {0, 0, 1}).plane, nullptr) << "seen from below";
  EXPECT_FALSE(level.first_hit({9, 0, 5}, {0, 0, -1}).plane->is_reference);
}

/// Forty bodies are told apart: no two colours are nearly the same.
TEST(Preview, FortyBodiesHaveFortyColours) {
  for (int a = 1; a <= 40; ++a)
    for (int b = 1; b < a; ++b)
      EXPECT_GT(norm(body_colour(a) - body_colour(b)), 0.02) << a << " " << b;
}

/// Two bodies and an obstacle: the shadow map of one sphere lights what is beside its shadow.
TEST(Preview, ShadowsLieBehindWhatCastsThem) {
  const PreviewMesh ball = preview_mesh(ball_at({0, 0, 1}).bodies);
  const Vec3 light = normalized({0.55, -0.45, 1.0}), up{0, 0, 1};
  const ShadowMap shadows(ball, light);
  const Vec3 behind = Vec3{0, 0, 1} - 2.0 * light;
  EXPECT_EQ(shadows.light(behind, up), 0);
  EXPECT_EQ(shadows.light(behind + Vec3{0.6, 0, 0}, up), 1);
  EXPECT_EQ(shadows.light(Vec3{0, 0, 1} + 0.4 * light, light), 1);
  EXPECT_EQ(shadows.light(Vec3{0, 0, 1} + 2.0 * light, up), 1);
  EXPECT_EQ(ShadowMap({}, light).light(behind, up), 1);
}

TEST(Preview, ObstaclesAreDrawnWhereTheyAreAtTheTimeOfTheFrame) {
  const TemporaryFolder folder;
  RunFolderOptions options{.name = "a", .preview = true, .view = view};
  ObstacleSpec ball = obstacle("sphere", {});
  ball.motion.keyframes = {{0, {0, 0, 0}}, {1, {0, 0, 0.8}}};
  options.obstacles = {ball};
  options.look.stamp = false;
  {
    RunFolder run = RunFolder::create(folder.path(), false, options);
    for (const int frame : {1, 2}) {
      FrameMaps sample;
      sample.frame = frame, sample.h = 0.05, sample.time = frame - 1;
      run.write_frame(sample);
    }
  }
  const auto height = [&](const char* name) {  // of the pixels that differ from the left border
    const Picture picture = read_png(folder.path() / "preview" / name);
    double sum = 0, count = 0;
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < picture.width; ++x) {
        const auto row = std::size_t(3 * y * picture.width);
        if (std::equal(&picture.rgb[row], &picture.rgb[row] + 3,
                       &picture.rgb[row + std::size_t(3 * x)]))
          continue;
        sum += y, count += 1;
      }
    return sum / count;
  };
  const PreviewCamera camera = camera_that_sees(view, 640, 480);
  const auto pixel = [&](Vec3 at) {
    const Vec3 way = at - camera.eye;
    return 240 - dot(way, camera.up) / dot(way, camera.forward) / camera.pixel;
  };
  EXPECT_NEAR(height("a_0001.png"), pixel({0, 0, 0}), 6);  // a sphere's outline is no circle
  EXPECT_NEAR(height("a_0002.png"), pixel({0, 0, 0.8}), 6);
}

Scene scene_of_a_ball() {
  Scene scene;
  scene.grid.origin = {-1, -2, -3}, scene.grid.size = {6, 4, 6};
  scene.time.duration = 1;
  BodySpec ball;
  ball.shape = {"sphere", {{"radius", 0.25}}};
  scene.bodies = {ball};
  return scene;
}

TEST(Preview, TheExpectedViewHoldsTheFlightOfTheBodiesAndEndsWithTheDomain) {
  Scene scene = scene_of_a_ball();
  const Bounds still = expected_view(scene);
  EXPECT_NEAR(norm(still.low - Vec3{-0.25, -0.25, -0.25}), 0, 1e-12);
  EXPECT_NEAR(norm(still.high - Vec3{0.25, 0.25, 0.25}), 0, 1e-12);
  scene.bodies[0].velocity = {2, 0, 4};
  scene.gravity.value = {0, 0, -8};  // up by 1 m, and back after 1 s
  const Bounds thrown = expected_view(scene);
  EXPECT_NEAR(norm(thrown.low - Vec3{-0.25, -0.25, -0.25}), 0, 1e-12);
  EXPECT_NEAR(norm(thrown.high - Vec3{2.25, 0.25, 1.25}), 0, 1e-12);
  scene.time.duration = 3;
  const Bounds far = expected_view(scene);
  EXPECT_EQ(far.high.x, 5);
  EXPECT_EQ(far.low.z, -3);
  scene.gravity.keyframes = {{0, {0, 0, 0}}, {1, {0, 0, -24}}};  // up to 0.5^(1/2) s
  scene.time.duration = 1;
  const double top = std::sqrt(1.0 / 3), height = 4 * top - 4 * top * top * top;
  // The view looks at 16 moments: within 1/32 s of the top it is lower by 12 top (1/32)^2.
  EXPECT_NEAR(expected_view(scene).high.z, 0.25 + height, 12 * top / 1024);
}

TEST(Preview, TheExpectedViewHoldsObstaclesThatHaveAnEnd) {
  Scene scene = scene_of_a_ball();
  ObstacleSpec ball = obstacle("sphere", {}), floor = obstacle("plane", {});
  ball.motion.keyframes = {
      {0, {0, 0, 1}}, {1, {1, 0, 2}}, {2, {9, 9, 9}}};  // the run ends after 1 s
  scene.obstacles = {ball, floor};
  const Bounds seen = expected_view(scene);
  EXPECT_NEAR(norm(seen.low - Vec3{-0.5, -0.5, -0.25}), 0, 1e-12);
  EXPECT_NEAR(norm(seen.high - Vec3{1.5, 0.5, 2.5}), 0, 1e-12);
}

/// From the run's own scene, from the file alone, and as it is drawn while the run goes on.
TEST(Preview, FileAndFrameGiveOnePicture) {
  const TemporaryFolder folder;
  const PlacedShape box{Shape::box({0.7, 0.5, 0.6}), {{0, 0, 0.3}, rotation({1, 2, 3}, 0.7)}};
  FrameMaps maps;
  maps.frame = 1, maps.h = 0.05;
  add_map(maps, "box", box, no_displacement);
  fs::create_directory(folder.path() / "vdb");
  const fs::path in_run = folder.path() / "vdb/a_0001.vdb", alone = folder.path() / "a.vdb";
  for (const fs::path& file : {in_run, alone}) write_vdb(file, sample_frame(maps, 0.025), {});
  std::ofstream(folder.path() / "scene.toml") << R"(
time = { duration = 1 }
grid = { origin = [-1, -1, -1], size = [2, 2, 2], cell_size = 0.05 }
[[body]]
name = "box"
shape = "box"
size = [0.7, 0.5, 0.6]
centre = [0, 0, 0.3]
rotation = { axis = [1, 2, 3], angle = 0.7 }
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
)";
  const PreviewOptions options{.width = 400, .height = 300, .view = view};
  const Silhouette frame = silhouette(drawn(meshes_of(maps)));
  const auto of_file = [&](const fs::path& vdb) {
    preview_file(vdb, folder.path() / "file.png", options);
    return silhouette(read_png(folder.path() / "file.png"));
  };
  const Silhouette with_scene = of_file(in_run), without = of_file(alone);
  EXPECT_NEAR(with_scene.pixels, frame.pixels, 0.002 * frame.pixels);
  EXPECT_NEAR(without.pixels, frame.pixels, 0.05 * frame.pixels);  // its corners are cut off
  EXPECT_LT(without.pixels, with_scene.pixels);
  EXPECT_NEAR(with_scene.x, frame.x, 0.1);
  EXPECT_NEAR(with_scene.y, frame.y, 0.1);
}

TEST(Preview, AFolderIsSeenByOneCameraThatSeesTheWholeSequence) {
  const TemporaryFolder folder;
  {
    RunFolder run = RunFolder::create(folder.path(), false, {.name = "fall"});
    for (int k = 1; k <= 3; ++k) run.write_frame(ball_maps({0, 0, 4.0 - 1.5 * k}, k));
  }
  EXPECT_EQ(preview_folder(folder.path(), {.width = 200, .height = 150}).size(), 3U);
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

TEST(Preview, AGlidingBodyIsInTheExpectedView) {
  Scene scene = scene_of_a_ball();
  ObstacleSpec slope = obstacle("plane", {0, 0, -0.25});
  slope.shape.values["normal"] = normalized({0.6, 0, 0.8});
  scene.obstacles = {slope};
  scene.gravity.value = {0, 0, -10};
  const Bounds seen = expected_view(scene);
  // It falls a little, then glides by 1/2 g sin a t^2 = 3 m, of which 0.8 are along x.
  EXPECT_NEAR(seen.high.x, 0.25 + 0.8 * 3, 0.2);
  EXPECT_NEAR(seen.low.z, -0.25 - 0.6 * 3, 0.2);
}

TEST(Preview, MoviesAreMp4OrGif) {
  EXPECT_THROW(checked_movie("a.avi"), InputError);
  EXPECT_THROW(checked_movie("a"), InputError);
}

/// On a full disk ffmpeg writes a part of a GIF, complains, and exits with 0.
TEST(Preview, MoviesOfWhichFfmpegComplainsAreNoMovies) {
  const TemporaryFolder folder;
  const fs::path ffmpeg = folder.path() / "ffmpeg", movie = folder.path() / "a.gif";
  std::ofstream(ffmpeg) << "#!/bin/sh\nfor last; do :; done\necho part > \"$last\"\n"
                           "echo No space left on device >&2\n";
  fs::permissions(ffmpeg, fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  EXPECT_THROW(write_movie(movie, {"a.png"}, 25), DeviceError);
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no part is left";
}

TEST(Preview, WhatCannotBeDrawnIsAnInputError) {
  const TemporaryFolder folder;
  EXPECT_THROW(preview_folder(folder.path()), InputError);
  EXPECT_THROW(preview_file(folder.path() / "none.vdb", folder.path() / "a.png"), InputError);
}

}  // namespace
}  // namespace eulersolid
