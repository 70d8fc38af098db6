#include <gtest/gtest.h>

#include <algorithm>

#include "io/mesh/embedded_files.h"
#include "io/mesh/shape_mesh.h"
#include "shapes/turning.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/io/mesh/mesh_measures.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

/// A cube of six quads around the origin, of edge 0.2, each with the whole texture on it, and a
/// vertex normal that is not kept.
constexpr const char* cube_text = R"(# cube
v -0.1 -0.1 -0.1
v 0.1 -0.1 -0.1
v -0.1 0.1 -0.1
v 0.1 0.1 -0.1
v -0.1 -0.1 0.1
v 0.1 -0.1 0.1
v -0.1 0.1 0.1
v 0.1 0.1 0.1
vt 0 0
vt 1 0
vt 1 0.75
vt 0 0.75
vn 0 0 1
f 1/1/1 3/2/1 4/3/1 2/4/1
f 5/1/1 6/2/1 8/3/1 7/4/1
f 1/1/1 2/2/1 6/3/1 5/4/1
f 3/1/1 7/2/1 8/3/1 4/4/1
f 1/1/1 5/2/1 7/3/1 3/4/1
f 2/1/1 4/2/1 8/3/1 6/4/1
)";

SourceMesh cube(const test::Files& files) {
  return read_source_mesh(files.write("cube.obj", cube_text));
}

/// The cube where it is turned and shifted, with what else is at its points.
struct Turned {
  Mat3 turn = rotation_of({{0, 1, 1}, 0.7});
  Vec3 middle{0.51, 0.87, 0.7}, shift{0.06, 0.02, -0.03};
  FrameMaps frame = empty_maps();
  SourceMesh source;

  explicit Turned(const test::Files& files) : source(cube(files)) {
    for (Vec3& p : source.points) p += middle;
    add_map(frame, "cu be", {Shape::box({0.2, 0.2, 0.2}), {middle}},
            [this](Vec3 x) { return x - (middle + transpose(turn) * (x - middle - shift)); });
  }
  EmbeddedMesh mesh() const { return embedded(source, frame.bodies[0], frame); }
  Vec3 place(Vec3 X) const { return middle + turn * (X - middle) + shift; }
};

TEST(SourceMesh, KeepsPolygonsPointsAndTextures) {
  const test::Files files;
  const SourceMesh mesh = cube(files);
  EXPECT_EQ(mesh.points.size(), 8U);
  EXPECT_EQ(mesh.face_sizes, std::vector<int>(6, 4));
  ASSERT_EQ(mesh.texture.size(), 24U);
  EXPECT_EQ(mesh.texture[2].s, 1);
  EXPECT_EQ(mesh.texture[2].t, 0.75);
  const Vec3 corner = mesh.points[std::size_t(mesh.corners[3])];  // of the first face
  EXPECT_LT(norm(corner - Vec3{0.1, -0.1, -0.1}), 1e-7);
  const SourceMesh plain =
      read_source_mesh(files.write("a.stl", test::stl_bytes(test::cube_mesh(1))));
  EXPECT_EQ(plain.points.size(), 8U);
  EXPECT_EQ(plain.face_sizes.size(), 12U);
  EXPECT_TRUE(plain.texture.empty());
}

/// Blender's shape keys and simulation caches go by the numbers of points: faces that name them
/// backwards, a point that none names and one that lies on another.
TEST(SourceMesh, KeepsTheNumbersOfTheFile) {
  const test::Files files;
  std::string text = cube_text;
  text.insert(text.find("v "), "v 0.31 0.7 -0.123456789\nv -0.1 -0.1 -0.1\n");
  text.replace(text.find("f 1/1/1"), std::string::npos,
               "f 8/1 10/2 9/3 7/4\nf -8/1 -7/2 -5/3 -6/4\n");
  const SourceMesh mesh = read_source_mesh(files.write("a.obj", text));
  ASSERT_EQ(mesh.points.size(), 10U);
  EXPECT_LT(norm(mesh.points[0] - Vec3{0.31, 0.7, -0.123456789}), 1e-7);
  EXPECT_EQ(mesh.corners, (std::vector<int>{7, 9, 8, 6, 1, 3, 5, 4}));
  TriangleMesh turned = test::cube_mesh(1);
  std::ranges::reverse(turned.triangles);
  const SourceMesh ply = read_source_mesh(files.write("a.ply", test::ply_text(turned)));
  ASSERT_EQ(ply.points.size(), turned.points.size());
  for (std::size_t n = 0; n < ply.points.size(); ++n)
    EXPECT_EQ(norm(ply.points[n] - turned.points[n]), 0) << n;
  EXPECT_EQ(ply.corners[0], turned.triangles[0].x);
}

