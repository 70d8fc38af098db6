#include "io/vdb/obstacle_grid.h"

#include <openvdb/tools/Prune.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "io/vdb/vdb_grids.h"
#include "io/vdb/vdb_leaf.h"

namespace eulersolid {

namespace {

/// Blocks of voxels that a box reaches into.
struct Blocks {
  Int3 first;  ///< in widths of a block
  Cells count;

  Blocks(const FrameSample& frame, const ObstacleField& field) {
    int counts[3];
    for (int axis = 0; axis < 3; ++axis) {
      const double width = leaf_width * frame.h;
      first[axis] = int(std::floor((field.low[axis] - frame.origin[axis]) / width));
      const int end = int(std::ceil((field.high[axis] - frame.origin[axis]) / width));
      counts[axis] = std::max(0, end - first[axis]);
    }
    count = {counts[0], counts[1], counts[2]};
  }
  openvdb::Coord origin(Index block) const {
    const Int3 at = first + count.coordinates(block);
    return {leaf_width * at.x, leaf_width * at.y, leaf_width * at.z};
  }
};

Vec3 centre_of(const FrameSample& frame, openvdb::Coord voxel) {
  return frame.origin + frame.h * Vec3{voxel.x() + 0.5, voxel.y() + 0.5, voxel.z() + 0.5};
}

}  // namespace

openvdb::FloatGrid::Ptr obstacle_grid(const FrameSample& frame, const ObstacleField& field) {
  using Leaf = openvdb::FloatGrid::TreeType::LeafNodeType;
  const Blocks blocks(frame, field);
  const auto count = std::size_t(blocks.count.count());
  const auto band = float(vdb_band * frame.h);
  // From the middle of a block to its corners; distances that were sampled may be a little off.
  const double reach = 1.1 * 0.5 * std::sqrt(3.0) * leaf_width * frame.h + band;
  GridBuilder<openvdb::FloatGrid> builder(band, count);
  tbb::parallel_for(std::size_t(0), count, [&](std::size_t block) {
    const openvdb::Coord origin = blocks.origin(Index(block));
    const Vec3 middle =
        centre_of(frame, origin) + (0.5 * (leaf_width - 1) * frame.h) * Vec3{1, 1, 1};
    const double level = field.distance(middle);
    if (level > reach) return;
    builder.fill(block, origin, [&](int n, float& value) {
      value = -band;
      if (level < -reach) return false;
      const Vec3 x = centre_of(frame, origin + Leaf::offsetToLocalCoord(openvdb::Index32(n)));
      value = std::clamp(float(field.distance(x)), -band, band);
      return -band < value && value < band;
    });
  });
  const openvdb::FloatGrid::Ptr grid = builder.finish();
  openvdb::tools::prune(grid->tree());
  grid->setName("obstacles");
  grid->setGridClass(openvdb::GRID_LEVEL_SET);
  return grid;
}

}  // namespace eulersolid
