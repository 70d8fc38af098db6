#include <gtest/gtest.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetSphere.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <random>

#include "io/geometry/distances/mesh_samples.h"
#include "io/geometry/read_mesh.h"
#include "kernels/core/error.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/io/geometry/read_outcome.h"

/// Surfaces that are read from VDB files.
namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

std::string vdb_file(const Files& files, const openvdb::GridPtrVec& grids) {
  const std::string path = files.path("a.vdb");
  openvdb::io::File(path).write(grids);
  return path;
}

openvdb::FloatGrid::Ptr level_set_ball() {
  openvdb::initialize();
  const auto grid = openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(
      0.3f, openvdb::Vec3f(1, 2, 3), 0.02f, 3);
  grid->setName("ball");
  return grid;
}

/// Both the level set of a ball and a fog of 1 minus twice the distance over the radius, at 0.25.
TEST(ReadVdbSurface, IsWhereTheValueIs) {
  const Files files;
  const double exact = 4 * pi / 3 * 0.3 * 0.3 * 0.3;
  const TriangleMesh ball = read_vdb_surface(vdb_file(files, {level_set_ball()}), "", {});
  // Flat faces of a voxel lie below the sphere: they lack about (voxel / radius)^2 of the volume.
  const double lacking = 1.2 * (0.02 / 0.3) * (0.02 / 0.3);
  EXPECT_NEAR(std::fabs(volume_of(ball)), exact, lacking * exact);
  const Bounds box = bounds(ball);
  EXPECT_LT(norm(0.5 * (box.low + box.high) - Vec3{1, 2, 3}), 1e-5);
  const auto fog = openvdb::FloatGrid::create(0);
  fog->setName("fog"), fog->setGridClass(openvdb::GRID_FOG_VOLUME);
  fog->setTransform(openvdb::math::Transform::createLinearTransform(0.02));
  for (int i = -30; i <= 30; ++i)
    for (int j = -30; j <= 30; ++j)
      for (int k = -30; k <= 30; ++k) {
        const double value = 1 - 0.02 * std::sqrt(i * i + j * j + k * k) / 0.4;
        if (value > 0) fog->tree().setValue({i, j, k}, float(value));
      }
  const TriangleMesh cloud =
      read_vdb_surface(vdb_file(files, {fog, level_set_ball()}), "fog", 0.25);
  EXPECT_NEAR(std::fabs(volume_of(cloud)), exact, lacking * exact);
}

TEST(ReadVdbSurface, SaysWhatIsWrongWithAFile) {
  const Files files;
  const auto error = [](const std::string& path, const std::string& grid, double iso) {
    const std::string text = refusal_of([&] { read_vdb_surface(path, grid, iso); });
    return text.starts_with(path) ? text.substr(path.size()) : text;
  };
  const std::string path = vdb_file(files, {level_set_ball()});
  EXPECT_EQ(error(path, "fog", 0), " holds no grid \"fog\" of numbers; it holds \"ball\"");
  const auto fog = openvdb::FloatGrid::create(0);
  fog->setName("fog"), fog->setGridClass(openvdb::GRID_FOG_VOLUME);
  fog->tree().setValue({0, 0, 0}, 1);
  vdb_file(files, {fog, level_set_ball()});
  EXPECT_EQ(error(path, "", 0.5), " holds several grids, \"ball\", \"fog\"; name one as `grid`");
  EXPECT_EQ(
      error(path, "ball", 0.5),
      ": the grid \"ball\" is a level set, whose surface is at 0; iso, 0.5, is of fog volumes");
  EXPECT_EQ(error(path, "fog", 2), ": the grid \"fog\" is nowhere 2: there is no surface");
  EXPECT_EQ(
      error(path, "fog", -1),
      ": outside of the grid \"fog\" values are 0, not below -1: the solid has no end; take a "
      "larger iso, or mark the grid as a level set if it is one");
  vdb_file(files, {fog, fog->deepCopy(), level_set_ball()});
  EXPECT_EQ(
      error(path, "fog", 0.5),
      " holds several grids of numbers named \"fog\": which is meant cannot be said; give them "
      "names of their own");
  fog->tree().setValue({1, 0, 0}, NAN);
  vdb_file(files, {fog});
  EXPECT_EQ(error(path, "fog", 0.5), ": the grid \"fog\" has a voxel whose value is nan");
  EXPECT_EQ(error(files.write("noise.vdb", "noise"), "", 0),
            " cannot be read as a VDB file: not a VDB file");
}

