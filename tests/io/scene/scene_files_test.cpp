#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "kernels/core/error.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

const fs::path scenes = ES_SOURCE_DIR "/scenes";

std::string error_of(const fs::path& path) {
  try {
    read_scene(path.string());
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// A file that goes away with the test.
class SceneFile : public testing::Test {
 protected:
  const fs::path path_ =
      fs::temp_directory_path() / ("es_scene_" + std::to_string(getpid()) + ".toml");

  ~SceneFile() override { fs::remove(path_); }
  std::string error_with(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    return error_of(path_);
  }
};

TEST_F(SceneFile, ThatIsMissing) {
  EXPECT_EQ(error_of(path_), path_.string() + ": cannot read the scene: no such file");
}

TEST_F(SceneFile, ThatIsADirectory) {
  EXPECT_EQ(error_of(scenes), scenes.string() + ": cannot read the scene: it is a directory");
}

TEST_F(SceneFile, ThatIsADevice) {
  EXPECT_EQ(error_of("/dev/null"), "/dev/null: cannot read the scene: it is not a file");
}

TEST_F(SceneFile, ThatMayNotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  std::ofstream(path_) << "gravity = [0, 0, 0]";
  fs::permissions(path_, fs::perms::none);
  EXPECT_EQ(error_of(path_), path_.string() + ": cannot read the scene: Permission denied");
}

TEST_F(SceneFile, ThatIsEmpty) {
  EXPECT_EQ(error_with(""), path_.string() + ": cannot read the scene: the file is empty");
}

TEST_F(SceneFile, ThatIsTooLarge) {
  std::ofstream(path_) << "x";
  fs::resize_file(path_, 100u << 20);
  EXPECT_EQ(error_of(path_), path_.string() +
                                 ": cannot read the scene: it has 100 MB, but a scene has at most "
                                 "16 MB");
}

TEST_F(SceneFile, ThatIsNotTomlNamesTheLine) {
  const std::string error = error_with("gravity = [0, 0, 0]\n[time\nduration = 1\n");
  EXPECT_TRUE(error.starts_with(path_.string() + ":2:6: not valid TOML: ")) << error;
}

TEST_F(SceneFile, ThatIsAMeshSaysWhatASceneIs) {
  const std::string mesh = path_.string() + ".obj";
  std::ofstream(mesh) << "v 0 0 1\n";
  const std::string error = error_of(mesh);
  EXPECT_NE(error.find("; a scene is a .toml file, as `eulersolid new` writes one"),
            std::string::npos)
      << error;
}

TEST_F(SceneFile, ThatLacksItsEndingIsNamed) {
  const std::string name = path_.string(), without = name.substr(0, name.size() - 5);
  std::ofstream(name) << "\n";
  ASSERT_TRUE(name.ends_with(".toml"));
  const std::string error = error_of(without);
  EXPECT_TRUE(error.ends_with("; " + name + " is there")) << error;
}

TEST_F(SceneFile, ThatIsBinaryGivesOneReadableLine) {
  std::string garbage = "\x89PNG\r\n\x1a\n";
  for (int i = 0; i < 4096; ++i) garbage += static_cast<char>(i * 37 % 256);
  const std::string error = error_with(garbage);
  EXPECT_TRUE(error.starts_with(path_.string() + ":1:")) << error;
  for (const unsigned char c : error) EXPECT_GE(c, 0x20);
  EXPECT_LT(error.size(), 400u);
}

TEST(SceneFiles, AllLoadWithoutWarnings) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(scenes)) {
    if (entry.path().extension() != ".toml") continue;
    ++count;
    std::vector<std::string> warnings;
    EXPECT_NO_THROW(read_scene(entry.path().string(), {}, &warnings)) << entry.path();
    EXPECT_TRUE(warnings.empty()) << warnings[0];
  }
  EXPECT_GE(count, 6);
}

TEST(SceneFiles, CylindersStartMirroredWithoutMomentum) {
  for (const char* name : {"cylinder_collision.toml", "cylinder_collision_fine.toml"}) {
    const Scene scene = read_scene((scenes / name).string());
    ASSERT_EQ(scene.bodies.size(), 9u);
    Vec3 momentum;
    for (std::size_t i = 0; i < 9; ++i) {
      const BodySpec &body = scene.bodies[i], &opposite = scene.bodies[8 - i];
      EXPECT_EQ(norm(body.centre + opposite.centre), 0) << body.name;
      EXPECT_EQ(norm(body.velocity + opposite.velocity), 0) << body.name;
      EXPECT_NEAR(norm(body.velocity), i == 4 ? 0 : 4, 1e-14) << body.name;
      // towards the centre, in units of the grid's cells from its origin
      EXPECT_NEAR(dot(body.velocity, body.centre), -4 * norm(body.centre), 1e-13);
      const double cells = (body.centre.x - scene.grid.origin.x) / scene.grid.cell_size;
      EXPECT_EQ(cells, std::round(cells));
      momentum += body.velocity;
    }
    EXPECT_EQ(norm(momentum), 0);
  }
}

TEST(SceneFiles, TwoBallsHaveTheKineticEnergyOfTheCase) {
  const Scene scene = read_scene((scenes / "two_balls.toml").string());
  double energy = 0;
  Vec3 momentum;
  for (const BodySpec& body : scene.bodies) {
    const double mass = body.material.density * volume(shape_of(body.shape));
    energy += 0.5 * mass * dot(body.velocity, body.velocity);
    momentum += mass * body.velocity;
  }
  EXPECT_NEAR(energy, 0.6702, 5e-5);
  EXPECT_EQ(norm(momentum), 0);
}

/// The gap between the first body and an obstacle, by the deepest corner or pole of the body.
TEST(SceneFiles, BodiesStartOnTheirObstacles) {
  const Scene floor = read_scene((scenes / "block_on_floor.toml").string());
  EXPECT_NEAR(signed_distance(placed(floor.obstacles[0]), floor.bodies[0].centre), 0.1, 1e-12);
  const Scene incline = read_scene((scenes / "block_on_incline.toml").string());
  EXPECT_NEAR(signed_distance(placed(incline.obstacles[0]), incline.bodies[0].centre), 0.1, 1e-9);
  const Vec3 up = placed(incline.bodies[0]).pose.rotation * Vec3{0, 0, 1};
  EXPECT_NEAR(norm(up - incline.obstacles[0].shape.vector("normal")), 0, 1e-12);
  const Scene squeezed = read_scene((scenes / "squeezed_ball.toml").string());
  for (const ObstacleSpec& plate : squeezed.obstacles) {
    EXPECT_NEAR(signed_distance(placed(plate), {0, 0, 0}), 0.2, 1e-12);
    EXPECT_NEAR(norm(value_at(plate.motion, 0.5)), 0.17, 1e-12);
  }
}

}  // namespace
}  // namespace eulersolid
