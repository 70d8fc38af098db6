#include "grid/motion/surface_points.h"

#include "grid/constants.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

std::vector<RestFace> SurfacePoints::make(const PlacedShape& shape, double h) {
  std::vector<Vec3> at, areas;
  std::vector<std::uint8_t> edges;
  RestContour contour = rest_contour(shape.shape, point_spacing * h);
  for (const RestPoint& point : contour.points) {
    at.push_back(to_world(shape.pose, point.at));
    areas.push_back(shape.pose.rotation * point.area);
    edges.push_back(point.sharp);
  }
  rest.assign(at), area.assign(areas), sharp.assign(edges);
  on_host = std::make_shared<RestSurface>(std::move(at), h);
  first_.assign(on_host->cubes.first), in_cubes_.assign(on_host->cubes.points);
  return std::move(contour.faces);
}

SmoothMap map_of(const BodyState& state, const GridSpec& grid) {
  return {grid.position(state.node_box.first),
          grid.h,
          state.node_box.nodes,
          state.u.span(),
          state.layers.span(),
          layer::last};
}

void advect_points(const BodyState& state, const GridSpec& grid, double dt, Span<const Vec3> rest,
                   Span<Vec3> points) {
  const Cells nodes = state.node_box.nodes;
  const double h = grid.h;
  const Span<const Vec3> v = state.v.span();
  const SmoothMap map = map_of(state, grid);
  parallel_for(points.size, [=] ES_DEVICE(Index p) {
    const Vec3 place = (1 / h) * (points[p] - map.corner);
    const Int3 cell = cell_of(place);
    if (!nodes.contains_around(cell, 1)) return;
    const Place at{nodes.index(cell), place - Vec3{double(cell.x), double(cell.y), double(cell.z)}};
    points[p] = place_of(map, rest[p], points[p] + dt * interpolate(v, nodes, at));
  });
}

ES_END
