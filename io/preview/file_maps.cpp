#include "io/preview/file_maps.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// Voxels around those of a body that get values from them: as many as look-ups near its surface
/// reach, where the voxels beside it belong to another.
constexpr int grown = 3;

/// Where the voxels of each body are, by its number.
std::vector<openvdb::CoordBBox> boxes_of(const openvdb::FloatGrid& ids, std::size_t bodies) {
  std::vector<openvdb::CoordBBox> boxes(bodies);
  for (auto value = ids.cbeginValueOn(); value; ++value) {
    const int id = int(*value);
    if (id >= 1 && std::size_t(id) <= bodies)
      boxes[std::size_t(id) - 1].expand(value.getBoundingBox());
  }
  return boxes;
}

/// Give voxels beside known ones the mean of their displacements and velocities.
void grow(BodyMap& body) {
  const std::vector<std::uint8_t> before = body.known;
  for (Index n = 0; n < body.nodes.count(); ++n) {
    if (before[std::size_t(n)] != 0) continue;
    const Int3 at = body.nodes.coordinates(n);
    Vec3 sum;
    Vec3f velocity;
    int count = 0;
    for (int side = 0; side < 6; ++side) {
      Int3 beside = at;
      beside[side / 2] += side % 2 ? 1 : -1;
      if (!body.nodes.contains(beside)) continue;
      const auto there = std::size_t(body.nodes.index(beside));
      if (before[there] == 0) continue;
      const Vec3f v = body.velocity[there];
      sum += body.u[there], ++count;
      velocity = {velocity.x + v.x, velocity.y + v.y, velocity.z + v.z};
    }
    if (count == 0) continue;
    body.u[std::size_t(n)] = (1.0 / count) * sum;
    const float part = 1 / float(count);
    body.velocity[std::size_t(n)] = {part * velocity.x, part * velocity.y, part * velocity.z};
    body.known[std::size_t(n)] = 1;
  }
}

/// Between voxels that the body has the mean of theirs.
NamedValues between_voxels(const openvdb::FloatGrid& grid, const BodyMap& body) {
  NamedValues values{grid.getName(), std::vector<float>(std::size_t(body.cells().count()), NAN)};
  const auto voxels = grid.getConstUnsafeAccessor();
  for (std::size_t n = 0; n < values.values.size(); ++n) {
    const Int3 cell = body.cells().coordinates(Index(n));
    float sum = 0;
    int count = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Int3 node = cell + Int3{corner & 1, (corner >> 1) & 1, corner >> 2};
      if (body.known[std::size_t(body.nodes.index(node))] == 0) continue;
      const Int3 at = body.first + node;
      sum += voxels.getValue({at.x, at.y, at.z}), ++count;
    }
    if (count > 0) values.values[n] = sum / float(count);
  }
  return values;
}

BodyMap body_map(const PreviewGrids& grids, const openvdb::CoordBBox& voxels, int id) {
  openvdb::CoordBBox box = voxels;
  box.expand(grown);
  BodyMap body;
  body.first = {box.min().x(), box.min().y(), box.min().z()};
  body.nodes = {box.dim().x(), box.dim().y(), box.dim().z()};
  const auto count = std::size_t(body.nodes.count());
  body.u.resize(count), body.velocity.resize(count), body.known.resize(count);
  const auto ids = grids.object_id->getConstUnsafeAccessor();
  const auto rests = grids.rest->getConstUnsafeAccessor();
  for (std::size_t n = 0; n < count; ++n) {
    const Int3 at = body.first + body.nodes.coordinates(Index(n));
    const openvdb::Coord voxel(at.x, at.y, at.z);
    openvdb::Vec3f X;
    if (int(ids.getValue(voxel)) != id || !rests.probeValue(voxel, X)) continue;
    const openvdb::Vec3d x = grids.rest->indexToWorld(voxel);
    body.u[n] = {x.x() - double(X.x()), x.y() - double(X.y()), x.z() - double(X.z())};
    body.known[n] = 1;
    if (!grids.velocity) continue;
    const openvdb::Vec3f v = grids.velocity->tree().getValue(voxel);
    body.velocity[n] = {v.x(), v.y(), v.z()};
  }
  if (grids.contact_pressure)
    body.cell_values.push_back(between_voxels(*grids.contact_pressure, body));
  body.massive = body.known;  // what grows is no part of the body
  for (int layer = 0; layer < grown; ++layer) grow(body);
  return body;
}

}  // namespace

FrameMaps file_maps(const PreviewGrids& grids, const std::vector<PlacedShape>& shapes) {
  FrameMaps maps;
  if (grids.object_id == nullptr || grids.rest == nullptr) return maps;
  const openvdb::Vec3d origin = grids.rest->indexToWorld(openvdb::Coord(0));
  maps.origin = {origin.x(), origin.y(), origin.z()};
  maps.h = grids.rest->voxelSize().x();
  const std::vector<openvdb::CoordBBox> boxes = boxes_of(*grids.object_id, shapes.size());
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    maps.bodies.push_back(boxes[n].empty() ? BodyMap{} : body_map(grids, boxes[n], int(n) + 1));
    maps.bodies.back().shape = shapes[n];
  }
  return maps;
}

}  // namespace eulersolid
