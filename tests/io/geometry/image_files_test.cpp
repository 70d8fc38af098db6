#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "io/geometry/distances/mesh_samples.h"
#include "io/geometry/images/image_surface.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene.h"
#include "io/scene/write_scene.h"
#include "kernels/core/error.h"
#include "tests/io/geometry/image_files.h"
#include "tests/io/geometry/mesh_files.h"

namespace eulersolid::test {
namespace {

constexpr double radius = 12;
/// Vertices are means of crossings of a voxel's edges, and as far within the ball as those are
/// apart: s^2 / 2 R with s at most half of a voxel's longest diagonal, 2.7 mm.
constexpr double off = 0.15;
const Vec3 centre{-30, 20, 50};

/// Turned about z, with voxels of 1.5 x 1 x 2 mm.
ImageVolume ball() {
  const double c = std::cos(0.3), s = std::sin(0.3);
  return ball_image({24, 34, 18}, centre - Vec3{10, 22, 16}, {1.5 * c, 1.5 * s, 0}, {-s, c, 0},
                    {0, 0, 2}, centre, radius);
}

TriangleMesh read(const std::string& path, const ImageLevel& level = {.threshold = 300},
                  const std::string& series = "") {
  return read_image_surface(path, series, level);
}

/// The message without the path that it begins with.
std::string error_of(const std::string& path, const ImageLevel& level = {.threshold = 300},
                     const std::string& series = "") {
  try {
    read(path, level, series);
  } catch (const InputError& error) {
    const std::string text = error.what();
    return text.starts_with(path + " ") ? text.substr(path.size() + 1) : text;
  }
  return "no error";
}

std::string write_series(const Files& files, const std::string& folder, const ImageVolume& image,
                         const std::string& uid = "1.2.3.4", const std::vector<int>& missing = {}) {
  std::filesystem::create_directories(files.path(folder));
  for (int slice = 0; slice < image.voxels.nz; ++slice)
    if (std::ranges::find(missing, slice) == missing.end())  // names in another order
      files.write(folder + "/" + uid + "_" + std::to_string(slice * 7 % 31) + ".dcm",
                  dicom_bytes(image, slice, uid));
  return files.path(folder);
}

/// Changes what follows the first such text in the bytes.
std::string with(std::string bytes, const std::string& text, const std::string& instead) {
  return bytes.replace(bytes.find(text), text.size(), instead);
}

/// One ball in one place, whichever format says where it is and how its axes lie.
TEST(ImageFiles, EachFormatHasTheBallInItsPlace) {
  const Files files;
  const ImageVolume image = ball();
  std::filesystem::create_directory(files.path("pair"));
  std::string header = nifti_bytes(image).substr(0, 352);
  put(header, 108, 0.0F), std::memcpy(&header[344], "ni1", 4);
  files.write("pair/a.img", values_as<std::int16_t>(image));
  for (const std::string& path :
       {files.write("a.nii", nifti_bytes(image)), files.write("b.NII", nifti_bytes(image, 16)),
        files.write("pair/a.hdr", header), files.write("a.nrrd", nrrd_bytes(image)),
        files.write("a.mha", meta_bytes(image)), write_series(files, "series", image)}) {
    const TriangleMesh mesh = read(path);
    EXPECT_GT(mesh.points.size(), 1000U) << path;
    double least = INFINITY, most = 0;
    for (const Vec3 p : mesh.points) {
      least = std::min(least, norm(p - centre));
      most = std::max(most, norm(p - centre));
    }
    EXPECT_NEAR(least, radius, off) << path;
    EXPECT_NEAR(most, radius, off) << path;
  }
}

/// In metres and micrometres the same numbers of the header are another length, whether its matrix
/// or the quaternion (0, 0, 1), which turns x and y round, says where voxels are.
TEST(ImageFiles, MayBeInMetres) {
  const Files files;
  const ImageVolume image =
      ball_image({20, 21, 22}, {-30, 20, 50}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {-20, 30, 72}, 8);
  const Bounds right = bounds(read(files.write("a.nii", nifti_bytes(image))));
  const std::pair<int, double> units[] = {{1, 1e-3}, {3, 1e3}};
  for (const auto& [unit, millimetre] : units)
    for (const bool has_matrix : {true, false}) {
      ImageVolume scaled = image;
      scaled.origin = millimetre * image.origin;
      for (Vec3& step : scaled.steps) step = millimetre * step;
      std::string bytes = nifti_bytes(scaled);
      bytes[123] = char(unit);
      if (!has_matrix) {
        put(bytes, 252, std::int16_t(1)), put(bytes, 254, std::int16_t(0));
        const float numbers[] = {
            0, 0, 1, float(-scaled.origin.x), float(-scaled.origin.y), float(scaled.origin.z)};
        for (std::size_t n = 0; n < 6; ++n) put(bytes, 256 + 4 * n, numbers[n]);
      }
      const Bounds box = bounds(read(files.write("b.nii", bytes)));
      EXPECT_LT(norm(box.low - right.low), 1e-4) << unit << has_matrix;
      EXPECT_LT(norm(box.high - right.high), 1e-4) << unit << has_matrix;
    }
}

TEST(ImageFiles, SayWhatIsWrongWithThem) {
  const Files files;
  const ImageVolume image = ball();
  const auto error = [&](const std::string& name, const std::string& bytes) {
    return error_of(files.write(name, bytes));
  };
  const std::string nifti = nifti_bytes(image), nrrd = nrrd_bytes(image), meta = meta_bytes(image);
  EXPECT_EQ(error("a.nii", ""), "cannot be read: the file is empty");
  EXPECT_EQ(error_of(files.path("none.nii")), "cannot be read: no such file");
  EXPECT_TRUE(error("a.tif", "x").starts_with("is not named like an image: .nii, "));
  const std::string noise = stl_bytes(ball_mesh(1, 3));
  for (const char* name : {"n.nii", "n.nrrd", "n.mha", "n.dcm", "n.hdr", "n.nhdr", "n.mhd"})
    EXPECT_TRUE(error(name, noise).starts_with("cannot be read as an image: ")) << name;
  EXPECT_EQ(error("cut.nii", nifti.substr(0, 20000)),
            "cannot be read as an image: it is cut: 19648 of 29376 bytes of values are there");
  EXPECT_EQ(error("cut.mha", meta.substr(0, 20000)), "cannot be read as an image: it is cut");
  EXPECT_TRUE(error("cut.nrrd", nrrd.substr(0, 20000)).starts_with("cannot be read as an image: "));
  std::string tera = nifti;
  put(tera, 42, std::int16_t(32000)), put(tera, 44, std::int16_t(32000));
  EXPECT_EQ(error("tera.nii", tera),
            "cannot be read as an image: it has 32000 x 32000 x 18 voxels, but may have at most "
            "512 million");
  EXPECT_EQ(error("tera.nrrd", with(nrrd, "sizes: 24", "sizes: 2400000000")),
            "cannot be read as an image: it has 2400000000 x 34 x 18 voxels, but may have at most "
            "512 million");
  std::string flat = nifti;
  put(flat, 84, 0.0F);
  EXPECT_EQ(error("flat.nii", flat),
            "cannot be read as an image: its voxels are 1.5 x 0 x 2 mm wide");
  std::string four = nifti;
  put(four, 40, std::int16_t(4)), put(four, 48, std::int16_t(2)), put(four, 46, std::int16_t(9));
  EXPECT_EQ(error("four.nii", four),
            "cannot be read as an image: it has 4 dimensions, but must have 3");
  EXPECT_EQ(
      error("two.mha", with(with(meta, "ElementType", "ElementNumberOfChannels = 2\nElementType"),
                            "24 34 18", "24 34 9")),
      "cannot be read as an image: it has 2 values for each voxel, but must have one");
  EXPECT_EQ(error("thin.mha", with(meta, "24 34 18", "24 34 1")),
            "cannot be read as an image: it has 24 x 34 x 1 voxels, but must have two at least "
            "along each axis (of slices of a DICOM series, name the folder)");
  ImageVolume hole = image;
  hole.values[1] = NAN;
  EXPECT_EQ(error("nan.nii", nifti_bytes(hole, 16)),
            "has the value nan at voxel [1, 0, 0], but must be finite");
  EXPECT_EQ(error("nan.nrrd", nrrd_bytes(hole)),
            "has the value nan at voxel [1, 0, 0], but must be finite");
  EXPECT_TRUE(error_of(files.path("nan.nrrd"), {.label = 3}).starts_with("has the value nan"));
  EXPECT_EQ(error_of(files.write("a.nrrd", nrrd), {.threshold = 5000}),
            files.path("a.nrrd") +
                ": no voxel is above the threshold 5000; values are from -1000 to 1000");
}

TEST(ImageFiles, SeriesAreWholeAndNamed) {
  const Files files;
  const ImageVolume image = ball();
  std::filesystem::create_directory(files.path("empty"));
  EXPECT_EQ(error_of(files.path("empty")), "holds no DICOM series");
  const std::string gap = write_series(files, "gap", image, "1.2.3.4", {8});
  EXPECT_NE(
      error_of(gap).find("is 4 mm from the slice before it, but others are 2 mm apart: slices "
                         "are missing, twice there, or not evenly spaced"),
      std::string::npos)
      << error_of(gap);
  const std::string cut = write_series(files, "cut", image);
  const std::string slice = cut + "/1.2.3.4_7.dcm";
  std::filesystem::resize_file(slice, std::filesystem::file_size(slice) - 500);
  EXPECT_NE(error_of(cut).find("1.2.3.4_7.dcm cannot be read as an image: it is cut"),
            std::string::npos)
      << error_of(cut);
  const std::string two = write_series(files, "two", image);
  EXPECT_EQ(error_of(slice), "cannot be read as an image: it is cut");
  write_series(files, "two", image, "1.9.9");
  EXPECT_EQ(error_of(two),
            "holds several DICOM series; name one as `series`: \"1.2.3.4\", \"1.9.9\"");
  EXPECT_EQ(error_of(two, {.threshold = 300}, "1.9"), "no error");
  EXPECT_EQ(error_of(two, {.threshold = 300}, "7"),
            "holds no DICOM series \"7\"; it holds \"1.2.3.4\", \"1.9.9\"");
}

/// What is written of a scene is the same shape: here of two images, in millimetres.
TEST(ImageFiles, AreShapesOfScenes) {
  const Files files;
  const ImageVolume image = ball();
  files.write("a.nrrd", nrrd_bytes(image)), write_series(files, "series", image);
  const std::string text = R"(
time = { duration = 1 }
grid = { cell_size = 0.004 }
[[body]]
shape = "image"
file = "a.nrrd"
threshold = 300
material = "gel"
[[body]]
shape = "image"
file = "series"
series = "1.2"
label = 1000
scale = 0.002
centre = [0.2, 0.3, 0.4]
material = "gel"
)";
  const Scene scene = parse_scene(text, files.path("s.toml"));
  const std::string written = write_scene(scene);
  for (const char* line :
       {"threshold = 300", "label = 1000", "series = \"1.2\"", "scale = 0.001", "scale = 0.002"})
    EXPECT_NE(written.find(line), std::string::npos) << line << '\n' << written;
  EXPECT_EQ(write_scene(parse_scene(written, files.path("t.toml"))), written);
  EXPECT_LT(norm(scene.bodies[0].centre - 1e-3 * centre), 1e-4);
  const double volume = 4.0 / 3 * std::numbers::pi * 1e-9 * radius * radius * radius;
  EXPECT_NEAR(scene.bodies[0].shape.samples->view().solid.volume, volume,
              3 * off / radius * volume);
}

/// Files cut anywhere and with bytes changed anywhere are read or refused in one line.
TEST(ImageFiles, SurviveCutsAndFlips) {
  const Files files;
  std::mt19937 random(5);
  const ImageVolume image = ball();
  const std::pair<std::string, std::string> kinds[] = {{"a.nii", nifti_bytes(image)},
                                                       {"a.nrrd", nrrd_bytes(image)},
                                                       {"a.mha", meta_bytes(image)},
                                                       {"a.dcm", dicom_bytes(image, 9, "1.2.3")}};
  int refused = 0;
  for (const auto& [name, whole] : kinds)
    for (int trial = 0; trial < 20; ++trial) {
      std::string bytes = whole;
      if (trial % 2 == 0) bytes.resize(1 + random() % bytes.size());
      for (int flip = trial % 4; flip > 0; --flip)
        bytes[random() % std::min<std::size_t>(bytes.size(), 600)] = char(random());
      const std::string error = error_of(files.write(name, bytes));
      EXPECT_EQ(error.find('\n'), std::string::npos) << error;
      EXPECT_LT(error.size(), 600U) << error;
      refused += error != "no error";
    }
  EXPECT_GT(refused, 40);
}

}  // namespace
}  // namespace eulersolid::test
