#include "shapes/samples/solid_measures.h"

#include <algorithm>
#include <cmath>

#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

/// Sums over tetrahedra.
struct Sums {
  double volume = 0;
  Vec3 moment;  ///< integral of x
  Bounds box = empty_bounds();

  void add(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const double v = std::fabs(dot(b - a, cross(c - a, d - a))) / 6;
    volume += v;
    moment += 0.25 * v * (a + b + c + d);
    for (const Vec3 p : {a, b, c, d}) eulersolid::add(box, p);
  }

  /// A cube whose faces are within the solid: it is nowhere farthest out.
  void add_inner_cube(Vec3 centre, double edge) {
    const double v = edge * edge * edge;
    volume += v;
    moment += v * centre;
  }

  /// A prism with the triangles a and b, whose corners are joined in order.
  void add_prism(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    add(a[0], a[1], a[2], b[0]);
    add(a[1], a[2], b[0], b[1]);
    add(a[2], b[0], b[1], b[2]);
  }
};

struct Vertex {
  Vec3 at;
  double phi = 0;
};

/// Where phi is zero between a vertex inside and one outside.
Vec3 crossing(const Vertex& in, const Vertex& out) {
  const double part = in.phi / (in.phi - out.phi);
  return in.at + part * (out.at - in.at);
}

/// Adds the part of a tetrahedron where the linear phi is negative: all of it, a corner, a corner
/// less, or a wedge.
void add_inside(Vertex (&v)[4], Sums& sums) {
  std::sort(v, v + 4, [](const Vertex& a, const Vertex& b) { return a.phi < b.phi; });
  const auto cut = [&](int in, int out) { return crossing(v[in], v[out]); };
  const auto inside = std::count_if(v, v + 4, [](const Vertex& a) { return a.phi < 0; });
  if (inside == 4) sums.add(v[0].at, v[1].at, v[2].at, v[3].at);
  if (inside == 3) sums.add_prism({v[0].at, v[1].at, v[2].at}, {cut(0, 3), cut(1, 3), cut(2, 3)});
  if (inside == 2) sums.add_prism({v[0].at, cut(0, 2), cut(0, 3)}, {v[1].at, cut(1, 2), cut(1, 3)});
  if (inside == 1) sums.add(v[0].at, cut(0, 1), cut(0, 2), cut(0, 3));
}

/// The six tetrahedra on the ways from corner 0 to corner 7 of a cell along three edges.
void add_cell(const Vertex (&corner)[8], Sums& sums) {
  const int steps[6][2] = {{1, 2}, {1, 4}, {2, 1}, {2, 4}, {4, 1}, {4, 2}};
  for (const auto& step : steps) {
    Vertex v[4] = {corner[0], corner[step[0]], corner[step[0] + step[1]], corner[7]};
    add_inside(v, sums);
  }
}

}  // namespace

SolidMeasures measure_solid(const SampledDistance& field) {
  Sums sums;
  const Cells n = field.samples;
  for (int k = 0; k + 1 < n.nz; ++k) {
    for (int j = 0; j + 1 < n.ny; ++j) {
      for (int i = 0; i + 1 < n.nx; ++i) {
        Vertex corner[8];
        int inside = 0;
        for (int c = 0; c < 8; ++c) {
          const Int3 at = Int3{i, j, k} + Int3{c & 1, (c >> 1) & 1, c >> 2};
          const double phi = field.values[n.index(at)];
          corner[c] = {
              field.origin + field.spacing * Vec3{double(at.x), double(at.y), double(at.z)}, phi};
          inside += phi < 0;
        }
        if (inside == 8)
          sums.add_inner_cube(0.5 * (corner[0].at + corner[7].at), field.spacing);
        else if (inside > 0)
          add_cell(corner, sums);
      }
    }
  }
  double deepest = 0;
  for (Index s = 0; s < field.values.size; ++s) deepest = std::min(deepest, field.values[s]);
  return {sums.volume, (1 / sums.volume) * sums.moment, sums.box.low, sums.box.high, -deepest};
}

}  // namespace eulersolid
