#include "io/surface/inverse_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace eulersolid {

namespace {

constexpr double tolerance = 1e-6;  // of |X(x) - X| [h]
constexpr int max_iterations = 50;
constexpr int max_halvings = 8;
constexpr int max_starts = 8;
constexpr double longest_step = 1;  // [h]

bool is_finite(Vec3 v) { return std::isfinite(v.x + v.y + v.z); }

/// (grad X)^{-1} r, of X = x - u; none where the map is folded.
std::optional<Vec3> newton_step(const DeformedShape::Displacement& d, Vec3 r) {
  const Vec3 a = Vec3{1, 0, 0} - d.slope[0], b = Vec3{0, 1, 0} - d.slope[1],
             c = Vec3{0, 0, 1} - d.slope[2];  // columns: dX/dx, dX/dy, dX/dz
  const double det = dot(a, cross(b, c));
  if (!(det > 0)) return {};
  return (1 / det) * Vec3{dot(cross(b, c), r), dot(cross(c, a), r), dot(cross(a, b), r)};
}

}  // namespace

InverseMap::InverseMap(const DeformedShape& shape) : shape_(shape) {
  const BodyMap& body = shape.body();
  for (std::size_t n = 0; n < body.u.size(); ++n)
    if (body.known[n]) {
      const Vec3 X = node_place(int(n)) - body.u[n];
      if (is_finite(X)) entries_.push_back({cube_of(cube_at(X)), int(n)});
    }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.cube != b.cube ? a.cube < b.cube : a.node < b.node;
  });
}

Int3 InverseMap::cube_at(Vec3 X) const {
  const Vec3 at = shape_.in_nodes(X);
  const auto whole = [](double v) { return int(std::floor(std::clamp(v, -1e6, 1e6))); };
  return {whole(at.x), whole(at.y), whole(at.z)};
}

std::uint64_t InverseMap::cube_of(Int3 cube) const {
  const auto part = [](int v) { return std::uint64_t(v + (1 << 20)) & ((1U << 21) - 1); };
  return part(cube.x) << 42 | part(cube.y) << 21 | part(cube.z);
}

Vec3 InverseMap::node_place(int node) const {
  const BodyMap& body = shape_.body();
  const Int3 at = body.first + body.nodes.coordinates(node);
  return shape_.origin() + shape_.h() * Vec3{double(at.x), double(at.y), double(at.z)};
}

std::vector<int> InverseMap::near_nodes(Vec3 X) const {
  if (!is_finite(X)) return {};
  const Int3 middle = cube_at(X);
  std::vector<std::pair<double, int>> found;
  for (int n = 0; n < 27; ++n) {
    const std::uint64_t cube = cube_of(middle + Int3{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
    auto entry = std::lower_bound(entries_.begin(), entries_.end(), cube,
                                  [](const Entry& e, std::uint64_t c) { return e.cube < c; });
    for (; entry != entries_.end() && entry->cube == cube; ++entry) {
      const Vec3 its = node_place(entry->node) - shape_.body().u[std::size_t(entry->node)];
      found.emplace_back(norm(its - X), entry->node);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<int> nodes;
  for (const auto& [away, node] : found) nodes.push_back(node);
  return nodes;
}

Vec3 InverseMap::guess(Vec3 X) const {
  const std::vector<int> nodes = near_nodes(X);
  return nodes.empty() ? X : X + shape_.body().u[std::size_t(nodes.front())];
}

std::optional<Vec3> InverseMap::place_of(Vec3 X) const {
  int tried = 0;
  for (const int node : near_nodes(X)) {
    if (tried++ == max_starts) break;
    if (const std::optional<Vec3> x = place_from(node_place(node), X)) return x;
  }
  return {};
}

std::optional<Vec3> InverseMap::place_of(Vec3 X, Vec3 u) const {
  if (const std::optional<Vec3> x = place_from(X + u, X)) return x;
  return place_of(X);
}

std::optional<Vec3> InverseMap::place_from(Vec3 start, Vec3 X) const {
  const double h = shape_.h();
  Vec3 x = start;
  DeformedShape::Displacement d = shape_.displacement(x);
  if (!d.known) return {};
  Vec3 r = X - (x - d.u);
  for (int iteration = 0; iteration < max_iterations && !(norm(r) <= tolerance * h); ++iteration) {
    const std::optional<Vec3> full = newton_step(d, r);
    if (!full) return {};
    Vec3 step = *full;
    if (norm(step) > longest_step * h) step = (longest_step * h / norm(step)) * step;
    bool better = false;  // no Newton step without it: the map's slopes jump where it has ends
    for (int halving = 0; halving < max_halvings && !better; ++halving, step = 0.5 * step) {
      const DeformedShape::Displacement next = shape_.displacement(x + step);
      if (!next.known) continue;
      const Vec3 left = X - (x + step - next.u);
      if (!(norm(left) < norm(r))) continue;
      x += step, d = next, r = left, better = true;
    }
    if (!better) return {};
  }
  if (!(norm(r) <= tolerance * h)) return {};
  return x;
}

}  // namespace eulersolid
