#include "io/mesh/dual_contour.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "io/mesh/crossings.h"
#include "io/mesh/feature_point.h"
#include "io/mesh/lattice_cells.h"

namespace eulersolid {

namespace {

/// A patch of the surface in a cell, for which a vertex stands.
struct Patch {
  Int3 cell;
  int number;
};

/// A face between two cells.
struct Face {
  Int3 corner;  ///< its lowest point
  int normal;   ///< axis
};

/// The four cells around an edge, and the faces between each and the next, counter-clockwise about
/// the edge's axis.
struct Ring {
  std::array<Int3, 4> cells;
  std::array<Face, 4> faces;
};

Ring ring_around(const Crossing& edge) {
  const int b = (edge.axis + 1) % 3, c = (edge.axis + 2) % 3;
  const Int3 p = edge.point, behind_b = p - unit_step(b), behind_c = p - unit_step(c);
  return {{p, behind_b, behind_b - unit_step(c), behind_c},
          {{{p, b}, {behind_b, c}, {behind_c, b}, {p, c}}}};
}

class Contour {
 public:
  Contour(const LevelSamples& samples, const LevelField& field)
      : lattice_(samples), field_(field), crossings_(lattice_, field) {}

  SurfaceMesh mesh() {
    number_patches();
    place_vertices();
    for (const Crossing& crossing : crossings_.list()) add_polygon(crossing);
    return std::move(mesh_);
  }

 private:
  void number_patches();
  void place_vertices();
  Vec3 place_of(const Patch& patch) const;
  std::optional<Vec3> corner_near(Int3 cell) const;
  void add_vertex(Vec3 at, Vec3 normal);
  void add_polygon(const Crossing& crossing);
  std::size_t start_of_diagonal(const std::vector<int>& quad, const Crossing& edge) const;

  /// Of the patch in a cell that crosses an edge of it.
  int vertex(Int3 cell, Int3 point, int axis) const {
    const Index c = lattice_.cells().index(cell);
    const int edge = edge_in(cell, point, axis);
    return first_vertex_[std::size_t(c)] +
           cell_patches(lattice_.corners(c)).of_edge[std::size_t(edge)];
  }
  bool is_shared_twice(const Face& face, const Crossing& edge) const;
  int vertex_in(const Face& face, const Crossing& edge);

