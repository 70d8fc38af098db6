#include "io/vdb/dense_image.h"

#include <openvdb/tools/Dense.h>

#include <algorithm>
#include <cmath>

#include "io/vdb/vdb_grids.h"

namespace eulersolid {

namespace {

openvdb::CoordBBox box_of(const openvdb::GridPtrVec& grids, const FrameSample& frame, Vec3 low,
                          Vec3 high) {
  openvdb::CoordBBox box;
  for (const openvdb::GridBase::Ptr& grid : grids)
    if (grid->getName() != "obstacles" && grid->activeVoxelCount() > 0)
      box.expand(grid->evalActiveVoxelBoundingBox());
  openvdb::CoordBBox within;
  for (int axis = 0; axis < 3; ++axis) {
    within.min()[axis] = int(std::floor((low[axis] - frame.origin[axis]) / frame.h));
    within.max()[axis] = int(std::ceil((high[axis] - frame.origin[axis]) / frame.h)) - 1;
  }
  if (!box.empty()) box.intersect(within);
  return box;
}

/// The values of a grid in a box, x fastest.
template <class Value, class Grid>
std::vector<Value> dense_values(const Grid& grid, const openvdb::CoordBBox& box) {
  static_assert(sizeof(Value) == sizeof(typename Grid::ValueType));
  std::vector<Value> values(box.volume());
  openvdb::tools::Dense<typename Grid::ValueType, openvdb::tools::LayoutXYZ> dense(
      box, reinterpret_cast<typename Grid::ValueType*>(values.data()));
  openvdb::tools::copyToDense(grid, dense);
  return values;
}

}  // namespace

DenseImage dense_image(const FrameSample& frame, const VdbOptions& options, Vec3 low, Vec3 high) {
  openvdb::initialize();
  const openvdb::GridPtrVec grids = make_grids(frame, options);
  const openvdb::CoordBBox box = box_of(grids, frame, low, high);
  DenseImage image;
  const bool empty = box.empty();
  if (!empty) {
    image.first = {box.min().x(), box.min().y(), box.min().z()};
    image.voxels = {box.dim().x(), box.dim().y(), box.dim().z()};
  }
  for (const openvdb::GridBase::Ptr& grid : grids) {
    if (const auto scalar = openvdb::GridBase::grid<openvdb::FloatGrid>(grid))
      image.scalars.push_back(
          {grid->getName(), empty ? std::vector<float>{} : dense_values<float>(*scalar, box)});
    else if (const auto vector = openvdb::GridBase::grid<openvdb::Vec3SGrid>(grid))
      image.vectors.push_back(
          {grid->getName(), empty ? std::vector<Vec3f>{} : dense_values<Vec3f>(*vector, box)});
  }
  return image;
}

}  // namespace eulersolid
