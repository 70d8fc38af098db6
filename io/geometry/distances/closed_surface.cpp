#include "io/geometry/distances/closed_surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "io/geometry/distances/mesh_sides.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

constexpr int max_in_leaf = 4;

double square(Vec3 v) { return dot(v, v); }

double square_of_distance(const Bounds& box, Vec3 p) {
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double beyond = std::max({box.low[axis] - p[axis], p[axis] - box.high[axis], 0.0});
    sum += beyond * beyond;
  }
  return sum;
}

int longest_axis(const Bounds& box) {
  const Vec3 size = box.high - box.low;
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

/// Between two vectors; 0 where one has no length [rad].
double angle(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

}  // namespace

double distance(const Bounds& box, Vec3 p) { return std::sqrt(square_of_distance(box, p)); }

ClosedSurface::ClosedSurface(const TriangleMesh& mesh) : points_(mesh.points) {
  std::vector<Vec3> middles;
  faces_.reserve(mesh.triangles.size()), middles.reserve(mesh.triangles.size());
  for (const Int3 t : mesh.triangles) {
    const Vec3 a = point(t.x), b = point(t.y), c = point(t.z), n = cross(b - a, c - a);
    Face face;
    face.corners = t;
    if (norm(n) > 0) face.normal = normalized(n);
    faces_.push_back(face), middles.push_back((1.0 / 3) * (a + b + c));
  }
  nodes_.push_back({empty_bounds(), 0, int(faces_.size())});
  split(0, middles);
  find_neighbours();
  sum_up_corners();
}

/// At the median of what it holds, along its longest axis.
void ClosedSurface::split(int node, std::vector<Vec3>& middles) {
  const int first = nodes_[std::size_t(node)].first, count = nodes_[std::size_t(node)].count;
  Bounds box = empty_bounds(), of_middles = empty_bounds();
  for (int n = first; n < first + count; ++n) {
    const Int3 t = faces_[std::size_t(n)].corners;
    add(box, point(t.x)), add(box, point(t.y)), add(box, point(t.z));
    add(of_middles, middles[std::size_t(n)]);
  }
  nodes_[std::size_t(node)].box = box;
  if (count <= max_in_leaf) return;

  const int axis = longest_axis(of_middles), half = count / 2;
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), first);
  std::nth_element(order.begin(), order.begin() + half, order.end(), [&](int a, int b) {
    return middles[std::size_t(a)][axis] < middles[std::size_t(b)][axis];
  });
  std::vector<Face> faces;
  std::vector<Vec3> places;
  for (const int n : order)
    faces.push_back(faces_[std::size_t(n)]), places.push_back(middles[std::size_t(n)]);
  std::copy(faces.begin(), faces.end(), faces_.begin() + first);
  std::copy(places.begin(), places.end(), middles.begin() + first);

  nodes_.push_back({empty_bounds(), first, half});
  split(int(nodes_.size()) - 1, middles);
  const int second = int(nodes_.size());
  nodes_.push_back({empty_bounds(), first + half, count - half});
  nodes_[std::size_t(node)].first = second, nodes_[std::size_t(node)].count = 0;
  split(second, middles);
}

void ClosedSurface::find_neighbours() {
  std::vector<Int3> triangles;
  for (const Face& face : faces_) triangles.push_back(face.corners);
  const std::vector<FaceSide> sides = sorted_sides(triangles);
  each_edge(sides, [&](std::size_t first, std::size_t last) {
    if (last - first != 2) return;
    const FaceSide &a = sides[first], &b = sides[first + 1];
    faces_[std::size_t(a.face)].across[a.number] = b.face;
    faces_[std::size_t(b.face)].across[b.number] = a.face;
  });
}

void ClosedSurface::sum_up_corners() {
  corner_normals_.resize(points_.size());
  for (const Face& face : faces_)
    for (int c = 0; c < 3; ++c) {
      const int at = face.corners[c];
      const Vec3 to_next = point(face.corners[(c + 1) % 3]) - point(at),
                 to_last = point(face.corners[(c + 2) % 3]) - point(at);
      corner_normals_[std::size_t(at)] += angle(to_next, to_last) * face.normal;
    }
}

/// The regions of a triangle's plane: C. Ericson, Real-Time Collision Detection (2005), 5.1.5.
void ClosedSurface::look_at(int number, Vec3 p, Nearest& best) const {
  const Int3 t = faces_[std::size_t(number)].corners;
  const Vec3 a = point(t.x), b = point(t.y), c = point(t.z);
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const auto take = [&](Vec3 at, int corner, int side) {
    const double to_it = square(p - at);
    if (to_it < best.square) best = {to_it, at, number, corner, side};
  };
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return take(a, 0, -1);
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return take(b, 1, -1);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return take(a + d1 / (d1 - d3) * ab, -1, 0);
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return take(c, 2, -1);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return take(a + d2 / (d2 - d6) * ac, -1, 2);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6)
    return take(b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), -1, 1);
  const double all = va + vb + vc;
  take(a + vb / all * ab + vc / all * ac, -1, -1);
}

ClosedSurface::Nearest ClosedSurface::nearest(Vec3 p) const {
  struct Waiting {
    int node;
    double square;
  };
  Waiting waiting[64];  // halving 2^31 faces leaves half as many
  int count = 0;
  Nearest best;
  waiting[count++] = {0, square_of_distance(nodes_.front().box, p)};
  while (count > 0) {
    const Waiting next = waiting[--count];
    if (next.square >= best.square) continue;
    const Node& node = nodes_[std::size_t(next.node)];
    for (int n = 0; n < node.count; ++n) look_at(node.first + n, p, best);
    if (node.count > 0) continue;
    Waiting near{next.node + 1, 0}, far{node.first, 0};
    for (Waiting* child : {&near, &far})
      child->square = square_of_distance(nodes_[std::size_t(child->node)].box, p);
    if (near.square > far.square) std::swap(near, far);
    waiting[count++] = far, waiting[count++] = near;
  }
  return best;
}

Vec3 ClosedSurface::normal(const Nearest& nearest) const {
  const Face& face = faces_[std::size_t(nearest.face)];
  if (nearest.corner >= 0) return corner_normals_[std::size_t(face.corners[nearest.corner])];
  const int across = nearest.side >= 0 ? face.across[nearest.side] : -1;
  return across >= 0 ? face.normal + faces_[std::size_t(across)].normal : face.normal;
}

double ClosedSurface::distance(Vec3 p) const {
  const Nearest found = nearest(p);
  return std::copysign(std::sqrt(found.square), dot(p - found.at, normal(found)));
}

}  // namespace eulersolid
