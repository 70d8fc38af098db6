#include "io/mesh/embedded_mesh.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "io/surface/deformed_shape.h"
#include "io/surface/inverse_map.h"

namespace eulersolid {

EmbeddedMesh embedded(const SourceMesh& source, const BodyMap& body, const FrameMaps& maps) {
  const DeformedShape shape(body, maps.origin, maps.h);
  const InverseMap inverse(shape);
  const std::size_t count = source.points.size();
  EmbeddedMesh mesh;
  mesh.name = body.name;
  mesh.positions.resize(count), mesh.velocity.resize(count);
  std::vector<char> is_lost(count);
  // Points that follow each other in a mesh are near each other. Groups of a size of their own make
  // the same places with any number of threads.
  constexpr std::size_t group = 64;
  tbb::parallel_for(std::size_t(0), (count + group - 1) / group, [&](std::size_t g) {
    std::optional<Vec3> moved;  // by how much the point before was
    Vec3 before;
    for (std::size_t n = g * group; n < std::min(count, (g + 1) * group); ++n) {
      const Vec3 X = source.points[n];
      const bool is_near = moved && norm(X - before) < maps.h;
      const std::optional<Vec3> x = is_near ? inverse.place_of(X, *moved) : inverse.place_of(X);
      is_lost[n] = !x;
      const Vec3 at = x ? *x : inverse.guess(X);
      mesh.positions[n] = at;
      mesh.velocity[n] = shape.velocity(at);
      moved.reset(), before = X;
      if (x) moved = at - X;
    }
  });
  mesh.scalars = shape.cell_values(mesh.positions);
  mesh.lost = int(std::count(is_lost.begin(), is_lost.end(), 1));
  return mesh;
}

}  // namespace eulersolid
