#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "io/geometry/distances/mesh_samples.h"
#include "io/geometry/read_mesh.h"
#include "kernels/core/error.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/io/geometry/read_outcome.h"

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double cell = 0.05;  // [m]

DistanceSamples samples_of(const TriangleMesh& mesh, std::vector<std::string>* remarks = nullptr) {
  std::vector<std::string> found;
  DistanceSamples samples = mesh_samples(mesh, Edges::of_faces, cell, "m", found);
  if (remarks != nullptr) *remarks = found;
  return samples;
}

/// All kinds of files hold the mesh, joined again where the format has no joined points; glTF's up
/// is y.
TEST(ReadMesh, ReadsEachKindOfFile) {
  const Files files;
  const TriangleMesh ball = ball_mesh(0.3, 2, {1, 2, 3});
  const TriangleMesh from_obj = read_mesh(files.write("a.obj", obj_text(ball)));
  for (const std::string& path :
       {files.write("a.OBJ", obj_text(ball)), files.write("a.stl", stl_bytes(ball)),
        files.write("a.ply", ply_text(ball)), files.write("a.glb", glb_bytes(ball, {0, 0, 0}))}) {
    const TriangleMesh mesh = read_mesh(path);
    EXPECT_EQ(mesh.points.size(), ball.points.size()) << path;
    EXPECT_EQ(mesh.triangles.size(), ball.triangles.size()) << path;
    EXPECT_NEAR(volume_of(mesh), volume_of(ball), 1e-6 * volume_of(ball)) << path;  // 24 bits
    const Bounds box = bounds(mesh);
    const bool is_gltf = path.ends_with("glb");
    const Vec3 middle = is_gltf ? Vec3{1, -3, 2} : Vec3{1, 2, 3};
    EXPECT_LT(norm(0.5 * (box.low + box.high) - middle), 1e-6) << path;
  }
  EXPECT_EQ(checksum(from_obj), checksum(read_mesh(files.path("a.OBJ"))));
  EXPECT_NE(checksum(from_obj),
            checksum(read_mesh(files.write("b.obj", obj_text(ball_mesh(0.3, 2))))));
  const Bounds moved = bounds(read_mesh(files.write("b.glb", glb_bytes(ball, {10, 0, 0}))));
  EXPECT_NEAR(moved.low.x, 11 - 0.3, 1e-5);
}

/// Seams of which each side was rounded for itself, as where an angle ends at 2 pi: a ball whose
/// triangles share no point, each 1e-7 of the ball off its place. What is 1e-5 apart is not one.
TEST(ReadMesh, JoinsWhatRoundingHasParted) {
  const TriangleMesh ball = ball_mesh(0.3, 3, {1, 2, 3});
  const auto parted = [&](double part) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> off(-part * 0.3, part * 0.3);
    TriangleMesh mesh;
    for (const Int3 t : ball.triangles) {
      const int n = int(mesh.points.size());
      for (const int corner : {t.x, t.y, t.z})
        mesh.points.push_back(ball.points[std::size_t(corner)] +
                              Vec3{off(random), off(random), off(random)});
      mesh.triangles.push_back({n, n + 1, n + 2});
    }
    return joined(mesh);
  };
  EXPECT_EQ(parted(0).points.size(), ball.points.size());
  EXPECT_EQ(parted(1e-7).points.size(), ball.points.size());
  EXPECT_EQ(parted(1e-7).triangles.size(), ball.triangles.size());
  EXPECT_GT(parted(1e-5).points.size(), 2 * ball.points.size());
}

