#pragma once

#include "io/toml/toml_value.h"

namespace eulersolid {

/// Replaces each `[[array]]` of the document by the bodies or obstacles that it stands for: copies
/// of a template, named NAME_1, NAME_2 ... through all arrays, on a grid, in a ring, in a stack, or
/// packed at random without touching each other.
/// @throws InputError, with the place, for an array that is not right or has no room
void expand_arrays(TomlValue& document);

}  // namespace eulersolid
