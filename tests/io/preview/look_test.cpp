#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>

#include "io/mesh/body_mesh.h"
#include "io/mesh/shape_mesh.h"
#include "io/preview/draw/colour_scale.h"
#include "io/preview/draw/png.h"
#include "io/preview/draw/preview_camera.h"
#include "io/preview/preview.h"
#include "io/preview/surface_values.h"
#include "io/scene/read_scene.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

constexpr double pi = std::numbers::pi;

const Bounds view{{-1, -1, -1}, {1, 1, 1}};

FrameMaps ball_maps(Vec3 centre) {
  FrameMaps maps;
  maps.frame = 1, maps.h = 0.05;
  add_map(maps, "ball", {Shape::sphere(0.3), {centre}}, no_displacement);
  return maps;
}

Picture drawn(const FrameMaps& maps, const PreviewLook& look) {
  const TemporaryFolder folder;
  PreviewOptions options{.width = 200, .height = 150, .view = view, .look = look};
  options.look.stamp = false;
  std::ofstream(folder.path() / "a.png", std::ios::binary) << preview_png(maps, options);
  return read_png(folder.path() / "a.png");
}

using Pixel = std::array<int, 3>;

Pixel pixel(const Picture& picture, int x, int y) {
  const std::uint8_t* rgb = &picture.rgb[3 * std::size_t(x + picture.width * y)];
  return {rgb[0], rgb[1], rgb[2]};
}

/// Mean place of what is clearly red, as the first body is [pixels].
Vec3 place_of_red(const Picture& picture) {
  Vec3 sum;
  double count = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const auto [r, g, b] = pixel(picture, x, y);
      if (r < b + 40) continue;
      sum += Vec3{x + 0.5, y + 0.5, 0}, count += 1;
    }
  return (1 / count) * sum;
}

TEST(Legend, TicksAreRoundAndFew) {
  EXPECT_EQ(round_ticks(0, 5), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(round_ticks(-0.3, 0.3).size(), 7u);
  EXPECT_DOUBLE_EQ(round_ticks(0.93, 1.11).front(), 0.95);
  for (int n = 0; n < 2000; ++n) {
    const double low = std::sin(n) * std::pow(10, n % 4 - 3);
    const double high = low + std::pow(10, (n % 131) / 30.0 - 2);
    const std::vector<double> ticks = round_ticks(low, high);
    ASSERT_GE(ticks.size(), 2u);
    ASSERT_LE(ticks.size(), 7u);
    const double step = ticks[1] - ticks[0],
                 leading = step / std::pow(10, std::floor(std::log10(step * 1.001)));
    EXPECT_LT(std::min({std::fabs(leading - 1), std::fabs(leading - 2), std::fabs(leading - 5)}),
              1e-3)
        << step;
    EXPECT_GE(ticks.front(), low - 1e-6 * step);
    EXPECT_LE(ticks.back(), high + 1e-6 * step);
    EXPECT_NEAR(ticks.back() / step, std::round(ticks.back() / step), 1e-3);
  }
}

TEST(Legend, NumbersHaveTheUnitThatFitsThem) {
  const LegendText stress = legend_text({"von Mises stress", "Pa", 0, 2.4e4});
  EXPECT_EQ(stress.title, "von Mises stress [kPa]");
  EXPECT_EQ(stress.numbers, (std::vector<std::string>{"0", "5", "10", "15", "20"}));
  const LegendText ratio = legend_text({"volume ratio J", "-", 0.94, 1.03});
  EXPECT_EQ(ratio.title, "volume ratio J [-]");
  EXPECT_EQ(ratio.numbers, (std::vector<std::string>{"0.94", "0.96", "0.98", "1.00", "1.02"}));
  EXPECT_EQ(legend_text({"speed", "m/s", 0, 0.3}).title, "speed [mm/s]");
}

TEST(Camera, LooksAtItsTargetAndTurnsAboutIt) {
  const Vec3 target{0.4, -0.2, 0.3};
  const PreviewCamera still = camera_at({view, target}, 200, 150),
                      turned = camera_at({view, target, {}, pi / 2, pi / 2}, 200, 150),
                      start = camera_at({view, target, {}, 0, pi / 2}, 200, 150);
  EXPECT_NEAR(norm(still.eye + norm(target - still.eye) * still.forward - target), 0, 1e-12);
  const Vec3 before = start.eye - target, after = turned.eye - target;
  EXPECT_NEAR(norm(after - Vec3{-before.y, before.x, before.z}), 0, 1e-12);
  EXPECT_GE(norm(before), norm(still.eye - target)) << "all is in view all along";
  const PreviewCamera given = camera_at({view, target, Vec3{3, -0.2, 0.3}, pi}, 200, 150);
  EXPECT_NEAR(norm(given.eye - Vec3{-2.2, -0.2, 0.3}), 0, 1e-12);
  EXPECT_NEAR(given.up.z, 1, 1e-12);
  const PreviewCamera down = camera_at({view, target, target + Vec3{0, 0, 5}}, 200, 150);
  EXPECT_NEAR(down.up.y, 1, 1e-12) << "north is up where Z is not";
  EXPECT_THROW(camera_at({view, target, target}, 200, 150), InputError);
}

TEST(Camera, KeysMoveThePicture) {
  const Vec3 centre{0.5, 0.1, -0.3};
  const FrameMaps ball = ball_maps(centre);
  PreviewLook look;
  EXPECT_GT(place_of_red(drawn(ball, look)).x, 110);
  look.look_at = centre;
  const Vec3 middle = place_of_red(drawn(ball, look));
  EXPECT_NEAR(middle.x, 100, 1.5);  // sides in shadow count less
  EXPECT_NEAR(middle.y, 75, 1.5);
  look = {};
  look.duration = 2, look.turns = 1;
  FrameMaps later = ball;
  later.time = 1;
  EXPECT_LT(place_of_red(drawn(later, look)).x, 95) << "half a turn swaps left and right";
  look = {};
  look.follow = 1, look.followed = bounds(ball.bodies[0].shape);
  const Vec3 here = place_of_red(drawn(ball, look)),
             there = place_of_red(drawn(ball_maps({-0.4, 0.6, 0.7}), look));
  EXPECT_NEAR(norm(here - Vec3{100, 75, 0}), 0, 4);
  EXPECT_NEAR(norm(here - there), 0, 1);
}

/// Pixels as dark as letters.
int ink_in(const Picture& picture) {
  int count = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const auto [r, g, b] = pixel(picture, x, y);
      count += r < 50 && g < 55 && b < 65;
    }
  return count;
}

