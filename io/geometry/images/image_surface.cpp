#include "io/geometry/images/image_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/geometry/grid_surface.h"
#include "io/geometry/shape_file.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using openvdb::FloatGrid;
using Leaf = FloatGrid::TreeType::LeafNodeType;
constexpr int block_width = int(Leaf::DIM);

struct Extremes {
  float least = INFINITY, largest = -INFINITY;

  void add(float value) { least = std::min(least, value), largest = std::max(largest, value); }
};

Extremes extremes_of(const ImageVolume& image, const std::string& name) {
  Extremes found;
  for (std::size_t n = 0; n < image.values.size(); ++n) {
    if (!std::isfinite(image.values[n])) {
      const Int3 at = image.voxels.coordinates(Index(n));
      throw InputError(fmt::format("{} has the value {} at voxel [{}, {}, {}], but must be finite",
                                   name, image.values[n], at.x, at.y, at.z));
    }
    found.add(image.values[n]);
  }
  return found;
}

/// Looks voxels up; those outside the image have the value `outside`.
class Voxels {
 public:
  Voxels(const ImageVolume& image, float outside) : image_(image), outside_(outside) {}

  float at(Int3 voxel) const {
    return image_.voxels.contains(voxel) ? image_.values[std::size_t(image_.voxels.index(voxel))]
                                         : outside_;
  }
  /// Of a block and the voxels around it.
  Extremes near(Int3 block) const {
    Extremes found;
    for (int z = -1; z <= block_width; ++z)
      for (int y = -1; y <= block_width; ++y)
        for (int x = -1; x <= block_width; ++x) found.add(at(block + Int3{x, y, z}));
    return found;
  }

 private:
  const ImageVolume& image_;
  float outside_;
};

/// The image as a grid, voxel by voxel where the surface is and by the block elsewhere: inside such
/// a block any value above the level does.
FloatGrid::Ptr grid_of(const ImageVolume& image, const Extremes& all, float level) {
  const FloatGrid::Ptr grid = FloatGrid::create(all.least);
  const Voxels voxels(image, all.least);
  const Cells size = image.voxels;
  for (int z = -block_width; z < size.nz + block_width; z += block_width)
    for (int y = -block_width; y < size.ny + block_width; y += block_width)
      for (int x = -block_width; x < size.nx + block_width; x += block_width) {
        const Int3 block{x, y, z};
        const Extremes here = voxels.near(block);
        if (here.largest < level) continue;
        if (here.least >= level) {
          grid->tree().addTile(1, {x, y, z}, all.largest, false);
          continue;
        }
        auto leaf = std::make_unique<Leaf>(openvdb::Coord(x, y, z), all.least, true);
        for (openvdb::Index32 n = 0; n < Leaf::SIZE; ++n) {
          const openvdb::Coord in = Leaf::offsetToLocalCoord(n);
          leaf->setValueOnly(n, voxels.at(block + Int3{in.x(), in.y(), in.z()}));
        }
        grid->tree().addLeaf(leaf.release());
      }
  return grid;
}

ImageVolume labelled(const ImageVolume& image, double label) {
  ImageVolume result = image;
  for (float& value : result.values) value = double(value) == label ? 1 : 0;
  return result;
}

/// Where a direction in the patient's frame points to, mostly.
std::string_view side_of(Vec3 direction) {
  constexpr std::string_view names[3][2] = {{"right", "left"}, {"front", "back"}, {"foot", "head"}};
  int axis = 0;
  for (int other = 1; other < 3; ++other)
    if (std::fabs(direction[other]) > std::fabs(direction[axis])) axis = other;
  return names[axis][direction[axis] > 0];
}

/// `left (i = 39), foot (k = 0)`: the ends of the image that have voxels above the level.
std::string cut_ends(const ImageVolume& image, float level) {
  const Int3 last{image.voxels.nx - 1, image.voxels.ny - 1, image.voxels.nz - 1};
  bool is_cut[3][2] = {};
  for (std::size_t n = 0; n < image.values.size(); ++n) {
    if (image.values[n] < level) continue;
    const Int3 at = image.voxels.coordinates(Index(n));
    is_cut[0][0] |= at.x == 0, is_cut[0][1] |= at.x == last.x;
    is_cut[1][0] |= at.y == 0, is_cut[1][1] |= at.y == last.y;
    is_cut[2][0] |= at.z == 0, is_cut[2][1] |= at.z == last.z;
  }
  const int ends[3] = {last.x, last.y, last.z};
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    for (const int end : {0, 1})
      if (is_cut[axis][end])
        text += fmt::format("{}{} ({} = {})", text.empty() ? "" : ", ",
                            side_of((end == 0 ? -1.0 : 1.0) * image.steps[axis]), "ijk"[axis],
                            end == 0 ? 0 : ends[axis]);
  return text;
}

TriangleMesh surface_above(const ImageVolume& image, const Extremes& all, float threshold,
                           const std::string& name, std::vector<std::string>* remarks) {
  // Values that are the threshold itself are outside, also of an image that is 0 there.
  const float level = std::nextafter(threshold, std::numeric_limits<float>::infinity());
  const std::string ends = remarks == nullptr ? "" : cut_ends(image, level);
  if (!ends.empty())
    remarks->push_back(fmt::format(
        "{}: the image ends within the solid, which is cut flat there: {}", name, ends));
  TriangleMesh mesh = grid_surface(*grid_of(image, all, level), level);
  for (Vec3& p : mesh.points)
    p = image.origin + p.x * image.steps[0] + p.y * image.steps[1] + p.z * image.steps[2];
  return mesh;
}

}  // namespace

TriangleMesh image_surface(const ImageVolume& image, const ImageLevel& level,
                           const std::string& name, std::vector<std::string>* remarks) {
  const Extremes all = extremes_of(image, name);
  if (level.label) {
    const ImageVolume chosen = labelled(image, *level.label);
    const Extremes found = extremes_of(chosen, name);
    if (found.least == found.largest)
      throw InputError(fmt::format("{}: {} voxel has the label {}; values are from {} to {}", name,
                                   found.largest > 0 ? "every" : "no", *level.label, all.least,
                                   all.largest));
    return surface_above(chosen, found, 0.5, name, remarks);
  }
  const float t = float(level.threshold);
  if (!(all.largest > t) || all.least > t)
    throw InputError(fmt::format("{}: {} voxel is above the threshold {}; values are from {} to {}",
                                 name, all.least > t ? "every" : "no", level.threshold, all.least,
                                 all.largest));
  return surface_above(image, all, t, name, remarks);
}

TriangleMesh read_image_surface(const std::string& path, const std::string& series,
                                const ImageLevel& level, std::vector<std::string>* remarks) {
  // Those of compressed segmentations are a thousandth of what they hold, and a header may be all
  // that there is of a file.
  constexpr ChildLimits limits{.seconds = 120, .memory = std::size_t(6) << 30};
  const auto read = [&](std::vector<std::string>& said) {
    return image_surface(load_image(path, series), level, path, &said);
  };
  return read_shape_file(path, read, remarks, {.limits = limits, .may_be_folder = true});
}

}  // namespace eulersolid
