#pragma once

#include <memory>

#include "shapes/samples/sampled_distance.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {

/// The exact distance, but that of the samples near points where the two tell other sides, as they
/// do where a surface crosses itself: samples have what is twice inside as solid. The exact one
/// alone where there are no such points.
/// @param samples  of the same solid; copied where they are needed
std::shared_ptr<const SharpDistance> sharp_where_sure(std::shared_ptr<const SharpDistance> sharp,
                                                      const SampledDistance& samples);

}  // namespace eulersolid
