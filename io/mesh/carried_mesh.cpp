#include "io/mesh/carried_mesh.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "io/surface/deformed_shape.h"
#include "io/surface/inverse_map.h"

namespace eulersolid {

CarriedMesh carried(const SourceMesh& source, const BodyMap& body, const FrameMaps& maps) {
  const DeformedShape shape(body, maps.origin, maps.h);
  const InverseMap inverse(shape);
  const std::size_t count = source.points.size();
  CarriedMesh mesh;
  mesh.name = body.name;
  mesh.positions.resize(count), mesh.velocity.resize(count);
  std::vector<char> is_lost(count);
  tbb::parallel_for(std::size_t(0), count, [&](std::size_t n) {
    const std::optional<Vec3> x = inverse.place_of(source.points[n]);
    is_lost[n] = !x;
    const Vec3 at = x ? *x : inverse.guess(source.points[n]);
    mesh.positions[n] = at;
    mesh.velocity[n] = shape.velocity(at);
  });
  mesh.scalars = shape.cell_values(mesh.positions);
  mesh.lost = int(std::count(is_lost.begin(), is_lost.end(), 1));
  return mesh;
}

}  // namespace eulersolid
