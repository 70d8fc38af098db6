#include "io/mesh/mesh_files.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "io/mesh/body_mesh.h"
#include "io/mesh/image_file.h"
#include "io/mesh/usd_mesh.h"
#include "io/mesh/vtk_file.h"
#include "io/surface/sample_frame.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

SurfaceMesh ball_mesh() {
  FrameMaps maps = sphere_maps(6);
  maps.bodies[0].name = "my <ball> & co";
  maps.bodies[0].cell_values.push_back(
      {"stress_vm", std::vector<float>(std::size_t(maps.bodies[0].cells().count()), 2.5F)});
  return frame_meshes(maps, sample_frame(maps, 0.05)).bodies[0];
}

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// The numbers of an array of a VTK file, by the offset that its header says.
std::vector<float> vtk_array(const std::string& bytes, const std::string& name) {
  const std::size_t element = bytes.find("Name=\"" + name + "\"");
  const std::size_t offset = std::stoul(bytes.substr(bytes.find("offset=\"", element) + 8));
  std::size_t at = bytes.find("encoding=\"raw\">\n_") + 17 + offset;
  const auto next = [&] {
    at += 8;
    return std::size_t(number_at<std::uint64_t>(bytes, at - 8));
  };
  const std::size_t blocks = next(), block = next(), last = next();
  std::vector<std::size_t> sizes;
  for (std::size_t b = 0; b < blocks; ++b) sizes.push_back(next());
  std::vector<float> values;
  for (std::size_t b = 0; b < blocks; ++b) {
    uLongf length = b + 1 == blocks && last > 0 ? last : block;
    std::vector<float> part(length / sizeof(float));
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(part.data()), &length,
                         reinterpret_cast<const Bytef*>(bytes.data() + at), sizes[b]),
              Z_OK);
    at += sizes[b];
    values.insert(values.end(), part.begin(), part.end());
  }
  return values;
}

TEST(MeshFiles, PlyHoldsEveryVertexAndTriangle) {
  const SurfaceMesh mesh = ball_mesh();
  const std::string bytes = ply_bytes(mesh), end = "end_header\n";
  const std::size_t data = bytes.find(end) + end.size(), vertex = 13 * 4, triangle = 1 + 3 * 4;
  const std::size_t vertices = mesh.positions.size(), triangles = mesh.triangles.size();
  EXPECT_EQ(bytes.size(), data + vertices * vertex + triangles * triangle);
  EXPECT_NE(bytes.find("element vertex " + std::to_string(vertices) + "\n"), std::string::npos);
  const std::size_t n = vertices / 2, at = data + n * vertex;
  EXPECT_EQ(number_at<float>(bytes, at), float(mesh.positions[n].x));
  EXPECT_EQ(number_at<float>(bytes, at + 7 * 4), mesh.velocity[n].y);
  EXPECT_EQ(number_at<float>(bytes, at + 11 * 4), mesh.rest[n].z);
  EXPECT_EQ(number_at<float>(bytes, at + 12 * 4), 2.5F);
  const std::size_t last = bytes.size() - triangle;
  EXPECT_EQ(bytes[last], 3);
  EXPECT_EQ(number_at<int>(bytes, last + 9), mesh.triangles.back()[2]);
}

TEST(MeshFiles, ObjCountsFromOneAndCarriesRestAsTextureCoordinates) {
  const SurfaceMesh mesh = ball_mesh();
  std::istringstream lines(obj_text(mesh));
  std::size_t v = 0, vt = 0, vn = 0, f = 0;
  std::string kind, line, last;
  while (std::getline(lines, line)) {
    kind = line.substr(0, line.find(' '));
    v += kind == "v", vt += kind == "vt", vn += kind == "vn", f += kind == "f";
    last = line;
  }
  EXPECT_EQ(v, mesh.positions.size());
  EXPECT_EQ(vt, v);
  EXPECT_EQ(vn, v);
  EXPECT_EQ(f, mesh.triangles.size());
  const std::string corner = std::to_string(mesh.triangles.back()[2] + 1);
  EXPECT_EQ(last.substr(last.rfind(' ') + 1), corner + "/" + corner + "/" + corner);
}

TEST(MeshFiles, UsdNamesItsMeshAsUsdAllows) {
  const SurfaceMesh mesh = ball_mesh();
  const std::string text = usd_text(mesh, {.frame = 7, .time = 0.5, .fps = 24});
  for (const char* part :
       {"#usda 1.0\n", "def Mesh \"my__ball____co\"", "upAxis = \"Z\"", "double time = 0.5",
        "startTimeCode = 7\n", "endTimeCode = 7\n", "timeCodesPerSecond = 24\n",
        "point3f[] primvars:rest.timeSamples = {\n        7: [(",
        "float[] primvars:stress_vm.timeSamples = {\n        7: [2.5, ",
        "vector3f[] velocities.timeSamples = {\n        7: [(", "subdivisionScheme = \"none\"",
        "int[] primvars:object_id = [1] ("})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  const std::size_t counts = text.find("faceVertexCounts.timeSamples = {\n        7: [");
  const std::string list = text.substr(counts, text.find(']', counts) - counts);
  EXPECT_EQ(std::size_t(std::count(list.begin(), list.end(), ',')) + 1, mesh.triangles.size());
}

