#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "io/mesh/usd_stage.h"
#include "io/run/run_folder.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

FrameMaps numbered_frame(int number) {
  FrameMaps frame = sphere_maps(5);
  frame.frame = number;
  frame.bodies[0].cell_values.push_back(
      {"stress_vm", std::vector<float>(std::size_t(frame.bodies[0].cells().count()), 2.5F)});
  return frame;
}

/// A ball that was read from a tetrahedron, a floor, and a gate that turns.
RunFolderOptions options() {
  RunFolderOptions options{.name = "a",
                           .fps = 10,
                           .surface = {"usd"},
                           .rest_mesh = true,
                           .domain = {{0, 0, 0}, {1, 1, 1}}};
  const Vec3 c{0.513, 0.871, 0.702};
  options.sources["ball"] = {{c, c + Vec3{0.1, 0, 0}, c + Vec3{0, 0.1, 0}, c + Vec3{0, 0, 0.1}},
                             {3, 3, 3, 3},
                             {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3},
                             {}};
  ObstacleSpec floor, gate;
  floor.name = "floor", floor.shape = {"plane", {{"normal", Vec3{0, 0, 1}}}};
  gate.name = "gate", gate.shape = {"box", {{"size", Vec3{0.4, 0.2, 0.1}}}};
  gate.motion.keyframes = {{0, {0.1, 0.2, 0.3}}, {1, {0.5, 0.2, 0.3}}};
  gate.turning.rate = {0, 0, 2};
  options.obstacles = {floor, gate};
  return options;
}

void write_frames(RunFolder& run, std::initializer_list<int> frames) {
  for (const int frame : frames) run.write_frame(numbered_frame(frame));
  run.wait();
}

/// All USD files of a folder, with what they hold.
std::map<std::string, std::string> stages_in(const fs::path& dir) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(dir))
    if (entry.path().extension() == ".usda")
      files[fs::relative(entry.path(), dir).string()] = text_of(entry.path());
  return files;
}

/// Files that a USD file names, from the folder that it is in.
std::vector<std::string> named_files(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    const std::size_t end = text.find('@', at + 1);
    names.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return names;
}

TEST(SurfaceStages, NameFilesThatAreThere) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, options());
  write_frames(run, {1, 2, 3});
  const auto files = stages_in(folder.path());
  for (const char* name :
       {"surface/a.usda", "surface/a_original.usda", "surface/ball/a.usda",
        "surface/ball/original/a.usda", "surface/a_rest.usda", "surface/ball/rest/a.usda"})
    EXPECT_EQ(files.count(name), 1u) << name;
  for (const auto& [name, text] : files) {
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}')) << name;
    EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')')) << name;
    for (const std::string& named : named_files(text))
      EXPECT_TRUE(fs::exists((folder.path() / name).parent_path() / named))
          << name << ": " << named;
  }
  const std::string& ball = files.at("surface/ball/a.usda");
  EXPECT_NE(ball.find("double2[] active = [(1, 0), (2, 1), (3, 2)]\n"), std::string::npos);
  EXPECT_NE(ball.find("assetPaths = [@./a_0001.usda@, @./a_0002.usda@, @./a_0003.usda@]"),
            std::string::npos);
  EXPECT_NE(ball.find("    int[] faceVertexCounts\n"), std::string::npos);
  const std::string& original = files.at("surface/ball/original/a.usda");
  EXPECT_EQ(original.find("faceVertexCounts"), std::string::npos);  // the same in each frame
  EXPECT_NE(files.at("surface/a_original.usda").find("@./ball/original/a.usda@"),
            std::string::npos);
}

/// As the run's folder is when it was killed after frame 3, and goes on from frame 2.
TEST(SurfaceStages, AreTheSameWhenTheRunGoesOn) {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole", broken = folder.path() / "broken";
  {
    RunFolder run = RunFolder::create(whole, false, options());
    write_frames(run, {1, 2, 3, 4});
  }
  {
    RunFolder run = RunFolder::create(broken, false, options());
    write_frames(run, {1, 2, 3});
  }
  RunFolder run(broken, options());
  write_frames(run, {2});
  EXPECT_EQ(text_of(broken / "surface/ball/a.usda").find("a_0003"), std::string::npos);
  write_frames(run, {3, 4});
  EXPECT_EQ(stages_in(broken), stages_in(whole));
  RunFolder::create(whole, true, options()).close();  // every file was listed
  EXPECT_TRUE(stages_in(whole).empty());
}

/// A frame that is missing goes on as the one before.
TEST(SurfaceStages, LeaveOutWhatIsMissing) {
  const TemporaryFolder folder;
  {
    RunFolder run = RunFolder::create(folder.path(), false, options());
    write_frames(run, {1, 2});
  }
  fs::remove(folder.path() / "surface/ball/a_0001.usda");
  fs::remove(folder.path() / "surface/floor/a_0001.usda");
  RunFolder run(folder.path(), options());
  write_frames(run, {3});
  EXPECT_NE(text_of(folder.path() / "surface/ball/a.usda").find("[(2, 0), (3, 1)]"),
            std::string::npos);
  const std::string stage = text_of(folder.path() / "surface/a.usda");
  EXPECT_EQ(stage.find("def Mesh \"floor\""), std::string::npos);
  EXPECT_NE(stage.find("def Mesh \"gate\""), std::string::npos);
}

/// Points of its file, taken through the matrix of a frame, are where the obstacle is then.
TEST(SurfaceStages, ObstaclesMoveAsAWhole) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, options());
  write_frames(run, {1, 2, 3});
  const std::string stage = text_of(folder.path() / "surface/a.usda");
  const std::size_t samples = stage.find("xformOp:transform.timeSamples", stage.find("\"gate\""));
  std::string line = stage.substr(stage.find("3: ", samples) + 3);
  line = line.substr(0, line.find('\n'));
  std::ranges::replace_if(
      line, [](char c) { return c == '(' || c == ')' || c == ','; }, ' ');
  std::istringstream numbers(line);
  double m[4][4];
  for (auto& row : m)
    for (double& value : row) ASSERT_TRUE(numbers >> value) << line;
  const ObstacleSpec gate = options().obstacles[1];
  const Pose start = placed(gate).pose, now = placed(gate, 0.2).pose;
  for (const Vec3 p : {Vec3{0, 0, 0}, Vec3{0.2, 0.1, -0.05}}) {
    const Vec3 x = to_world(start, p), expected = to_world(now, p);
    for (int column = 0; column < 3; ++column)
      EXPECT_NEAR(x.x * m[0][column] + x.y * m[1][column] + x.z * m[2][column] + m[3][column],
                  expected[column], 1e-12);
  }
  EXPECT_EQ(stage.find("xformOp", stage.find("\"floor\"")), stage.find("xformOp", samples));
}

}  // namespace
}  // namespace eulersolid
