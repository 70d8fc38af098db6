#pragma once

#include "shapes/samples/sampled_distance.h"

namespace eulersolid {

/// Measures of the solid { phi < 0 } of a sampled field on the host, with phi linear in the six
/// tetrahedra of each cell: exact for planes at any tilt. Second order otherwise, and too small: by
/// 0.5 (spacing/R)^2 of the volume for a ball of radius R, by 0.2 spacing^2 along right edges.
SolidMeasures measure_solid(const SampledDistance& field);

}  // namespace eulersolid
