#include "shapes/samples/distance_samples.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "shapes/samples/solid_measures.h"

namespace eulersolid {

namespace {

void require(bool claim, const char* message) {
  if (!claim) throw InputError(std::string("sampled distances: ") + message);
}

bool on_border(Cells samples, Int3 at) {
  return at.x == 0 || at.y == 0 || at.z == 0 || at.x == samples.nx - 1 || at.y == samples.ny - 1 ||
         at.z == samples.nz - 1;
}

}  // namespace

DistanceSamples::DistanceSamples(Vec3 origin, double spacing, Cells samples,
                                 std::vector<double> values)
    : values_(std::move(values)) {
  require(spacing > 0, "the spacing must be positive");
  require(samples.nx >= 2 && samples.ny >= 2 && samples.nz >= 2,
          "there must be at least 2 in each direction");
  require(Index(values_.size()) == samples.count(), "their number is not that of the array");
  bool solid = false;
  for (Index n = 0; n < samples.count(); ++n) {
    const double value = values_[std::size_t(n)];
    require(std::isfinite(value), "all must be finite");
    require(value > 0 || !on_border(samples, samples.coordinates(n)),
            "the solid must not touch the border of the array; make it larger");
    solid = solid || value < 0;
  }
  require(solid, "none is negative: there is no solid");
  field_.samples = samples, field_.origin = origin, field_.spacing = spacing;
  field_.solid = measure_solid(view());
}

DistanceSamples DistanceSamples::with(std::shared_ptr<const SharpDistance> sharp) && {
  sharp_ = std::move(sharp);
  return std::move(*this);
}

SampledDistance DistanceSamples::view() const {
  SampledDistance field = field_;
  field.values = {values_.data(), Index(values_.size())};
  field.sharp = sharp_.get();
  return field;
}

}  // namespace eulersolid
