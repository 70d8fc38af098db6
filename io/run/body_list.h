#pragma once

#include <string>

#include "io/scene/scene.h"

namespace eulersolid {

/// The text of bodies.json: which number is which body or obstacle, what it is made of, and which
/// files it has.
std::string bodies_json(const Scene& scene);

}  // namespace eulersolid
