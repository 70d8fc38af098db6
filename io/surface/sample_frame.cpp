#include "io/surface/sample_frame.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/surface/deformed_shape.h"
#include "io/surface/map_row.h"
#include "io/surface/near_cells.h"

namespace eulersolid {

namespace {

/// Lengths below this are rounding [voxels]: faces of voxels that lie on those of cells.
constexpr double rounding = 1e-6;

/// The voxels whose centres lie in cells of the body that are not outside.
struct VoxelBox {
  Int3 first;
  Cells cells;
};

VoxelBox box_of(const BodyMap& body, const NearCells& near, double voxels_a_cell) {
  VoxelBox box;
  int size[3] = {0, 0, 0};
  for (int axis = 0; axis < 3 && near.any(); ++axis) {
    const double low = voxels_a_cell * (body.first[axis] + near.low()[axis]);
    const double high = voxels_a_cell * (body.first[axis] + near.high()[axis]);
    box.first[axis] = int(std::ceil(low - 0.5 - rounding));
    size[axis] = std::max(0, int(std::floor(high - 0.5 + rounding)) + 1 - box.first[axis]);
  }
  box.cells = {size[0], size[1], size[2]};
  return box;
}

/// Fills in the voxels of one body.
class BodySampler {
 public:
  BodySampler(const BodyMap& body, const FrameMaps& maps, double voxel)
      : body_(body),
        shape_(body, maps.origin, maps.h),
        near_(body, maps.origin, maps.h, sampled_reach * voxel),
        voxel_(voxel) {
    const VoxelBox box = box_of(body, near_, maps.h / voxel);
    sample_.name = body.name, sample_.first = box.first, sample_.cells = box.cells;
    const auto count = std::size_t(box.cells.count());
    sample_.sdf.resize(count);
    sample_.velocity.resize(count), sample_.rest.resize(count);
    for (const NamedValues& its : body.cell_values)
      sample_.values.push_back({its.name, std::vector<float>(count)});
  }

  BodySample take() {
    const Cells cells = sample_.cells;
    tbb::parallel_for(0, cells.nz, [&](int k) {
      MapRow row(shape_);
      for (int j = 0; j < cells.ny; ++j) fill(row, j, k);
    });
    return std::move(sample_);
  }

 private:
  void fill(MapRow& row, int j, int k) {
    const Vec3 first = centre_of({0, j, k}), last = centre_of({sample_.cells.nx - 1, j, k});
    row.move_to(first, first.x, last.x);
    for (int i = 0; i < sample_.cells.nx; ++i) fill(row, Int3{i, j, k});
  }
  void fill(const MapRow& row, Int3 at) {
    const auto n = std::size_t(sample_.cells.index(at));
    const Vec3 x = centre_of(at);
    const float band = float(sampled_reach * voxel_);
    const Nearness nearness = near_.at(cell_of(shape_.in_nodes(x)));
    sample_.sdf[n] = band;
    if (nearness == Nearness::outside) return;
    const DeformedShape::Displacement d = row.displacement(x.x);
    sample_.sdf[n] = nearness == Nearness::inside
                         ? float(shape_.without_spurious(double(-band), x, d))
                         : std::clamp(float(shape_.distance(x, d, double(band))), -band, band);
    if (!(sample_.sdf[n] < band)) return;
    const Vec3 X = x - d.u;
    sample_.rest[n] = {float(X.x), float(X.y), float(X.z)};
    sample_.velocity[n] = row.velocity(x.x);
    for (std::size_t v = 0; v < sample_.values.size(); ++v)
      sample_.values[v].values[n] = shape_.cell_value(body_.cell_values[v], x);
  }
  Vec3 centre_of(Int3 at) const {
    const Int3 index = sample_.first + at;
    return shape_.origin() + voxel_ * Vec3{index.x + 0.5, index.y + 0.5, index.z + 0.5};
  }

  const BodyMap& body_;
  DeformedShape shape_;
  NearCells near_;
  double voxel_;
  BodySample sample_;
};

}  // namespace

FrameSample sample_frame(const FrameMaps& maps, double voxel) {
  FrameSample sample;
  sample.frame = maps.frame, sample.time = maps.time;
  sample.origin = maps.origin, sample.h = voxel;
  for (const BodyMap& body : maps.bodies)
    sample.bodies.push_back(BodySampler(body, maps, voxel).take());
  return sample;
}

}  // namespace eulersolid
