#include <gtest/gtest.h>

#include "tests/io/geometry/mesh_files.h"
#include "tests/src/program.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

/// A run of a ball from a file beside the scene, which is interrupted in its fifth step.
class ShapeFiles : public Program {
 protected:
  const std::string mesh_ = (folder_ / "ball.stl").string();

  void write_mesh(double radius) const {
    std::ofstream(mesh_, std::ios::binary)
        << test::stl_bytes(test::ball_mesh(radius, 2, {0.5, 0.5, 0.5}));
  }
  ShapeFiles() {
    write_mesh(0.2);
    std::ofstream(scene_) << R"(
time = { duration = 0.1, dt = 0.01 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.1 }
output = { fps = 50, start_frame = 5 }
[[body]]
shape = "mesh"
file = "ball.stl"
material = { density = 1000, youngs_modulus = 1e3, poissons_ratio = 0.3 }
)";
    fake_plan().interrupted_at = 5;
    first_ = call({"run", scene_, "-o", run_, "-q"});
    fake_plan().interrupted_at = 0;
  }
  Outcome resume() { return call({"run", "--resume", run_, "-q"}); }

  Outcome first_;
};

TEST_F(ShapeFiles, AreFoundFromTheRunFolder) {
  ASSERT_EQ(first_.code, ExitCode::interrupted) << first_.err;
  const Outcome outcome = resume();
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
}

TEST_F(ShapeFiles, ThatHaveChangedAreNoticed) {
  write_mesh(0.21);
  const Outcome outcome = resume();
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("[body \"body_1\"] file " + mesh_ + " has changed: its checksum was "),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(lines(outcome.err), 1u);
  const Outcome by_scene = call({"run", scene_, "-o", run_, "--resume", "-q"});
  EXPECT_EQ(by_scene.code, ExitCode::bad_input);
  EXPECT_NE(by_scene.err.find("cannot be resumed with another scene"), std::string::npos)
      << by_scene.err;
}

/// The surface tells what it is, not where it is.
TEST_F(ShapeFiles, MayMoveWithTheirScene) {
  const fs::path other = folder_ / "other";
  fs::create_directory(other);
  fs::copy(scene_, other / "ball.toml"), fs::copy(mesh_, other / "ball.stl");
  fs::remove(mesh_);
  const Outcome lost = resume();
  EXPECT_EQ(lost.code, ExitCode::bad_input);
  EXPECT_NE(lost.err.find("ball.stl cannot be read: no such file"), std::string::npos) << lost.err;
  const Outcome found = call({"run", (other / "ball.toml").string(), "-o", run_, "--resume", "-q"});
  EXPECT_EQ(found.code, ExitCode::done) << found.err;
}

TEST_F(ShapeFiles, ThatAreNoneLeaveNothing) {
  std::ofstream(mesh_) << "solid";
  const std::string folder = (folder_ / "none").string();
  const Outcome outcome = call({"run", scene_, "-o", folder, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  EXPECT_FALSE(fs::exists(folder));
}

}  // namespace
}  // namespace eulersolid
