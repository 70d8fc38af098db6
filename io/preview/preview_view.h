#pragma once

#include "io/scene/scene.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// A box that holds what is likely to happen in a scene: where the bodies start, and, up to the
/// ends of the domain, where they would fly, and glide along planes, if nothing else was in their
/// way, and where obstacles but planes are.
Bounds expected_view(const Scene& scene);

}  // namespace eulersolid