TEST(ReadMesh, SaysWhatIsWrongWithAFile) {
  const Files files;
  const auto error = [&](const std::string& name, const std::string& bytes) {
    const std::string path = files.write(name, bytes);
    std::string text = refusal_of([&] { read_mesh(path); });
    const std::size_t at = text.find(path);
    return at == 0 ? text.substr(path.size() + 1) : text;
  };
  const TriangleMesh cube = cube_mesh(1);
  EXPECT_EQ(error("a.stl", ""), "cannot be read: the file is empty");
  EXPECT_EQ(error("a.step", "x"),
            "is not named like a mesh: .stl, .obj, .ply, .gltf or .glb; export it as STL from the "
            "CAD program, or convert it: gmsh a.step -2 -o a.stl");
  EXPECT_EQ(error("a.obj", "v 0 0 0\nv 1 0 0\n"), "has no triangles");
  EXPECT_EQ(error("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"), "has no triangles");
  EXPECT_EQ(error("point.obj", "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n"), "has no triangles");
  EXPECT_EQ(error("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
            "has a vertex at [nan, 0, 0], but coordinates must be finite, 1e+15 at most");
  const std::string stl = stl_bytes(cube);
  EXPECT_TRUE(
      error("cut.stl", stl.substr(0, stl.size() / 2)).starts_with("cannot be read as a mesh"));
  const std::string ply = ply_text(cube);
  EXPECT_EQ(error("whole.ply", ply), "no error");
  EXPECT_EQ(error("cut.ply", ply.substr(0, ply.size() - 80)),
            "cannot be read as a mesh: it is cut: 2 of 12 elements \"face\" are there");
  EXPECT_EQ(error("head.ply", ply.substr(0, ply.find("end_header"))),
            "cannot be read as a mesh: its header has no line end_header; is it cut?");
  const std::string binary =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\nend_header\n";
  EXPECT_EQ(error("binary.ply", binary + std::string(17, '\0')),
            "cannot be read as a mesh: it is cut: 2 of 3 elements \"vertex\" are there");
  EXPECT_EQ(refusal_of([&] { read_mesh(files.path("none.stl")); }),
            files.path("none.stl") + " cannot be read: no such file");
  std::filesystem::create_directory(files.path("folder.stl"));
  EXPECT_EQ(refusal_of([&] { read_mesh(files.path("folder.stl")); }),
            files.path("folder.stl") + " cannot be read: it is a directory");
  files.write("big.stl", "x");
  std::filesystem::resize_file(files.path("big.stl"), std::uintmax_t(2) << 30);
  EXPECT_EQ(refusal_of([&] { read_mesh(files.path("big.stl")); }),
            files.path("big.stl") + " cannot be read: it has 2048 MB, but may have at most 1024");
}

/// Places are read in steps of up to 2^-23 of their size: 1.2e-5 at 100, a ten thousandth of a cube
/// of 0.1 there; 1.2e-3 at 10000.
TEST(ReadMesh, RefusesWhatRoundingWouldChange) {
  const Files files;
  const auto error = [&](double far) {
    TriangleMesh mesh = cube_mesh(0.1);
    for (Vec3& p : mesh.points) p.y += far;
    return refusal_of([&] { read_mesh(files.write("far.obj", obj_text(mesh))); });
  };
  EXPECT_EQ(error(100), "no error");
  EXPECT_EQ(error(1e4), files.path("far.obj") +
                            " is too far from its origin for its size: out to 1e+04, places are "
                            "read in steps of 0.001, which would change its volume by up to 1.2 %; "
                            "move it nearer");
}

/// Files cut anywhere and with bytes changed anywhere are read or refused in one line: never does
/// the program end, and what is read makes samples or a line, too.
TEST(ReadMesh, SurvivesCutAndFlippedFiles) {
  const Files files;
  std::mt19937 random(5);
  const TriangleMesh ball = ball_mesh(0.2, 1);
  const std::pair<std::string, std::string> kinds[] = {{"a.stl", stl_bytes(ball)},
                                                       {"a.obj", obj_text(ball)},
                                                       {"a.ply", ply_text(ball)},
                                                       {"a.glb", glb_bytes(ball)}};
  int refused = 0;
  for (const auto& [name, whole] : kinds) {
    for (int trial = 0; trial < 30; ++trial) {
      std::string bytes = whole;
      if (trial % 2 == 0) bytes.resize(random() % bytes.size());
      for (int flip = trial % 3; flip > 0 && !bytes.empty(); --flip)
        bytes[random() % bytes.size()] = char(random());
      const std::string path = files.write(name, bytes);
      const std::string error = refusal_of([&] {
        const TriangleMesh mesh = read_mesh(path);
        const Bounds box = bounds(mesh);
        // Samples take their time, most of all of large meshes.
        if (trial % 5 == 0 && norm(box.high - box.low) < 1) samples_of(mesh);
      });
      EXPECT_EQ(error.find('\n'), std::string::npos) << error;
      refused += error != "no error";
    }
  }
  EXPECT_GT(refused, 50);
}

/// The samples' volume is the mesh's to a thousandth, and their distances are those of the surface:
/// of a ball of so many faces, those of a ball but for the faces' depth below it.
TEST(MeshSamples, HaveVolumeAndDistancesOfTheMesh) {
  const TriangleMesh ball = ball_mesh(0.3, 5), cube = cube_mesh(0.5);
  for (const TriangleMesh& mesh : {ball, cube}) {
    const DistanceSamples samples = samples_of(mesh);
    EXPECT_NEAR(samples.view().solid.volume, volume_of(mesh), 1e-3 * volume_of(mesh));
  }
  const DistanceSamples samples = samples_of(ball);
  const double edge = 0.3 * 0.5 * pi / 32, depth = edge * edge / (2 * 0.3);
  const double spacing = samples.view().spacing, bend = spacing * spacing / (4 * 0.2);
  for (const Vec3 p :
       {Vec3{0.3, 0, 0}, Vec3{0.1, 0.2, 0.15}, Vec3{0, 0, -0.2}, Vec3{0.2, 0.2, 0.3}})
    EXPECT_NEAR(signed_distance(samples.view(), p), norm(p) - 0.3, depth + bend) << p.x;
  const DistanceSamples box = samples_of(cube);
  EXPECT_NEAR(signed_distance(box.view(), {0.25, 0.2, 0.45}), -0.05, 1e-6);
  EXPECT_NEAR(signed_distance(box.view(), {0.25, 0.2, 0.6}), 0.1, 1e-6);
}

TEST(MeshSamples, LookThroughFlippedFacesAndSmallHoles) {
  TriangleMesh mesh = ball_mesh(0.3, 4);
  const double volume = volume_of(mesh);
  std::vector<std::string> remarks;
  for (std::size_t n = 0; n < mesh.triangles.size(); n += 3)
    mesh.triangles[n] = turned(mesh.triangles[n]);
  mesh.triangles.erase(mesh.triangles.begin() + 100);
  EXPECT_NEAR(samples_of(mesh, &remarks).view().solid.volume, volume, 2e-3 * volume);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(remarks[0].ends_with("faces looked inwards and were turned over")) << remarks[0];
  EXPECT_TRUE(remarks[1].starts_with("m: 1 hole of at most 0.0")) << remarks[1];
  TriangleMesh inside_out = ball_mesh(0.3, 4);
  for (Int3& t : inside_out.triangles) t = turned(t);
  EXPECT_NEAR(samples_of(inside_out, &remarks).view().solid.volume, volume, 2e-3 * volume);
  EXPECT_TRUE(remarks.empty());
}

/// Seams of two sides that are 0.0003 m apart, less than a hundredth of a cell: too far to be
/// joined on reading, but no more than samples can see. One wider than a crack and long is a hole
/// as wide.
TEST(MeshSamples, JoinCracksAndCloseSlits) {
  const auto parted = [](double width) {
    TriangleMesh mesh;
    const TriangleMesh cube = cube_mesh(1);
    for (const Int3 t : cube.triangles) {
      const int n = int(mesh.points.size());
      const Vec3 a = cube.points[std::size_t(t.x)], b = cube.points[std::size_t(t.y)],
                 c = cube.points[std::size_t(t.z)], middle = (1.0 / 3) * (a + b + c);
      for (const Vec3 p : {a, b, c}) mesh.points.push_back(p + width * normalized(middle - p));
      mesh.triangles.push_back({n, n + 1, n + 2});
    }
    return mesh;
  };
  std::vector<std::string> remarks;
  const DistanceSamples cracked = samples_of(joined(parted(2.5e-4)), &remarks);
  EXPECT_NEAR(cracked.view().solid.volume, 1, 6 * 2.5e-4);  // corners have moved inwards
  EXPECT_NEAR(signed_distance(cracked.view(), {0.5, 0.5, 0.9}), -0.1, 1e-3);
  ASSERT_NE(cracked.view().sharp, nullptr);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(remarks[0].starts_with("m: 28 points along cracks of at most 0.000316 m were joined"))
      << remarks[0];

  TriangleMesh slit = cube_mesh(1);  // where the triangles of the top do not meet: 1.41 x 0.01 m
  const int beside = int(slit.points.size());
  slit.points.push_back({0.5 + 0.01 * std::sqrt(0.5), 0.5 - 0.01 * std::sqrt(0.5), 1});
  const auto top = std::find(slit.triangles.begin(), slit.triangles.end(), Int3{4, 5, 7});
  ASSERT_NE(top, slit.triangles.end());
  *top = {4, 5, beside};
  slit.triangles.push_back({5, 7, beside});
  EXPECT_NEAR(samples_of(slit, &remarks).view().solid.volume, 1, 1e-3);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], "m: 1 hole of at most 0.01 m was closed");
}