/// A picture says why it does not show what it is of.
TEST(Camera, SaysThatNoBodyIsInViewOrItIsInsideOne) {
  const FrameMaps ball = ball_maps({0, 0, 0});
  PreviewLook look;
  look.look_at = Vec3{0, 0, 0};
  const auto seen_from = [&](Vec3 from, Vec3 at) {
    look.from = from, look.look_at = at;
    return ink_in(drawn(ball, look));
  };
  EXPECT_EQ(seen_from({2, 0, 0}, {0, 0, 0}), 0);
  EXPECT_GT(seen_from({2, 0, 0}, {4, 0, 0}), 50);
  EXPECT_GT(seen_from({0.1, 0, 0}, {0, 0, 0}), 50);
  EXPECT_GT(seen_from({0.1, 0, 0}, {4, 0, 0}), 50);
}

/// A ball behind a plate that hides all of it.
TEST(Obstacles, AreSeenThroughWhereTheyHideBodies) {
  const FrameMaps ball = ball_maps({0, 0, 0});
  const PreviewCamera camera = camera_that_sees(view, 200, 150);
  const auto with_plate = [&](const FrameMaps& maps) {
    const TemporaryFolder folder;
    PreviewOptions options{.width = 200, .height = 150, .view = view};
    const Vec3 before = -0.7 * camera.forward;
    options.solids = {placed_mesh({Shape::box({1.2, 0.1, 1.2}), {before}})};
    options.look.stamp = false;
    std::ofstream(folder.path() / "a.png", std::ios::binary) << preview_png(maps, options);
    return read_png(folder.path() / "a.png");
  };
  FrameMaps none = ball;
  none.bodies.clear();
  const Picture seen = with_plate(ball), alone = with_plate(none);
  const auto [r, g, b] = pixel(seen, 100, 75);
  EXPECT_GT(r, b + 25);
  EXPECT_GT(std::abs(pixel(seen, 118, 70)[0] - pixel(alone, 118, 70)[0]), 3)
      << "beside the ball, too";
}

