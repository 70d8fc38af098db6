#pragma once

#include <variant>

#include "grid/materials/mooney_rivlin.h"
#include "grid/materials/neo_hookean.h"

namespace eulersolid {

/// The laws that a body may follow. Add one here, with its header, and scenes know it.
using Law = std::variant<NeoHookean, MooneyRivlin>;

}  // namespace eulersolid
