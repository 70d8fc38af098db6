#include "io/scene/solids/combined_shapes.h"

#include <algorithm>
#include <cmath>

#include "io/geometry/distances/sample_grid.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {

namespace {

std::vector<PlacedShape> placed_parts(const ShapeSpec& spec) {
  std::vector<PlacedShape> parts;
  for (const ShapePart& part : spec.parts)
    parts.push_back({shape_of(part.shape), {part.centre, rotation_of(part.rotation)}});
  return parts;
}

/// @param distance  of a part from a point [m]
template <class Distance>
double combined(std::string_view how, const std::vector<PlacedShape>& parts, Vec3 p,
                Distance distance) {
  double value = distance(parts.front(), p);
  for (std::size_t n = 1; n < parts.size(); ++n) {
    const double other = distance(parts[n], p);
    if (how == "union")
      value = std::min(value, other);
    else
      value = std::max(value, how == "intersection" ? other : -other);
  }
  return value;
}

/// What the parts make of their own exact distances.
class CombinedDistance final : public SharpDistance {
 public:
  explicit CombinedDistance(const ShapeSpec& spec) : how_(spec.name), parts_(placed_parts(spec)) {
    for (const ShapePart& part : spec.parts) viewed_.push_back(part.shape.samples);
  }

  double at(Vec3 p) const override {
    return combined(how_, parts_, p, [](const PlacedShape& part, Vec3 x) {
      const SharpDistance* sharp = part.shape.samples.sharp;
      return sharp ? sharp->at(to_local(part.pose, x)) : signed_distance(part, x);
    });
  }

 private:
  std::string how_;
  std::vector<PlacedShape> parts_;
  std::vector<std::shared_ptr<const DistanceSamples>> viewed_;  ///< by the parts
};

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
    const double value = combined(spec.name, parts, p, [](const PlacedShape& part, Vec3 x) {
      return signed_distance(part, x);
    });
    values[std::size_t(s)] = value, solid = solid || value < 0;
  }
  if (!solid) throw InputError("leave nothing that is as thick as a quarter of a cell");
  return DistanceSamples(grid.origin, grid.spacing, grid.samples, std::move(values))
      .with(std::make_shared<const CombinedDistance>(spec));
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
