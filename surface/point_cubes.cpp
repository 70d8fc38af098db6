#include "surface/point_cubes.h"

#include <algorithm>

namespace eulersolid {

HostPointCubes::HostPointCubes(const std::vector<Vec3>& at, double edge_length)
    : edge(edge_length) {
  low = at.empty() ? Vec3{} : at[0];
  Vec3 high = low;
  for (const Vec3& point : at) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], point[axis]);
      high[axis] = std::max(high[axis], point[axis]);
    }
  }
  const Int3 last = view().cube_of(high);
  cubes = {last.x + 1, last.y + 1, last.z + 1};
  std::vector<std::size_t> cube_of;
  first.resize(std::size_t(cubes.count()) + 1);
  for (const Vec3& point : at) {
    cube_of.push_back(std::size_t(cubes.index(view().cube_of(point))));
    ++first[cube_of.back() + 1];
  }
  for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  std::vector<int> next(first.begin(), first.end() - 1);
  points.resize(at.size());
  for (std::size_t p = 0; p < at.size(); ++p) points[std::size_t(next[cube_of[p]]++)] = int(p);
}

PointCubes HostPointCubes::view() const {
  const auto span = [](const std::vector<int>& all) {
    return Span<const int>{all.data(), Index(all.size())};
  };
  return view_of(span(first), span(points));
}

}  // namespace eulersolid
