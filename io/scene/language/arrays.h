#pragma once

#include "io/toml/toml_value.h"

namespace eulersolid {

/// @throws InputError, with the place of the first too many, where there are more bodies or
/// obstacles than a scene may have
void require_few_bodies(const TomlValue& document);

/// Replaces each `[[array]]` of the document by the bodies or obstacles that it stands for: copies
/// of a template, named NAME_1, NAME_2 ... through all arrays, on a grid, in a ring, in a stack, or
/// packed at random without touching each other.
/// @throws InputError, with the place, for an array that is not right or has no room, or as above
void expand_arrays(TomlValue& document);

}  // namespace eulersolid