void add(TriangleMesh& mesh, const TriangleMesh& more) {
  const int first = int(mesh.points.size());
  mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
  for (const Int3 t : more.triangles)
    mesh.triangles.push_back({first + t.x, first + t.y, first + t.z});
}

/// Catches edges that samples cut off, of a cube of four cells, taken for parts that overlap.
TEST(MeshSamples, SayThatPartsOverlapWhereTheyDo) {
  std::vector<std::string> remarks;
  mesh_samples(cube_mesh(0.1), Edges::of_samples, 0.025, "m", remarks);
  EXPECT_TRUE(remarks.empty()) << remarks[0];
  TriangleMesh twins = cube_mesh(0.1), shifted = twins;
  for (Vec3& p : shifted.points) p += Vec3{0.05, 0.05, 0.05};
  add(twins, shifted);
  mesh_samples(twins, Edges::of_samples, 0.025, "m", remarks);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("but its faces enclose 0.002 m^3: they overlap"), std::string::npos)
      << remarks[0];
}

/// A part within another is a cavity where it looks the other way; beside it, it is a solid.
TEST(MeshSamples, KnowCavitiesFromParts) {
  const TriangleMesh outer = ball_mesh(0.3, 4);
  TriangleMesh inner = ball_mesh(0.15, 4), beside = ball_mesh(0.15, 4, {0.6, 0, 0});
  for (TriangleMesh* part : {&inner, &beside})
    for (Int3& t : part->triangles) t = turned(t);
  TriangleMesh hollow = outer, two = outer;
  add(hollow, inner), add(two, beside);
  const double large = volume_of(outer), small = -volume_of(inner);
  const DistanceSamples shell = samples_of(hollow), pair = samples_of(two);
  EXPECT_NEAR(shell.view().solid.volume, large - small, 2e-3 * large);
  EXPECT_GT(signed_distance(shell.view(), {0, 0, 0}), 0.1);
  EXPECT_NEAR(pair.view().solid.volume, large + small, 2e-3 * large);
}

TEST(MeshSamples, NameTheDefectThatTheyCannotRepair) {
  const auto error = [](const TriangleMesh& mesh) { return refusal_of([&] { samples_of(mesh); }); };
  TriangleMesh open = cube_mesh(1), flat = cube_mesh(1), huge = cube_mesh(1e4);
  open.triangles.pop_back();
  for (Vec3& p : flat.points) p.z = 0;
  EXPECT_EQ(error(open),
            "m is open: 3 edges belong to one face only, and the largest of 1 hole is 0.586 "
            "m wide, but only holes of at most 2 cells are closed");
  EXPECT_EQ(error(joined(flat)), "m encloses no volume; is it flat, or open?");
  EXPECT_EQ(error(huge),
            "m is 1e+04 x 1e+04 x 1e+04 m, too large for cells of 0.05 m: take a larger cell_size, "
            "or a scale; of millimetres, scale = 0.001");
}

}  // namespace
}  // namespace eulersolid::test