/// Simple shear by a small angle: a stress of mu gamma, of which von Mises' is sqrt(3) times.
TEST(SurfaceValues, StressIsThatOfSimpleShear) {
  const double gamma = 1e-3;
  FrameMaps maps;
  maps.h = 0.05;
  add_map(maps, "block", {Shape::box({0.6, 0.6, 0.6}), {}}, [&](Vec3 x) {
    return Vec3{gamma * x.y, 0, 0};
  });
  const FrameMeshes meshes = frame_meshes(maps, sample_frame(maps, maps.h));
  const SurfaceField field{
      "stress",
      {{{make_law("neo_hookean", {{"youngs_modulus", 1e5}, {"poissons_ratio", 0.25}})}, {}}},
      0.05,
      0.04};
  const double mu = 1e5 / 2.5;
  const std::vector<float> values = surface_values(field, maps, meshes.bodies);
  ASSERT_EQ(values.size(), meshes.bodies[0].positions.size());
  for (const float value : values)
    ASSERT_NEAR(double(value), std::sqrt(3.0) * mu * gamma, 0.003 * mu * gamma);
}

/// A stretch by s in all directions: J = s^3, a pressure of -3 K (s - 1), and no shear.
TEST(SurfaceValues, OfAPureChangeOfVolume) {
  const double s = 1.001;
  FrameMaps maps;
  maps.h = 0.05;
  add_map(maps, "ball", {Shape::sphere(0.3), {}}, [&](Vec3 x) { return (1 - 1 / s) * x; });
  const FrameMeshes meshes = frame_meshes(maps, sample_frame(maps, maps.h));
  const Law law = make_law("neo_hookean", {{"youngs_modulus", 1e5}, {"poissons_ratio", 0.25}});
  const double bulk = 1e5 / (3 * (1 - 2 * 0.25));
  const auto first = [&](const char* name) {
    return double(surface_values({name, {{{law}, {}}}, 0.05, 0.04}, maps, meshes.bodies).front());
  };
  EXPECT_NEAR(first("J"), s * s * s, 1e-6);
  EXPECT_NEAR(first("pressure"), -3 * bulk * (s - 1), 0.01 * bulk * (s - 1));
  EXPECT_NEAR(first("stress"), 0, 1e-3 * bulk * (s - 1));
}

/// Slow is dark blue, fast is yellow.
TEST(SurfaceValues, AreInTheColoursOfTheScale) {
  PreviewLook look;
  look.field.name = "speed";
  look.look_at = Vec3{};
  look.range = ValueRange{0, 1};
  const auto middle_at = [&](float speed) {
    FrameMaps maps = ball_maps({});
    for (Vec3f& v : maps.bodies[0].velocity) v = {0, speed, 0};
    return pixel(drawn(maps, look), 100, 75);
  };
  const Pixel slow = middle_at(0.02F), fast = middle_at(0.97F);
  EXPECT_GT(slow[2], slow[0] + 40);
  EXPECT_GT(fast[0], fast[2] + 60);
  EXPECT_GT(fast[1], fast[2] + 40);
}

TEST(SurfaceValues, RangesLeaveOutliersOutAndAreNeverAPoint) {
  const SurfaceField speed{"speed", {}, 0}, J{"J", {}, 0};
  std::vector<float> values(1000, 2.0F);
  values[17] = 99;
  EXPECT_EQ(range_of(speed, values).low, 0);
  EXPECT_EQ(range_of(speed, values).high, 2);
  const ColourScale still = scale_of(speed, range_of(speed, {0, 0, 0}));
  EXPECT_LT(still.low, still.high);
  const ColourScale rest = scale_of(J, range_of(J, {1, 1.0000001F, 1}));
  EXPECT_NEAR(rest.low, 0.95, 1e-6);
  EXPECT_NEAR(rest.high, 1.05, 1e-6);
  EXPECT_LT(scale_of(J, range_of(J, {})).low, scale_of(J, range_of(J, {})).high);
}

