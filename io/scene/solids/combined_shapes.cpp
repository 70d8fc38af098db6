#include "io/scene/solids/combined_shapes.h"

#include <algorithm>
#include <cmath>

#include "io/geometry/sample_grid.h"
#include "kernels/core/error.h"

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
    const Bounds other = bounds(part);
    for (int axis = 0; axis < 3; ++axis) {
      const bool both = how == "intersection";
      double &low = box.low[axis], &high = box.high[axis];
      low = both ? std::max(low, other.low[axis]) : std::min(low, other.low[axis]);
      high = both ? std::min(high, other.high[axis]) : std::max(high, other.high[axis]);
    }
  }
  return box;
}

DistanceSamples samples_of(const ShapeSpec& spec, double cell_size) {
  const std::vector<PlacedShape> parts = placed_parts(spec);
  const Bounds box = bounds_of(spec.name, parts);
  const bool is_box = box.low.x < box.high.x && box.low.y < box.high.y && box.low.z < box.high.z;
  if (!is_box) throw InputError("have nothing in common");
  const double cell = cell_size > 0 ? cell_size : norm(box.high - box.low) / 40;
  const SampleGrid grid = finest_grid(box, cell, "what they make");
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
    spec.samples = std::make_shared<const DistanceSamples>(samples_of(spec, context.cell_size));
  } catch (const InputError& error) {
    context.fail("parts", error.what());
  }
}

}  // namespace eulersolid
