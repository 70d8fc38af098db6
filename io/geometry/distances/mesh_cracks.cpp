#include "io/geometry/distances/mesh_cracks.h"

#include <algorithm>
#include <numeric>

#include "io/geometry/distances/mesh_sides.h"
#include "io/geometry/near_points.h"

namespace eulersolid {

JoinedCracks join_cracks(TriangleMesh& mesh, double reach) {
  std::vector<char> at_crack(mesh.points.size(), 0);
  const std::vector<FaceSide> sides = sorted_sides(mesh.triangles);
  each_edge(sides, [&](std::size_t first, std::size_t last) {
    if (last - first != 1) return;
    at_crack[std::size_t(sides[first].low)] = at_crack[std::size_t(sides[first].high)] = 1;
  });
  JoinedCracks found;
  std::vector<int> joined_to(mesh.points.size());
  std::iota(joined_to.begin(), joined_to.end(), 0);
  NearPoints near(reach);
  for (std::size_t n = 0; n < mesh.points.size(); ++n) {
    if (!at_crack[n]) continue;
    joined_to[n] = near.find_or_add(mesh.points[n], int(n));
    if (joined_to[n] == int(n)) continue;
    ++found.points;
    found.width =
        std::max(found.width, norm(mesh.points[n] - mesh.points[std::size_t(joined_to[n])]));
  }
  if (found.points == 0) return found;
  for (Int3& t : mesh.triangles)
    for (int* corner : {&t.x, &t.y, &t.z}) *corner = joined_to[std::size_t(*corner)];
  std::erase_if(mesh.triangles, [](Int3 t) { return t.x == t.y || t.y == t.z || t.z == t.x; });
  return found;
}

}  // namespace eulersolid