/// A run's folder with one frame of a ball that is stretched by 1.1 along x.
class FolderOfABall : public testing::Test {
 protected:
  void SetUp() override {
    FrameMaps maps;
    maps.frame = 1, maps.h = 0.05;
    add_map(
        maps, "ball", {Shape::sphere(0.3), {}},
        [](Vec3 x) {
          return Vec3{x.x * (1 - 1 / 1.1), 0, 0};
        },
        8);
    fs::create_directory(folder_.path() / "vdb");
    write_vdb(folder_.path() / "vdb/a_0001.vdb", sample_frame(maps, 0.025), {});
    std::ofstream(folder_.path() / "scene.toml") << R"(
time = { duration = 1 }
grid = { origin = [-1, -1, -1], size = [2, 2, 2], cell_size = 0.05 }
[[body]]
name = "ball"
shape = "sphere"
radius = 0.3
centre = [0, 0, 0]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
)";
  }

  std::string error_of(const std::vector<SceneOverride>& changes) {
    try {
      preview_folder(folder_.path(), {.width = 64, .height = 48, .changes = changes});
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(FolderOfABall, HasItsFieldsInItsPictures) {
  const auto middle = [&](const char* range) {
    preview_folder(folder_.path(), {.width = 200,
                                    .height = 150,
                                    .changes = {"preview.colour=J", range, "preview.stamp=false"}});
    return pixel(read_png(folder_.path() / "preview/a_0001.png"), 100, 75);
  };
  const Pixel above = middle("preview.colour_range=[1, 1.09]"),
              below = middle("preview.colour_range=[1.11, 2]");
  EXPECT_GT(above[0], above[2] + 60) << "J is above 1.09";
  EXPECT_GT(below[2], below[0] + 40) << "J is below 1.11";
  for (const char* colour : {"speed", "stress", "pressure", "J"})
    EXPECT_EQ(error_of({"preview.colour=" + std::string(colour)}), "none");
}

/// Files have the map of the nearer body alone: beside another one that is turned the strains of a
/// body must not be those of what is put in its place.
TEST_F(FolderOfABall, ShowsNoStrainWhereAnotherBodyTouches) {
  FrameMaps maps;
  maps.frame = 1, maps.h = 0.05;
  const Vec3 size{0.4, 0.4, 0.4}, left{-0.2, 0, 0}, right{0.2, 0, 0};
  add_map(maps, "turned", {Shape::box(size), {left}}, [&](Vec3 x) {
    return x - left - Vec3{x.y, -(x.x - left.x), x.z};  // by a quarter
  });
  add_map(maps, "still", {Shape::box(size), {right}}, no_displacement);
  write_vdb(folder_.path() / "vdb/a_0001.vdb", sample_frame(maps, 0.025), {});
  std::ofstream scene(folder_.path() / "scene.toml");
  scene << "time = { duration = 1 }\n"
           "grid = { origin = [-1, -1, -1], size = [2, 2, 2], cell_size = 0.05 }\n";
  for (const char* x : {"-0.2", "0.2"})
    scene << "[[body]]\nshape = \"box\"\nsize = [0.4, 0.4, 0.4]\ncentre = [" << x
          << ", 0, 0]\nmaterial = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }\n";
  scene.close();
  preview_folder(folder_.path(),
                 {.width = 200,
                  .height = 150,
                  .changes = {"preview.colour=J", "preview.colour_range=[1.03, 1.1]",
                              "preview.from=[0, -1.2, 1]", "preview.stamp=false"}});
  const Picture picture = read_png(folder_.path() / "preview/a_0001.png");
  int high = 0;
  for (int y = 0; y < 150; ++y)
    for (int x = 0; x < 150; ++x) {  // without the legend
      const Pixel p = pixel(picture, x, y);
      high += p[0] > p[2] + 40;
    }
  EXPECT_EQ(high, 0) << "J is 1 everywhere";
}

TEST_F(FolderOfABall, SaysWhatItCannotDraw) {
  EXPECT_EQ(error_of({"preview.colour=heat"}),
            "--set preview.colour=heat: [preview] colour is \"heat\", but must be one of \"body\", "
            "\"speed\", \"stress\", \"pressure\", \"J\", \"contact_pressure\"");
  EXPECT_EQ(
      error_of({"preview.follow=bll"}),
      "--set preview.follow=bll: [preview] follow names \"bll\", but there is no body of that "
      "name; did you mean \"ball\"?");
  fs::remove(folder_.path() / "scene.toml");
  EXPECT_EQ(error_of({"preview.colour=J"}),
            "preview.colour needs the run's scene.toml, which is not there or cannot be read");
  EXPECT_EQ(error_of({"preview.from=[1, 2, 3]"}), "none");
}

}  // namespace
}  // namespace eulersolid
