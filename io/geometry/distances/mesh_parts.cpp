#include "io/geometry/distances/mesh_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/disjoint_sets.h"
#include "io/geometry/distances/mesh_sides.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

Int3 turned_over(Int3 t) { return {t.x, t.z, t.y}; }

/// Faces that share an edge with two sides, and whether they look the same way.
struct Neighbour {
  int face;
  bool same_way;
};

/// Which faces to turn so that neighbours look the same way, and most of each part as they did.
std::vector<char> faces_to_turn(const std::vector<Int3>& triangles,
                                const std::vector<FaceSide>& sides) {
  std::vector<std::vector<Neighbour>> neighbours(triangles.size());
  each_edge(sides, [&](std::size_t first, std::size_t last) {
    if (last - first != 2) return;
    const FaceSide &a = sides[first], &b = sides[first + 1];
    const bool same_way = a.forwards != b.forwards;
    neighbours[std::size_t(a.face)].push_back({b.face, same_way});
    neighbours[std::size_t(b.face)].push_back({a.face, same_way});
  });
  std::vector<char> turn(triangles.size(), 0), seen(triangles.size(), 0);
  std::vector<int> patch;
  for (std::size_t start = 0; start < triangles.size(); ++start) {
    if (seen[start]) continue;
    patch.assign(1, int(start)), seen[start] = 1;
    std::size_t turned = 0;
    for (std::size_t n = 0; n < patch.size(); ++n) {
      const std::size_t face = std::size_t(patch[n]);
      turned += turn[face] ? 1 : 0;
      for (const Neighbour& other : neighbours[face]) {
        const std::size_t next = std::size_t(other.face);
        if (seen[next]) continue;
        seen[next] = 1, turn[next] = other.same_way ? turn[face] : !turn[face];
        patch.push_back(other.face);
      }
    }
    if (2 * turned > patch.size())
      for (const int face : patch) turn[std::size_t(face)] = !turn[std::size_t(face)];
  }
  return turn;
}

/// Edges of one face each that hang together.
struct Ring {
  Vec3 sum;
  int ends = 0, middle = -1;    ///< the point added
  double area = 0, length = 0;  ///< of the triangles to it [m^2]; of the edges [m]
};

void close_holes(TriangleMesh& mesh, MeshFaults& faults) {
  DisjointSets sets(mesh.points.size());
  const std::vector<FaceSide> sides = sorted_sides(mesh.triangles);
  std::vector<FaceSide> open;
  each_edge(sides, [&](std::size_t first, std::size_t last) {
    if (last - first != 1) return;
    open.push_back(sides[first]), sets.join(sides[first].low, sides[first].high);
  });
  std::map<int, Ring> rings;
  for (const FaceSide& side : open)
    for (const int end : {side.low, side.high}) {
      Ring& ring = rings[sets.set_of(side.low)];
      const Vec3 p = mesh.points[std::size_t(end)];
      ring.sum += p, ++ring.ends;
    }
  for (auto& [set, ring] : rings) {
    ring.middle = int(mesh.points.size());
    mesh.points.push_back((1.0 / ring.ends) * ring.sum);
  }
  for (const FaceSide& side : open) {
    Ring& ring = rings[sets.set_of(side.low)];
    mesh.triangles.push_back(side.forwards ? Int3{side.high, side.low, ring.middle}
                                           : Int3{side.low, side.high, ring.middle});
    const Vec3 low = mesh.points[std::size_t(side.low)],
               edge = mesh.points[std::size_t(side.high)] - low;
    ring.area += norm(cross(edge, mesh.points[std::size_t(ring.middle)] - low)) / 2;
    ring.length += norm(edge);
  }
  for (const auto& [set, ring] : rings)
    if (ring.length > 0)
      faults.largest_hole = std::max(faults.largest_hole, 4 * ring.area / ring.length);
  faults.open_edges += int(open.size()), faults.holes += int(rings.size());
}

/// Volume and direction of a closed part whose faces all look one way.
void measure(MeshPart& part) {
  const Vec3 origin = part.mesh.points.front();  // near: less is lost to rounding
  const auto point = [&](int n) { return part.mesh.points[std::size_t(n)] - origin; };
  double volume = 0;
  for (const Int3 t : part.mesh.triangles)
    volume += dot(point(t.x), cross(point(t.y), point(t.z))) / 6;
  part.volume = std::fabs(volume), part.outwards = volume >= 0;
}

}  // namespace

std::vector<MeshPart> mesh_parts(const TriangleMesh& mesh, MeshFaults& faults) {
  const std::vector<char> turn = faces_to_turn(mesh.triangles, sorted_sides(mesh.triangles));
  DisjointSets sets(mesh.points.size());
  for (const Int3 t : mesh.triangles) sets.join(t.x, t.y), sets.join(t.y, t.z);
  std::vector<MeshPart> parts;
  std::vector<int> part_of(mesh.points.size(), -1), number_in_part(mesh.points.size(), -1);
  for (std::size_t n = 0; n < mesh.triangles.size(); ++n) {
    Int3 t = turn[n] ? turned_over(mesh.triangles[n]) : mesh.triangles[n];
    faults.turned += turn[n] ? 1 : 0;
    int& number = part_of[std::size_t(sets.set_of(t.x))];
    if (number < 0) number = int(parts.size()), parts.emplace_back();
    TriangleMesh& part = parts[std::size_t(number)].mesh;
    for (int* corner : {&t.x, &t.y, &t.z}) {
      int& renumbered = number_in_part[std::size_t(*corner)];
      if (renumbered < 0) {
        renumbered = int(part.points.size());
        part.points.push_back(mesh.points[std::size_t(*corner)]);
      }
      *corner = renumbered;
    }
    part.triangles.push_back(t);
  }
  for (MeshPart& part : parts) close_holes(part.mesh, faults), measure(part);
  return parts;
}

}  // namespace eulersolid