TEST(ReadVdbSurface, SurvivesCutAndFlippedFiles) {
  const Files files;
  std::mt19937 random(6);
  std::ifstream file(vdb_file(files, {level_set_ball()}), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});
  int refused = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::string bytes = whole;
    if (trial % 2 == 0) bytes.resize(random() % bytes.size());
    for (int flip = trial % 5; flip > 0 && !bytes.empty(); --flip)
      bytes[random() % std::min<std::size_t>(bytes.size(), 2000)] = char(random());
    const std::string path = files.write("b.vdb", bytes);
    const std::string error = refusal_of([&] { read_vdb_surface(path, "", 0); });
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    refused += error != "no error";
  }
  EXPECT_GT(refused, 25);
}

template <class Grid>
Outcome outcome_of_grid(const Files& files, const typename Grid::Ptr& grid) {
  grid->setName("g");
  const std::string path = files.path("g.vdb");
  openvdb::io::File(path).write({grid});
  return outcome_of(path, [&](auto* said) { return read_vdb_surface(path, "", {}, said); });
}

/// Ten voxels of 0.1 m along each axis that are 1: the surface is half-way to those that are 0, but
/// along edges, where its points are the means of two such places: a quarter of a voxel's square is
/// cut off.
TEST(OddVdb, WholeNumbersAndTruthsAreNumbers) {
  openvdb::initialize();
  const Files files;
  const auto block = [](auto grid) {
    grid->setTransform(openvdb::math::Transform::createLinearTransform(0.1));
    grid->fill(openvdb::CoordBBox({0, 0, 0}, {9, 9, 9}), 1, true);
    grid->tree().voxelizeActiveTiles();
    return grid;
  };
  const auto expect_block = [](const Outcome& outcome) {
    EXPECT_EQ(outcome.error, "");
    EXPECT_NEAR(outcome.volume, 1 - 12 * 0.25 * 0.1 * 0.1, 0.002);  // but at corners
    EXPECT_TRUE(outcome.remarks.empty());
  };
  expect_block(outcome_of_grid<openvdb::Int32Grid>(files, block(openvdb::Int32Grid::create(0))));
  expect_block(outcome_of_grid<openvdb::Int64Grid>(files, block(openvdb::Int64Grid::create(0))));
  expect_block(outcome_of_grid<openvdb::BoolGrid>(files, block(openvdb::BoolGrid::create(false))));
  EXPECT_EQ(outcome_of_grid<openvdb::Vec3SGrid>(files, openvdb::Vec3SGrid::create()).error,
            " holds no grid of numbers, as a level set or a fog volume is, but \"g\" of vec3s");
}

/// All of it turned, its band alone, or all but its band: the same ball each time.
TEST(OddVdb, LevelSetsMayBePositiveInside) {
  const Files files;
  const Outcome right = outcome_of_grid<openvdb::FloatGrid>(files, level_set_ball());
  EXPECT_TRUE(right.remarks.empty());
  const auto expect_turned = [&](const openvdb::FloatGrid::Ptr& grid) {
    const Outcome outcome = outcome_of_grid<openvdb::FloatGrid>(files, grid);
    EXPECT_EQ(outcome.error, "");
    EXPECT_NEAR(outcome.volume, right.volume, 1e-6 * right.volume);
    EXPECT_EQ(outcome.remarks,
              std::vector<std::string>{": the grid \"g\" is a level set whose values are positive "
                                       "inside and negative outside; it was read with its sign "
                                       "turned"});
  };
  const auto turn = [](auto value) {
    for (; value; ++value) value.setValue(-*value);
  };
  const openvdb::FloatGrid::Ptr all = level_set_ball(), band = level_set_ball(),
                                others = level_set_ball();
  for (const openvdb::FloatGrid::Ptr& grid : {all, others}) {
    turn(grid->beginValueOff());
    grid->tree().root().setBackground(-grid->background(), false);
  }
  for (const openvdb::FloatGrid::Ptr& grid : {all, band}) turn(grid->beginValueOn());
  expect_turned(all), expect_turned(band), expect_turned(others);
}

/// Half a ball that an image of distances ends in: beside its cut face is what counts as outside.
TEST(OddVdb, LevelSetsThatAreCutKeepTheirSign) {
  openvdb::initialize();
  const Files files;
  const openvdb::FloatGrid::Ptr half = openvdb::FloatGrid::create(1);
  half->setGridClass(openvdb::GRID_LEVEL_SET);
  half->setTransform(openvdb::math::Transform::createLinearTransform(0.02));
  for (int i = -20; i <= 0; ++i)
    for (int j = -20; j <= 20; ++j)
      for (int k = -20; k <= 20; ++k)
        half->tree().setValue({i, j, k}, float(0.02 * std::sqrt(i * i + j * j + k * k) - 0.3));
  const Outcome outcome = outcome_of_grid<openvdb::FloatGrid>(files, half);
  EXPECT_TRUE(outcome.remarks.empty());
  EXPECT_NEAR(outcome.volume, 2 * pi / 3 * 0.3 * 0.3 * 0.3,
              0.02 * pi * 0.3 * 0.3);  // a voxel at the cut
}

}  // namespace
}  // namespace eulersolid::test