  LatticeCells lattice_;
  const LevelField& field_;
  Crossings crossings_;
  std::vector<int> first_vertex_;  ///< by cell, set where the surface passes through
  std::vector<Patch> patches_;
  std::unordered_map<Index, int> in_face_;  ///< vertices in faces, by face and corner cut off
  SurfaceMesh mesh_;
};

void Contour::number_patches() {
  first_vertex_.resize(std::size_t(lattice_.cells().count()));
  for (const Index c : lattice_.crossed()) {
    first_vertex_[std::size_t(c)] = int(patches_.size());
    const int count = cell_patches(lattice_.corners(c)).count;
    for (int n = 0; n < count; ++n) patches_.push_back({lattice_.cells().coordinates(c), n});
  }
}

Vec3 Contour::place_of(const Patch& patch) const {
  constexpr double reach = 1.25;  // [steps]: corners may stand out of the cells that see them
  const CellPatches& all = cell_patches(lattice_.corners(patch.cell));
  std::array<SurfacePoint, 12> points;
  int count = 0;
  for (int edge = 0; edge < 12; ++edge)
    if (all.of_edge[std::size_t(edge)] == patch.number)
      points[std::size_t(count++)] = crossings_.on_edge_of(patch.cell, edge).surface;
  const double step = lattice_.step();
  const Vec3 centre = lattice_.position(patch.cell) + 0.5 * step * Vec3{1, 1, 1};
  const FeaturePoint vertex = feature_point(points.data(), count, centre, reach * step);
  if (vertex.rank == 2) return corner_near(patch.cell).value_or(vertex.at);
  if (vertex.rank == 3) return vertex.at;
  // The tangent planes of a smooth surface meet beside it, by its curvature: once more to it.
  const double level = field_.level(vertex.at);
  if (!(std::fabs(level) < 0.25 * step)) return vertex.at;
  return vertex.at - level * field_.normal(vertex.at);
}

/// A corner that an edge ends with in a cell, or beside it where no other cell holds it: of its
/// faces the cell itself may cross two only, its neighbours all.
std::optional<Vec3> Contour::corner_near(Int3 cell) const {
  std::vector<SurfacePoint> points;
  const Cells cells = lattice_.cells();
  for (int n = 0; n < 27; ++n) {
    const Int3 beside = cell + Int3{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    if (!cells.contains(beside)) continue;
    const unsigned corners = lattice_.corners(beside);
    for (int axis = 0; axis < 3; ++axis)  // the edges that begin with the cell's corner 0
      if ((corners & 1U) != ((corners >> (1 << axis)) & 1U))
        points.push_back(crossings_.at(beside, axis).surface);
  }
  const double step = lattice_.step();
  const Vec3 centre = lattice_.position(cell) + 0.5 * step * Vec3{1, 1, 1};
  const FeaturePoint corner = feature_point(points.data(), int(points.size()), centre, step);
  if (corner.rank < 3 || !(std::fabs(field_.level(corner.at)) < 0.02 * step)) return {};
  const Vec3 from = (1 / step) * (corner.at - lattice_.position({0, 0, 0}));
  const Int3 home{int(std::floor(from.x)), int(std::floor(from.y)), int(std::floor(from.z))};
  if (home == cell) return corner.at;
  if (cells.contains(home) && lattice_.corners(home) != 0 && lattice_.corners(home) != 255)
    return {};
  return corner.at;
}

void Contour::place_vertices() {
  mesh_.positions.resize(patches_.size()), mesh_.normals.resize(patches_.size());
  tbb::parallel_for(std::size_t(0), patches_.size(), [&](std::size_t n) {
    const Vec3 at = place_of(patches_[n]), normal = field_.normal(at);
    mesh_.positions[n] = at;
    mesh_.normals[n] = {float(normal.x), float(normal.y), float(normal.z)};
  });
}

/// Are the two pieces of the surface in a face between the same two patches?
bool Contour::is_shared_twice(const Face& face, const Crossing& edge) const {
  const int across = 3 - face.normal - edge.axis;
  const bool edge_is_low = edge.point[across] == face.corner[across];
  const Int3 opposite =
      edge_is_low ? edge.point + unit_step(across) : edge.point - unit_step(across);
  if (lattice_.inside(opposite) != lattice_.inside(edge.end()) ||
      lattice_.inside(opposite + unit_step(edge.axis)) != lattice_.inside(edge.point))
    return false;  // there is one piece only
  for (const Int3 cell : {face.corner, face.corner - unit_step(face.normal)})
    if (vertex(cell, edge.point, edge.axis) != vertex(cell, opposite, edge.axis)) return false;
  return true;
}

/// The vertex on the piece of the surface in a face that cuts off the inside end of an edge.
int Contour::vertex_in(const Face& face, const Crossing& edge) {
  const Int3 corner = lattice_.inside(edge.point) ? edge.point : edge.end();
  const int u = (face.normal + 1) % 3, v = (face.normal + 2) % 3;
  const Int3 from = corner - face.corner;
  const Index key =
      4 * (3 * lattice_.point_index(face.corner) + face.normal) + from[u] + 2 * from[v];
  const auto [place, is_new] = in_face_.try_emplace(key, int(mesh_.positions.size()));
  if (!is_new) return place->second;
  const SurfacePoint a = crossings_.at(from[u] ? corner - unit_step(u) : corner, u).surface,
                     b = crossings_.at(from[v] ? corner - unit_step(v) : corner, v).surface;
  add_vertex(0.5 * (a.at + b.at), normalized(a.normal + b.normal));
  return place->second;
}

void Contour::add_vertex(Vec3 at, Vec3 normal) {
  mesh_.positions.push_back(at);
  mesh_.normals.push_back({float(normal.x), float(normal.y), float(normal.z)});
}

void Contour::add_polygon(const Crossing& edge) {
  const Ring ring = ring_around(edge);
  std::vector<int> polygon;
  std::size_t first = 0;  // a vertex in a face, if there is one: no other polygon has its diagonals
  for (std::size_t n = 0; n < 4; ++n) {
    polygon.push_back(vertex(ring.cells[n], edge.point, edge.axis));
    if (!is_shared_twice(ring.faces[n], edge)) continue;
    first = polygon.size();
    polygon.push_back(vertex_in(ring.faces[n], edge));
  }
  if (polygon.size() == 4) first = start_of_diagonal(polygon, edge);
  std::rotate(polygon.begin(), polygon.begin() + std::ptrdiff_t(first), polygon.end());
  if (!lattice_.inside(edge.point)) std::reverse(polygon.begin() + 1, polygon.end());
  for (std::size_t n = 2; n < polygon.size(); ++n)
    mesh_.triangles.push_back({polygon[0], polygon[n - 1], polygon[n]});
}

/// 0 or 1: from which of its corners a quadrilateral is to be divided, so that both triangles face
/// as the surface does where it crosses the edge: a diagonal along a sharp edge, not across it.
std::size_t Contour::start_of_diagonal(const std::vector<int>& quad, const Crossing& edge) const {
  const double sense = lattice_.inside(edge.point) ? 1 : -1;
  const auto at = [&](std::size_t n) { return mesh_.positions[std::size_t(quad[n % 4])]; };
  const auto worst = [&](std::size_t n) {
    const auto facing = [&](std::size_t b, std::size_t c) {
      return sense * dot(normalized(cross(at(b) - at(n), at(c) - at(n))), edge.surface.normal);
    };
    return std::min(facing(n + 1, n + 2), facing(n + 2, n + 3));
  };
  return worst(1) > worst(0) ? 1 : 0;
}

}  // namespace

SurfaceMesh dual_contour(const LevelSamples& samples, const LevelField& field) {
  return Contour(samples, field).mesh();
}

}  // namespace eulersolid
