#pragma once

#include <string>

#include "bench/verification/verify.h"

namespace eulersolid {

/// Error against cell size, both logarithmic, with lines of slope 1 and 2 through the finest error,
/// as an SVG file.
std::string plot_of(const Verified& result);

}  // namespace eulersolid
