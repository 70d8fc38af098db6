#include "io/preview/surface_values.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "grid/materials/point_state.h"
#include "io/surface/deformed_shape.h"

namespace eulersolid {

namespace {

double von_mises(const Symmetric& s) {
  const double mean = trace(s) / 3;
  const double dx = s.xx - mean, dy = s.yy - mean, dz = s.zz - mean;
  return std::sqrt(1.5 * (dx * dx + dy * dy + dz * dz) +
                   3 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

/// The columns of A = grad X, and its determinant.
struct Map {
  Vec3 a0, a1, a2;
  double det;
};

/// The stress of laws that share the map at X.
Symmetric stress_of(const BodyLaws& body, double h, Vec3 X, const Map& map) {
  Symmetric stress;
  MaterialShare share{{body.regions.data(), Index(body.regions.size())}, 0};
  for (const Law& law : body.laws) {
    const double part = share.at(X, h);
    ++share.number;
    if (part == 0) continue;
    const auto of = [&](const auto& chosen) {
      return chosen
          .response(deformation_of(chosen, map.a0, map.a1, map.a2, map.det, -std::log(map.det)))
          .stress;
    };
    stress = stress + part * std::visit(of, law);
  }
  return stress;
}

/// @param x  where it is
/// @param d  of the map there
double elastic_value(const SurfaceField& field, const BodyLaws& laws, Vec3 x,
                     const DeformedShape::Displacement& d) {
  const Vec3 a0 = Vec3{1, 0, 0} - d.slope[0], a1 = Vec3{0, 1, 0} - d.slope[1],
             a2 = Vec3{0, 0, 1} - d.slope[2];
  const double det = dot(a0, cross(a1, a2));
  if (!d.known || !(det > 0)) return NAN;
  if (field.name == "J") return 1 / det;
  const Symmetric stress = stress_of(laws, field.h, x - d.u, {a0, a1, a2, det});
  return field.name == "stress" ? von_mises(stress) : -trace(stress) / 3;
}

/// Where nodes hold no mass the map is extrapolated, and what it is beside a body that touches is
/// not in files: its slopes are no strains.
BodyMap of_mass(BodyMap body) {
  if (!body.massive.empty()) body.known = body.massive;
  return body;
}

void add_elastic_values(const SurfaceField& field, const BodyLaws& laws, const DeformedShape& shape,
                        const SurfaceMesh& mesh, float* values) {
  tbb::parallel_for(std::size_t(0), mesh.positions.size(), [&](std::size_t n) {
    const Vec3f normal = mesh.normals[n];
    DeformedShape::Displacement d;
    Vec3 x;
    for (double depth = 1; !d.known && depth <= 2; depth += 0.5) {
      x = mesh.positions[n] - depth * field.depth * Vec3{normal.x, normal.y, normal.z};
      d = shape.displacement(x);
    }
    values[n] = float(elastic_value(field, laws, x, d));
  });
}

}  // namespace

std::vector<float> surface_values(const SurfaceField& field, const FrameMaps& maps,
                                  const std::vector<SurfaceMesh>& meshes) {
  std::vector<float> values;
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    const SurfaceMesh& mesh = meshes[b];
    const std::size_t first = values.size();
    if (field.name == "speed") {
      for (const Vec3f v : mesh.velocity)
        values.push_back(std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
      continue;
    }
    if (field.is_contact()) {
      const std::vector<float>& known = values_named(mesh.scalars, field.name);
      values.insert(values.end(), known.begin(), known.end());
      continue;
    }
    assert(b < field.laws.size());
    values.resize(first + mesh.positions.size());
    const BodyMap body = of_mass(maps.bodies[b]);
    add_elastic_values(field, field.laws[b], DeformedShape(body, maps.origin, maps.h), mesh,
                       values.data() + first);
  }
  return values;
}

ValueRange range_of(const SurfaceField& field, std::vector<float> values) {
  std::erase_if(values, [](float value) { return std::isnan(value); });
  if (values.empty()) return no_values;
  const auto at = [&](double share) {
    const auto place = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return double(*place);
  };
  constexpr double left_out = 0.005;
  const double high = at(1 - left_out);
  const bool from_zero = field.name == "speed" || field.name == "stress" || field.is_contact();
  return {from_zero ? 0 : at(left_out), high};
}

ColourScale scale_of(const SurfaceField& field, ValueRange range) {
  ColourScale scale;
  scale.title = field.name == "J"        ? "volume ratio J"
                : field.name == "stress" ? "von Mises stress"
                : field.is_contact()     ? "contact pressure"
                                         : field.name;
  scale.unit = field.name == "J" ? "-" : field.name == "speed" ? "m/s" : "Pa";
  if (range.low > range.high) range = {0, 1};
  // Differences that small are rounding.
  const double middle = 0.5 * (range.low + range.high), least = 1e-3 * std::fabs(middle);
  if (range.high - range.low < least || range.high == range.low) {
    const double half = middle == 0 ? 0.5 : 0.05 * std::fabs(middle);
    range = {middle - half, middle + half};
  }
  scale.low = range.low, scale.high = range.high;
  return scale;
}

}  // namespace eulersolid
