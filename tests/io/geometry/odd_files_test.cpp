#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <numbers>

#include "io/geometry/distances/mesh_samples.h"
#include "io/geometry/read_mesh.h"
#include "io/geometry/source_mesh.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "kernels/core/error.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/io/geometry/read_outcome.h"

/// Files that programs write and their readers' libraries do not take, or take for something else.
namespace eulersolid::test {
namespace {

void expect_cube(const Outcome& outcome, const std::vector<std::string>& remarks) {
  EXPECT_EQ(outcome.error, "");
  EXPECT_NEAR(outcome.volume, 1, 1e-6);
  EXPECT_EQ(outcome.remarks, remarks);
}

std::string stl_text(const TriangleMesh& mesh) {
  std::ostringstream text;
  text << "solid Part One\n";
  for (const Int3 t : mesh.triangles) {
    text << " facet normal 0 0 0\n  outer loop\n";
    for (const int n : {t.x, t.y, t.z}) {
      const Vec3 p = mesh.points[std::size_t(n)];
      text << "   vertex " << p.x << ' ' << p.y << ' ' << p.z << '\n';
    }
    text << "  endloop\n endfacet\n";
  }
  return text.str() + "endsolid Part One\n";
}

std::string with_count(std::string stl, std::uint32_t count) {
  std::memcpy(&stl[80], &count, sizeof count);
  return stl;
}

TEST(OddStl, TextMayBeInCapitalsAndBeginWithAMark) {
  const Files files;
  std::string text = stl_text(cube_mesh(1));
  for (const bool capitals : {false, true}) {
    if (capitals)
      for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
    for (const char* mark : {"", "\xef\xbb\xbf", "\n "}) {
      const std::string path = files.write("a.STL", mark + text);
      expect_cube(outcome_of(path, [&](auto* said) { return read_mesh(path, said); }), {});
    }
  }
}

TEST(OddStl, LengthTellsWhatTheCountDoesNot) {
  const Files files;
  const std::string right = stl_bytes(cube_mesh(1)), zeros(100, '\0');
  std::string solid = right;  // as texts begin
  solid.replace(0, 5, "solid");
  const auto read = [&](const std::string& bytes) {
    const std::string path = files.write("a.stl", bytes);
    return outcome_of(path, [&](auto* said) { return read_mesh(path, said); });
  };
  expect_cube(read(right), {});
  for (const std::string& bytes : {right, solid}) {
    expect_cube(read(with_count(bytes, 0)),
                {": its header says 0 triangles, but it has 12, which were read"});
    expect_cube(read(with_count(bytes, 1)),
                {": its header says 1 triangle, but it has 12, which were read"});
    expect_cube(read(with_count(bytes, 4294967295u)),
                {": its header says 4294967295 triangles, but it has 12, which were read"});
    expect_cube(read(bytes + "x"), {": 1 byte behind its 12 triangles was left out"});
    expect_cube(read(bytes + std::string(37, 'x')),
                {": 37 bytes behind its 12 triangles were left out"});
    expect_cube(read(bytes + zeros), {": 100 bytes behind its 12 triangles were left out"});
  }
  EXPECT_EQ(
      read(right.substr(0, 84 + 5 * 50 + 3)).error,
      " cannot be read as a mesh: it is cut, or no STL file: its header says 12 triangles, of "
      "which 5 are there");
  EXPECT_EQ(read("hello").error,
            " cannot be read as a mesh: it is no STL file: that begins with \"solid\", or has 84 "
            "bytes and 50 for each triangle");
}

template <class T>
void append_ordered(std::string& bytes, T value, bool is_big) {
  const std::size_t first = bytes.size();
  append_bytes(bytes, value);
  if (is_big) std::reverse(bytes.begin() + std::ptrdiff_t(first), bytes.end());
}

/// Edges first, which are nothing to us, then faces, then vertices of more than a place.
/// @param format  of a PLY file's header
std::string odd_ply(const std::string& format) {
  const TriangleMesh cube = cube_mesh(1);
  std::string bytes =
      "ply\nformat " + format +
      " 1.0\ncomment faces first\nelement edge 1\nproperty int vertex1\nelement "
      "face 12\nproperty list uchar int vertex_indices\nproperty short mark\nelement "
      "vertex 8\nproperty double x\nproperty double y\nproperty double z\nproperty "
      "uchar red\nend_header\n";
  if (format == "ascii") {
    std::ostringstream text;
    text << "7\n";
    for (const Int3 t : cube.triangles) text << "3 " << t.x << ' ' << t.y << ' ' << t.z << " 5\n";
    for (const Vec3 p : cube.points) text << p.x << ' ' << p.y << ' ' << p.z << " 9\n";
    return bytes + text.str();
  }
  const bool is_big = format == "binary_big_endian";
  append_ordered(bytes, std::int32_t(7), is_big);
  for (const Int3 t : cube.triangles) {
    bytes += char(3);
    for (const int n : {t.x, t.y, t.z}) append_ordered(bytes, std::int32_t(n), is_big);
    append_ordered(bytes, std::int16_t(5), is_big);
  }
  for (const Vec3 p : cube.points) {
    for (const double x : {p.x, p.y, p.z}) append_ordered(bytes, x, is_big);
    bytes += char(9);
  }
  return bytes;
}

TEST(OddPly, FacesMayComeBeforeVertices) {
  const Files files;
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const std::string bytes = odd_ply(format), path = files.write("a.ply", bytes);
    const auto read = [&](auto* said) { return read_mesh(path, said); };
    expect_cube(outcome_of(path, read),
                {": its faces come before its vertices; they were put behind them"});
    const SourceMesh source = read_source_mesh(path);
    EXPECT_EQ(source.points.size(), 8u) << format;
    EXPECT_EQ(source.face_sizes.size(), 12u) << format;
    files.write("a.ply", bytes.substr(0, bytes.size() - 3 * 8));
    const std::string error = outcome_of(path, read).error;
    EXPECT_TRUE(error.ends_with("of 8 elements \"vertex\" are there")) << error;
  }
}

/// Catches vertices that the library leaves out, one of which no face has: faces then have the
/// next.
TEST(OddObj, NumbersMayBeginWithTheirPoint) {
  const Files files;
  std::string text =
      "v -.5 -.5 +.5\nv 0.5 -.5 .5\nv .5 .5 .5\nv -.5 .5 .5\n"
      "v -.5 -.5 -.5 # behind\nv\t.5 -.5 -.5\nv .5 .5 -.5\nv -.5 0.5 -.5\nv 9 9 9\n"
      "vt .1 .2\nf 1/1 2/1 3/1 4/1 # front\r\nf 8/1 7/1 6/1 5/1\nf 5 6 2 1\n"
      "f 7 8 4 3\nf 6 7 3 2\nf 8 5 1 4";
  const std::string path = files.write("a.obj", text);
  expect_cube(outcome_of(path, [&](auto* said) { return read_mesh(path, said); }), {});
  EXPECT_EQ(read_source_mesh(path).points.size(), 9u);
}

TEST(OtherMeshes, AreRefusedWithWhatToDo) {
  const Files files;
  const auto advice = [&](const std::string& name) {
    const std::string path = files.write(name, "x");
    const std::string error =
        outcome_of(path, [&](auto* said) { return read_mesh(path, said); }).error;
    const std::string known = " is not named like a mesh: .stl, .obj, .ply, .gltf or .glb; ";
    return error.starts_with(known) ? error.substr(known.size()) : error;
  };
  EXPECT_EQ(
      advice("a b.IGS"),
      "export it as STL from the CAD program, or convert it: gmsh \"a b.IGS\" -2 -o \"a b.stl\"");
  EXPECT_EQ(advice("a.3mf"),
            "export it as STL from the slicer, or convert it: assimp export a.3mf a.stl");
  EXPECT_EQ(advice("a.fbx"), "open or import it in Blender, and export it as glTF (.glb)");
  EXPECT_EQ(advice("a.vdb"), "of a VDB file, take shape = \"vdb\"");
  EXPECT_EQ(advice("a.nii.gz"), "of an image, take shape = \"image\"");
  EXPECT_EQ(advice("a{0}.max"), "export it as one of these from the program that made it");
}

/// What is said of a file is said once, though the cells follow from a first look at the shapes; a
/// scale that was written is meant.
TEST(OddFiles, AreSpokenOfInTheScene) {
  const Files files;
  const std::string path = files.write("a.stl", with_count(stl_bytes(cube_mesh(60)), 0));
  const auto warnings_with = [&](const std::string& scale) {
    std::vector<std::string> warnings;
    parse_scene("time = { duration = 0 }\n[[body]]\nname = \"a\"\nshape = \"mesh\"\nfile = \"" +
                    path + "\"\nmaterial = \"gel\"\n" + scale,
                "s.toml", {}, &warnings);
    return warnings;
  };
  const std::string place = "s.toml:5:8: [body \"a\"] file " + path;
  const std::string count = place + ": its header says 0 triangles, but it has 12, which were read";
  EXPECT_EQ(warnings_with("scale = 0.001"), std::vector<std::string>{count});
  EXPECT_EQ(warnings_with("scale = 1"), std::vector<std::string>{count});
  const std::vector<std::string> both = warnings_with("");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[1], place +
                         " is 60 x 60 x 60 m large; if it is in millimetres, write scale = 0.001, "
                         "and scale = 1 if it is that large");
  const std::string text =
      "time = { duration = 0 }\n[grid]\norigin = [0, 0, 0]\nsize = [40, 40, 40]\n"
      "cell_size = 1\n[[body]]\nname = \"a\"\nshape = \"mesh\"\nfile = \"" +
      path + "\"\nmaterial = \"gel\"\n";
  try {
    parse_scene(text, "s.toml");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "s.toml:6:1: [body \"a\"] reaches from 0 to 60 m along x, but must lie in the domain, 0 "
        "to 40 m; is its scale right? Of a file in millimetres, scale = 0.001");
  }
}

}  // namespace
}  // namespace eulersolid::test
