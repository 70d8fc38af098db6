#include "grid/regions/surface_load.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

constexpr int samples_along = 4;  ///< of an edge of a face
/// How far outside of the region they may be, of a face's diagonal: a region may end flush with the
/// surface, on either side.
constexpr double flush = 1e-3;

double part_in(const PlacedShape& shape, const Vec3 (&corner)[4]) {
  const double slack = flush * norm(corner[2] - corner[0]);
  int inside = 0;
  for (int j = 0; j < samples_along; ++j) {
    for (int i = 0; i < samples_along; ++i) {
      const double a = (i + 0.5) / samples_along, b = (j + 0.5) / samples_along;
      const Vec3 at = (1 - a) * (1 - b) * corner[0] + a * (1 - b) * corner[1] + a * b * corner[2] +
                      (1 - a) * b * corner[3];
      inside += signed_distance(shape, at) < slack;
    }
  }
  return double(inside) / (samples_along * samples_along);
}

ES_HD Vec3 area_vector(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return 0.5 * cross(c - a, d - b); }

/// The force on each face, and the cell that its middle is in.
void find_cells(const BodyState& state, const GridSpec& grid, Span<const LoadedFace> faces,
                Span<const Vec3> points, Vec3 traction, double pressure, Span<std::uint64_t> cells,
                Span<int> order, Span<FaceForce> forces) {
  const NodeBox node_box = state.node_box;
  const Cells nodes = node_box.nodes;
  const Span<const std::int8_t> layers = state.layers.span();
  const Vec3 corner0 = grid.position(node_box.first);
  const double h = grid.h;
  parallel_for(faces.size, [=] ES_DEVICE(Index f) {
    const LoadedFace& face = faces[f];
    const Vec3 a = points[face.corner[0]], b = points[face.corner[1]], c = points[face.corner[2]],
               d = points[face.corner[3]];
    const Vec3 place = (1 / h) * (0.25 * (a + b + c + d) - corner0);
    const Int3 cell = cell_of(place);
    order[f] = int(f);
    forces[f] = {}, cells[f] = 0;
    if (!nodes.contains_around(cell, 1)) return;
    const Vec3 xi = place - Vec3{double(cell.x), double(cell.y), double(cell.z)};
    const Index lower = nodes.index(cell);
    double S[8], reached = 0;
    trilinear::shape(xi, S);
    for (int n = 0; n < 8; ++n)
      if (layers[corner_index(lower, n, nodes)] <= 2) reached += S[n];
    if (!(reached > 0)) return;
    cells[f] = std::uint64_t(lower);
    forces[f].xi = xi;
    forces[f].force =
        (1 / reached) * (face.area * traction - (face.part * pressure) * area_vector(a, b, c, d));
  });
}

/// Adds to the nodes of a list what acts in the cells around them.
void add_to(Span<const int> list, Cells nodes, Span<const std::uint64_t> cells,
            Span<const int> order, Span<const FaceForce> forces, Span<Vec3> load) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) {
    const Index node = list[i];
    Vec3 sum;
    for (int n = 0; n < 8; ++n) {
      const auto cell = std::uint64_t(cell_with_corner(node, n, nodes));
      for (Index f = lower_bound(cells, cell); f < cells.size && cells[f] == cell; ++f) {
        double S[8];
        trilinear::shape(forces[order[f]].xi, S);
        sum += S[n] * forces[order[f]].force;
      }
    }
    load[node] += sum;
  });
}

}  // namespace

std::vector<LoadedFace> faces_in(const RegionSetup& region, const std::vector<Vec3>& points,
                                 const std::vector<RestFace>& faces) {
  std::vector<LoadedFace> list;
  for (const RestFace& face : faces) {
    Vec3 corner[4];
    for (int c = 0; c < 4; ++c) corner[c] = points[std::size_t(face[std::size_t(c)])];
    const Vec3 area = area_vector(corner[0], corner[1], corner[2], corner[3]);
    const double part = region.shape ? part_in(*region.shape, corner) : 1;
    if (part > 0) list.push_back({{face[0], face[1], face[2], face[3]}, part, part * norm(area)});
  }
  return list;
}

double enclosed_volume(Span<const LoadedFace> faces, Span<const Vec3> points) {
  return sum<double>(faces.size, [=] ES_DEVICE(Index f) -> double {
    const LoadedFace& face = faces[f];
    const Vec3 o = points[faces[0].corner[0]];  // near: what cancels is small
    const Vec3 a = points[face.corner[0]] - o, b = points[face.corner[1]] - o,
               c = points[face.corner[2]] - o, d = points[face.corner[3]] - o;
    return -dot(0.25 * (a + b + c + d), area_vector(a, b, c, d)) / 3;
  });
}

bool is_closed(const std::vector<LoadedFace>& faces) {
  std::map<std::pair<int, int>, int> edges;
  for (const LoadedFace& face : faces) {
    if (face.part < 1) return false;
    for (int c = 0; c < 4; ++c) {
      const int from = face.corner[c], to = face.corner[(c + 1) % 4];
      if (from != to) ++edges[std::minmax(from, to)];
    }
  }
  return std::all_of(edges.begin(), edges.end(),
                     [](const auto& edge) { return edge.second % 2 == 0; });
}

bool share_a_face(const std::vector<LoadedFace>& some, const std::vector<LoadedFace>& others) {
  std::set<std::array<int, 4>> corners;
  for (const LoadedFace& face : some) corners.insert(std::to_array(face.corner));
  return std::any_of(others.begin(), others.end(), [&](const LoadedFace& face) {
    return corners.contains(std::to_array(face.corner));
  });
}

void SurfaceLoad::add(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                      Span<const LoadedFace> faces, Span<const Vec3> points, Vec3 traction,
                      double pressure, Span<Vec3> load) {
  cells_.resize(faces.size), order_.resize(faces.size), forces_.resize(faces.size);
  find_cells(state, grid, faces, points, traction, pressure, cells_.span(), order_.span(),
             forces_.span());
  sort_by_key(cells_.span(), order_.span());  // stable: faces ascend within a cell
  for (const DeviceVector<int>* list : {&derived.active, &derived.ghosts})
    add_to(list->span(), state.node_box.nodes, cells_.span(), order_.span(), forces_.span(), load);
}

ES_END