TEST(EmbeddedMesh, MovesWithItsBody) {
  const test::Files files;
  const Turned turned(files);
  const EmbeddedMesh mesh = turned.mesh();
  EXPECT_EQ(mesh.lost, 0);
  for (std::size_t n = 0; n < 8; ++n) {
    const Vec3 x = turned.place(turned.source.points[n]);
    EXPECT_LT(norm(mesh.positions[n] - x), 1e-12);
    EXPECT_NEAR(mesh.velocity[n].y, 2 * x.x, 1e-5);  // as add_map() has it
  }
}

/// Each kind of file, read again, has the same polygons at the moved places and the same textures.
TEST(EmbeddedMesh, IsTheSameMeshInEachFile) {
  const test::Files files;
  const Turned turned(files);
  const EmbeddedMesh mesh = turned.mesh();
  for (const char* kind : {"obj", "ply"}) {
    const std::string name = std::string("out.") + kind;
    const SourceMesh again = read_source_mesh(
        files.write(name, embedded_file(kind, mesh, turned.source, {.time = 0.5})));
    EXPECT_EQ(again.points.size(), 8U) << kind;
    ASSERT_EQ(again.face_sizes, turned.source.face_sizes) << kind;
    ASSERT_EQ(again.texture.size(), turned.source.texture.size()) << kind;
    for (std::size_t c = 0; c < again.corners.size(); ++c) {
      const Vec3 X = turned.source.points[std::size_t(turned.source.corners[c])];
      EXPECT_LT(norm(again.points[std::size_t(again.corners[c])] - turned.place(X)), 1e-6) << kind;
      EXPECT_FLOAT_EQ(float(again.texture[c].s), float(turned.source.texture[c].s)) << kind;
      EXPECT_FLOAT_EQ(float(again.texture[c].t), float(turned.source.texture[c].t)) << kind;
    }
  }
  const std::string usd = embedded_file("usd", mesh, turned.source, {.frame = 3});
  EXPECT_NE(usd.find("def Mesh \"cu_be\""), std::string::npos);
  EXPECT_NE(usd.find("int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]"), std::string::npos);
  EXPECT_NE(usd.find("point3f[] points.timeSamples = {\n        3: [("), std::string::npos);
  EXPECT_NE(usd.find("texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 0.75), (0, 0.75)]"),
            std::string::npos);
  EXPECT_NE(usd.find("primvars:st:indices = [0, 1, 2, 3, 0, 1, 2, 3,"), std::string::npos);
}

/// Any body has an embedded mesh: its surface, whose volume turning and shifting leaves.
TEST(EmbeddedMesh, MayBeTheSurfaceAtRest) {
  const test::Files files;
  const Turned turned(files);
  const SourceMesh source = embedded_source(turned.frame.bodies[0].shape, 0.01);
  EXPECT_EQ(source.corners.size(), 3 * source.face_sizes.size());
  const EmbeddedMesh mesh = embedded(source, turned.frame.bodies[0], turned.frame);
  EXPECT_EQ(mesh.lost, 0);
  SurfaceMesh surface;
  surface.positions = mesh.positions;
  for (std::size_t c = 0; c < source.corners.size(); c += 3)
    surface.triangles.push_back({source.corners[c], source.corners[c + 1], source.corners[c + 2]});
  expect_closed(surface);
  EXPECT_NEAR(volume_of(surface), 0.008, 1e-4 * 0.008);
  for (std::size_t n = 0; n < source.points.size(); ++n)
    ASSERT_LT(norm(mesh.positions[n] - turned.place(source.points[n])), 1e-9);
}

/// A point that has no place is counted, and the files say it.
TEST(EmbeddedMesh, CountsWhatIsLost) {
  const test::Files files;
  Turned turned(files);
  turned.source.points[0] = {90, 0, 0};
  const EmbeddedMesh mesh = turned.mesh();
  EXPECT_EQ(mesh.lost, 1);
  for (const char* kind : {"obj", "ply", "usd"})
    EXPECT_NE(embedded_file(kind, mesh, turned.source, {}).find("1 of 8 points were lost"),
              std::string::npos)
        << kind;
}

}  // namespace
}  // namespace eulersolid