/// What lasts has its values at no time, so at all: stages move it as a whole.
TEST(MeshFiles, UsdOfWhatLastsHasNoTimes) {
  const std::string text = usd_text(ball_mesh(), {.frame = 7, .fps = 24, .lasts = true});
  EXPECT_EQ(text.find("timeSamples"), std::string::npos);
  for (const char* part : {"point3f[] points = [(", "point3f[] primvars:rest = [("})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

/// Names that differ in what USD does not know are different prims.
TEST(MeshFiles, UsdIdentifiersAreDistinct) {
  EXPECT_EQ(identifiers({"a b", "a_b", "materials", "1"}, {"materials"}),
            (std::vector<std::string>{"a_b", "a_b_2", "materials_2", "_1"}));
}

TEST(MeshFiles, VtpHoldsItsArraysWhereItSays) {
  const SurfaceMesh mesh = ball_mesh();
  const std::string bytes = vtp_bytes(mesh, 0.5);
  const std::vector<float> points = vtk_array(bytes, "Points"), rest = vtk_array(bytes, "rest"),
                           stress = vtk_array(bytes, "stress_vm");
  ASSERT_EQ(points.size(), 3 * mesh.positions.size());
  ASSERT_EQ(rest.size(), points.size());
  EXPECT_EQ(points[7], float(mesh.positions[2].y));
  EXPECT_EQ(rest.back(), mesh.rest.back().z);
  EXPECT_EQ(stress, std::vector<float>(mesh.positions.size(), 2.5F));
  EXPECT_NE(bytes.find("Name=\"object_id\" NumberOfTuples=\"1\" format=\"ascii\">1</"),
            std::string::npos);
  EXPECT_NE(bytes.find("Name=\"object_name\" NumberOfTuples=\"1\" format=\"ascii\">109 121 32 60 "),
            std::string::npos);  // "my <"
}

TEST(MeshFiles, AMeshOfNothingIsAFileAllTheSame) {
  const SurfaceMesh nothing;
  EXPECT_NE(ply_bytes(nothing).find("element vertex 0\n"), std::string::npos);
  EXPECT_NE(usd_text(nothing, {}).find("points.timeSamples = {\n        0: [],"),
            std::string::npos);
  EXPECT_NE(vtp_bytes(nothing, 0).find("NumberOfPoints=\"0\""), std::string::npos);
  EXPECT_NE(obj_text(nothing).find("o _\n"), std::string::npos);
}

/// All voxels of all grids, in their places, more than one compressed block; clipped by the domain.
TEST(MeshFiles, VtiHoldsTheGridsOfAFrame) {
  const FrameSample frame = sphere_frame(20);
  const DenseImage image = dense_image(frame, {}, {-9, -9, -9}, {9, 9, 9});
  const std::string bytes = vti_bytes(image, frame);
  const std::vector<float> surface = vtk_array(bytes, "surface");
  ASSERT_EQ(Index(surface.size()), image.voxels.count());
  EXPECT_GT(surface.size() * sizeof(float), std::size_t(1) << 18);
  for (Index n = 0; n < image.voxels.count(); ++n) {
    const Vec3 x = cell_centre(frame, image.first + image.voxels.coordinates(n));
    const double sdf = norm(x - Vec3{0.513, 0.871, 0.702}) - 1.0;
    ASSERT_NEAR(surface[std::size_t(n)], std::clamp(sdf, -0.15, 0.15), 1e-5);
  }
  EXPECT_EQ(vtk_array(bytes, "rest").size(), 3 * surface.size());
  EXPECT_NE(bytes.find("Name=\"object_names\" NumberOfTuples=\"1\" format=\"ascii\">"
                       "98 97 108 108 0 </"),
            std::string::npos);  // "ball"
  const DenseImage half = dense_image(frame, {}, {-9, -9, -9}, {0.5, 9, 9});
  EXPECT_EQ(half.first.x + half.voxels.nx, 16);  // (0.5 + 0.3) / 0.05
  FrameSample nothing;
  nothing.h = 0.05;
  const DenseImage none = dense_image(nothing, {}, {-9, -9, -9}, {9, 9, 9});
  EXPECT_EQ(none.voxels.count(), 0);
}

/// As far as they reach into the box of the bodies, which stays as it is.
TEST(MeshFiles, VtiHoldsObstaclesBesideTheBodies) {
  const FrameSample frame = sphere_frame(20);
  VdbOptions options;
  options.obstacles = {[](Vec3 x) { return x.z - 0.5; }, {-2, -2, -2}, {2, 2, 2}};
  const DenseImage image = dense_image(frame, options, {-9, -9, -9}, {9, 9, 9});
  EXPECT_EQ(image.voxels.count(), dense_image(frame, {}, {-9, -9, -9}, {9, 9, 9}).voxels.count());
  const auto grid = std::ranges::find(image.scalars, "obstacles", &DenseImage::Scalars::name);
  ASSERT_NE(grid, image.scalars.end());
  const double lowest = frame.origin.z + frame.h * (image.first.z + 0.5);
  const Index layer = Index(image.voxels.nx) * image.voxels.ny;
  const int level = int(std::lround((0.5 - lowest) / frame.h));
  ASSERT_TRUE(1 <= level && level + 1 < image.voxels.nz);
  for (int k = level - 1; k <= level + 1; ++k)
    EXPECT_NEAR(grid->values[std::size_t(k * layer)], lowest + k * frame.h - 0.5, 1e-6);
}

TEST(MeshFiles, ASeriesEscapesItsNames) {
  EXPECT_NE(pvd_text({{0.5, 2, "a & b", "a & b/c_0001.vtp"}})
                .find("<DataSet timestep=\"0.5\" part=\"2\" name=\"a &amp; b\" "
                      "file=\"a &amp; b/c_0001.vtp\"/>"),
            std::string::npos);
}

}  // namespace
}  // namespace eulersolid
