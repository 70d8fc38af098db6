#include "io/mesh/contour/distinct_vertices.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "io/geometry/near_points.h"

namespace eulersolid {

namespace {

using Triangle = std::array<int, 3>;
using TrianglesAround = std::unordered_map<int, std::vector<std::size_t>>;  ///< by vertex

bool has(const Triangle& t, int vertex) {
  return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

class Joiner {
 public:
  Joiner(SurfaceMesh& mesh, std::vector<int>& ranks, double length)
      : mesh_(mesh), ranks_(ranks), length_(length), is_dead_(mesh.triangles.size()) {}

  void join() {
    for (bool is_changed = true; is_changed;) {
      gather();
      if (around_.empty()) return;
      is_changed = false;
      for (std::size_t n = 0; n < mesh_.triangles.size(); ++n)
        for (std::size_t e = 0; e < 3 && !is_dead_[n]; ++e)
          is_changed |= join_edge(mesh_.triangles[n][e], mesh_.triangles[n][(e + 1) % 3]);
    }
    clear_dead();
  }

 private:
  bool is_short(int a, int b) const {
    return norm(mesh_.positions[std::size_t(a)] - mesh_.positions[std::size_t(b)]) <= length_;
  }

  /// The triangles at the ends of short edges. A join may make edges short that were long, from the
  /// vertex that stays: their far ends are gathered before the next round, and wait for it.
  void gather() {
    TrianglesAround found;
    for (std::size_t n = 0; n < mesh_.triangles.size(); ++n) {
      const Triangle& t = mesh_.triangles[n];
      for (std::size_t e = 0; e < 3 && !is_dead_[n]; ++e)
        if (is_short(t[e], t[(e + 1) % 3]))
          for (const int end : {t[e], t[(e + 1) % 3]})
            if (!around_.contains(end)) found[end];
    }
    if (found.empty()) return;
    for (std::size_t n = 0; n < mesh_.triangles.size(); ++n)
      for (const int vertex : mesh_.triangles[n])
        if (const auto place = found.find(vertex); place != found.end() && !is_dead_[n])
          place->second.push_back(n);
    around_.merge(found);
  }

  std::vector<int> neighbours(int vertex) const {
    std::vector<int> all;
    for (const std::size_t n : around_.at(vertex))
      if (!is_dead_[n])
        for (const int other : mesh_.triangles[n])
          if (other != vertex) all.push_back(other);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  bool join_edge(int a, int b) {
    if (!is_short(a, b) || !around_.contains(a) || !around_.contains(b)) return false;
    const std::vector<int> of_a = neighbours(a), of_b = neighbours(b);
    std::vector<int> common;
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          std::back_inserter(common));
    const bool is_tetrahedron = of_a.size() == 3 && of_b.size() == 3;
    if (common.size() != 2 || is_tetrahedron) return false;
    const bool a_stays = ranks_[std::size_t(a)] > ranks_[std::size_t(b)] ||
                         (ranks_[std::size_t(a)] == ranks_[std::size_t(b)] && a < b);
    const int kept = a_stays ? a : b, gone = a_stays ? b : a;
    for (const std::size_t n : around_.at(gone)) {
      Triangle& t = mesh_.triangles[n];
      if (is_dead_[n]) continue;
      if (has(t, kept)) {
        is_dead_[n] = true;
        continue;
      }
      std::replace(t.begin(), t.end(), gone, kept);
      around_.at(kept).push_back(n);
    }
    return true;
  }

  /// Leaves out triangles that are gone, and the vertices that have none any more.
  void clear_dead() {
    std::vector<int> number(mesh_.positions.size(), -1);
    std::size_t triangles = 0;
    for (std::size_t n = 0; n < mesh_.triangles.size(); ++n) {
      if (is_dead_[n]) continue;
      mesh_.triangles[triangles++] = mesh_.triangles[n];
      for (const int vertex : mesh_.triangles[n]) number[std::size_t(vertex)] = 0;
    }
    mesh_.triangles.resize(triangles);
    std::size_t vertices = 0;
    for (std::size_t n = 0; n < number.size(); ++n) {
      if (number[n] < 0) continue;
      mesh_.positions[vertices] = mesh_.positions[n], mesh_.normals[vertices] = mesh_.normals[n];
      ranks_[vertices] = ranks_[n];
      number[n] = int(vertices++);
    }
    mesh_.positions.resize(vertices), mesh_.normals.resize(vertices), ranks_.resize(vertices);
    for (Triangle& t : mesh_.triangles)
      for (int& vertex : t) vertex = number[std::size_t(vertex)];
  }

  SurfaceMesh& mesh_;
  std::vector<int>& ranks_;
  const double length_;
  std::vector<bool> is_dead_;
  TrianglesAround around_;  ///< vertices of short edges
};

/// The vertices that lie where one before them does.
std::vector<int> coincident(const SurfaceMesh& mesh, NearPoints& known) {
  std::vector<int> found;
  for (std::size_t n = 0; n < mesh.positions.size(); ++n)
    if (known.find_or_add(mesh.positions[n], int(n)) != int(n)) found.push_back(int(n));
  return found;
}

/// For each of these vertices, in ascending order, the unit vector to the middle of its neighbours.
std::vector<Vec3> ways_to_neighbours(const SurfaceMesh& mesh, const std::vector<int>& vertices) {
  std::vector<Vec3> ways(vertices.size());
  for (const Triangle& t : mesh.triangles)
    for (const int vertex : t) {
      const auto place = std::lower_bound(vertices.begin(), vertices.end(), vertex);
      if (place == vertices.end() || *place != vertex) continue;
      for (const int other : t)
        ways[std::size_t(place - vertices.begin())] +=
            mesh.positions[std::size_t(other)] - mesh.positions[std::size_t(vertex)];
    }
  for (Vec3& way : ways) way = normalized(way);
  return ways;
}

void part(SurfaceMesh& mesh, double length) {
  constexpr int max_tries = 20;
  NearPoints known(length);
  const std::vector<int> vertices = coincident(mesh, known);
  if (vertices.empty()) return;
  const std::vector<Vec3> ways = ways_to_neighbours(mesh, vertices);
  for (std::size_t n = 0; n < vertices.size(); ++n) {
    Vec3& at = mesh.positions[std::size_t(vertices[n])];
    for (int tries = 0; tries < max_tries; ++tries) {
      at += 2 * length * ways[n];
      if (known.find_or_add(at, vertices[n]) == vertices[n]) break;
    }
  }
}

}  // namespace

void make_distinct(SurfaceMesh& mesh, std::vector<int>& ranks, double length) {
  Joiner(mesh, ranks, length).join();
  part(mesh, length);
}

}  // namespace eulersolid
