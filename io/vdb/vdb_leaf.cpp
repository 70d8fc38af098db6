#include "io/vdb/vdb_leaf.h"

#include <algorithm>
#include <map>

namespace eulersolid {

namespace {

/// First cell of the block that holds a cell, along one axis.
int block_start(int cell) { return cell & ~(leaf_width - 1); }

/// Cells of a box, from `first` up to but without `end`.
struct CellRange {
  Int3 first, end;
};

CellRange range_of(const BodySample& body) {
  return {body.first, body.first + Int3{body.cells.nx, body.cells.ny, body.cells.nz}};
}

CellRange common(const CellRange& box, openvdb::Coord origin) {
  CellRange both;
  for (int axis = 0; axis < 3; ++axis) {
    both.first[axis] = std::max(box.first[axis], origin[axis]);
    both.end[axis] = std::min(box.end[axis], origin[axis] + leaf_width);
  }
  return both;
}

/// Solid share of a voxel, from the distance of its centre to the surface.
float volume_fraction(const BodySample& body, Index cell, float h) {
  return std::clamp(0.5F - body.sdf[std::size_t(cell)] / h, 0.0F, 1.0F);
}

void find_nearest(const BodySample& body, int number, openvdb::Coord origin, float h,
                  NearestBodies& nearest) {
  const CellRange range = common(range_of(body), origin);
  for (int z = range.first.z; z < range.end.z; ++z)
    for (int y = range.first.y; y < range.end.y; ++y)
      for (int x = range.first.x; x < range.end.x; ++x) {
        const Index cell = body.cells.index(Int3{x, y, z} - body.first);
        const float sdf = body.sdf[std::size_t(cell)];
        const openvdb::Index32 n = openvdb::FloatTree::LeafNodeType::coordToOffset({x, y, z});
        nearest.filled[n] = std::min(1.0F, nearest.filled[n] + volume_fraction(body, cell, h));
        if (!(sdf < nearest.sdf[n])) continue;
        nearest.sdf[n] = sdf, nearest.body[n] = number, nearest.cell[n] = cell;
        nearest.any = true;
      }
}

}  // namespace

std::vector<LeafPlace> leaf_places(const FrameSample& frame) {
  std::map<openvdb::Coord, std::vector<int>> bodies_of;
  for (std::size_t body = 0; body < frame.bodies.size(); ++body) {
    const CellRange box = range_of(frame.bodies[body]);
    for (int x = block_start(box.first.x); x < box.end.x; x += leaf_width)
      for (int y = block_start(box.first.y); y < box.end.y; y += leaf_width)
        for (int z = block_start(box.first.z); z < box.end.z; z += leaf_width)
          bodies_of[{x, y, z}].push_back(int(body));
  }
  std::vector<LeafPlace> places;
  places.reserve(bodies_of.size());
  for (auto& [origin, bodies] : bodies_of) places.push_back({origin, std::move(bodies)});
  return places;
}

void find_nearest(const FrameSample& frame, const LeafPlace& place, float band,
                  NearestBodies& nearest) {
  nearest.sdf.fill(band);
  nearest.body.fill(-1);
  nearest.filled.fill(0);
  nearest.any = false;
  for (const int body : place.bodies)
    find_nearest(frame.bodies[std::size_t(body)], body, place.origin, float(frame.h), nearest);
}

}  // namespace eulersolid
