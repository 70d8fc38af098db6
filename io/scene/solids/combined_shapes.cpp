#include "io/scene/solids/combined_shapes.h"

#include <algorithm>
#include <cmath>

#include "io/geometry/sample_grid.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

std::vector<PlacedShape> placed_parts(const ShapeSpec& spec) {
  std::vector<PlacedShape> parts;
  for (const ShapePart& part : spec.parts)
    parts.push_back({shape_of(part.shape), {part.centre, rotation_of(part.rotation)}});
  return parts;
}

double combined(std::string_view how, const std::vector<PlacedShape>& parts, Vec3 p) {
  double value = signed_distance(parts.front(), p);
  for (std::size_t n = 1; n < parts.size(); ++n) {
    const double other = signed_distance(parts[n], p);
    if (how == "union")
      value = std::min(value, other);
    else
      value = std::max(value, how == "intersection" ? other : -other);
  }
  return value;
}

/// A box that holds what the parts make.
Bounds bounds_of(std::string_view how, const std::vector<PlacedShape>& parts) {
  Bounds box = bounds(parts.front());
  if (how == "difference") return box;
  for (const PlacedShape& part : parts) {
    if (how == "intersection")
      box = common(box, bounds(part));
    else
      add(box, bounds(part));
  }
  return box;
}

DistanceSamples samples_of(const ShapeSpec& spec, const ShapeContext& context) {
  const std::vector<PlacedShape> parts = placed_parts(spec);
  const Bounds box = bounds_of(spec.name, parts);
  const bool is_box = box.low.x < box.high.x && box.low.y < box.high.y && box.low.z < box.high.z;
  if (!is_box) throw InputError("have nothing in common");
  const SampleGrid grid = finest_grid(box, context.cell_size_for(box), "what they make");
  std::vector<double> values(std::size_t(grid.samples.count()));
  bool solid = false;
  for (Index s = 0; s < grid.samples.count(); ++s) {
    const Int3 at = grid.samples.coordinates(s);
    const Vec3 p = grid.origin + grid.spacing * Vec3{double(at.x), double(at.y), double(at.z)};
    const double value = combined(spec.name, parts, p);
    values[std::size_t(s)] = value, solid = solid || value < 0;
  }
  if (!solid) throw InputError("leave nothing that is as thick as a quarter of a cell");
  return {grid.origin, grid.spacing, grid.samples, std::move(values)};
}

}  // namespace

void complete_combined(ShapeSpec& spec, const ShapeContext& context) {
  try {
    spec.samples = std::make_shared<const DistanceSamples>(samples_of(spec, context));
  } catch (const InputError& error) {
    context.fail("parts", error.what());
  }
}

}  // namespace eulersolid
