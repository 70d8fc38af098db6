#include "io/mesh/contour/dual_contour.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "io/mesh/contour/crossings.h"
#include "io/mesh/contour/distinct_vertices.h"
#include "io/mesh/contour/feature_point.h"
#include "io/mesh/contour/lattice_cells.h"
#include "io/mesh/contour/points_beside.h"
#include "io/mesh/file_parts.h"

namespace eulersolid {

namespace {

/// The least distance between vertices [steps]: as long as shapes a meter from the origin need
/// for their vertices to differ in single precision, with voxels of a tenth of a millimeter.
constexpr double min_distance = 1e-3;

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

/// Do the normals turn but a little on the way from some points to others? On a smooth surface they
/// come nearer to each other; one that was on an edge jumps.
bool is_smooth(const std::vector<SurfacePoint>& from, const std::vector<SurfacePoint>& to) {
  constexpr double little = 0.9;  // cosine of 26 degrees
  return std::ranges::equal(from, to, [](const SurfacePoint& a, const SurfacePoint& b) {
    return dot(a.normal, b.normal) > little;
  });
}

class Contour {
 public:
  Contour(const LevelSamples& samples, const LevelField& field)
      : lattice_(samples), field_(field), crossings_(lattice_, field) {}

  SurfaceMesh mesh() {
    number_patches();
    place_vertices();
    for (const Crossing& crossing : crossings_.list()) add_polygon(crossing);
    make_distinct(mesh_, ranks_, min_distance * lattice_.step());
    return std::move(mesh_);
  }

 private:
  void number_patches();
  void place_vertices();
  FeaturePoint place_of(const Patch& patch) const;
  /// A feature, and how far its place is off the surface by its level [m].
  struct Place {
    FeaturePoint feature;
    double off = 0;
  };
  Place on_surface(const std::vector<SurfacePoint>& points, Int3 cell, double reach) const;
  FeaturePoint feature_of(const std::vector<SurfacePoint>& points, Int3 cell, double reach) const;
  std::optional<FeaturePoint> corner_near(Int3 cell) const;
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
  std::vector<int> ranks_;  ///< of the vertices: 2 on edges, 3 at corners
};

void Contour::number_patches() {
  first_vertex_.resize(std::size_t(lattice_.cells().count()));
  for (const Index c : lattice_.crossed()) {
    first_vertex_[std::size_t(c)] = int(patches_.size());
    const int count = cell_patches(lattice_.corners(c)).count;
    for (int n = 0; n < count; ++n) patches_.push_back({lattice_.cells().coordinates(c), n});
  }
}

/// The feature between points. Where it lies off the surface it is looked for once more with the
/// tangent planes nearer to it, as of curved edges, then between points beside these: one on an
/// edge may have misled it.
FeaturePoint Contour::feature_of(const std::vector<SurfacePoint>& points, Int3 cell,
                                 double reach) const {
  constexpr double far = 0.02, beside = 0.02;  // [steps]
  const double step = lattice_.step();
  const Place first = on_surface(points, cell, reach);
  if (!(first.off > far * step)) return first.feature;
  if (first.feature.rank >= 2) {
    const std::vector<SurfacePoint> nearer = points_towards(first.feature.at, points, field_);
    const Place second = on_surface(nearer, cell, reach);
    if (second.off <= far * step && (second.feature.rank >= 2 || is_smooth(points, nearer)))
      return second.feature;
  }
  std::vector<SurfacePoint> more;
  for (const SurfacePoint& point : points)
    for (const SurfacePoint& other : points_beside(point, beside * step, field_))
      more.push_back(other);
  const Place last = on_surface(more, cell, reach);
  return last.off < first.off ? last.feature : first.feature;
}

Contour::Place Contour::on_surface(const std::vector<SurfacePoint>& points, Int3 cell,
                                   double reach) const {
  constexpr double near = 0.05, farthest = 0.25;  // [steps]
  const double step = lattice_.step();
  const Vec3 centre = lattice_.position(cell) + 0.5 * step * Vec3{1, 1, 1};
  FeaturePoint vertex = feature_point(points.data(), int(points.size()), centre, reach * step);
  if (vertex.rank >= 2) return {vertex, std::fabs(field_.level(vertex.at))};
  // The tangent planes of a smooth surface meet beside it, by its curvature: once more to it.
  LevelPoint there = field_.at(vertex.at);
  const Vec3 way = there.way_to_surface();
  const double length = norm(way);
  if (length < farthest * step) {
    vertex.at += way;
    if (length < near * step)
      there.level = 0;
    else
      there = field_.at(vertex.at);
  }
  vertex.normal = there.normal();
  return {vertex, std::fabs(there.level)};
}

FeaturePoint Contour::place_of(const Patch& patch) const {
  constexpr double reach = 1.25;  // [steps]: corners may stand out of the cells that see them
  const CellPatches& all = cell_patches(lattice_.corners(patch.cell));
  std::vector<SurfacePoint> points;
  for (int edge = 0; edge < 12; ++edge)
    if (all.of_edge[std::size_t(edge)] == patch.number)
      points.push_back(crossings_.on_edge_of(patch.cell, edge).surface);
  const FeaturePoint vertex = feature_of(points, patch.cell, reach);
  if (vertex.rank == 2)
    if (const std::optional<FeaturePoint> corner = corner_near(patch.cell)) return *corner;
  return vertex;
}

/// A corner that an edge ends with in a cell, or beside it where no other cell holds it: of its
/// faces the cell itself may cross two only, its neighbours all.
std::optional<FeaturePoint> Contour::corner_near(Int3 cell) const {
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
  const FeaturePoint corner = feature_of(points, cell, 1);
  if (corner.rank < 3 || !(std::fabs(field_.level(corner.at)) < 0.02 * step)) return {};
  const Vec3 from = (1 / step) * (corner.at - lattice_.position({0, 0, 0}));
  const Int3 home = cell_of(from);
  if (home == cell) return corner;
  if (cells.contains(home) && lattice_.corners(home) != 0 && lattice_.corners(home) != 255)
    return {};
  return corner;
}

void Contour::place_vertices() {
  mesh_.positions.resize(patches_.size()), mesh_.normals.resize(patches_.size());
  ranks_.resize(patches_.size());
  tbb::parallel_for(std::size_t(0), patches_.size(), [&](std::size_t n) {
    const FeaturePoint vertex = place_of(patches_[n]);
    mesh_.positions[n] = vertex.at;
    mesh_.normals[n] = single(vertex.normal);
    ranks_[n] = vertex.rank;
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
  mesh_.positions.push_back(0.5 * (a.at + b.at));
  mesh_.normals.push_back(single(normalized(a.normal + b.normal)));
  ranks_.push_back(0);
  return place->second;
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
