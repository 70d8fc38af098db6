#pragma once

#include "io/scene/scene.h"

namespace eulersolid {

/// The mass of a body, with the materials of its regions [kg].
double mass_at_rest(const BodySpec& body);

}  // namespace eulersolid
