#pragma once

#include "io/toml/toml_value.h"

namespace eulersolid {

/// Replaces `rigid` of bodies by a material of model "rigid", which keeps the density of theirs.
/// @throws InputError where it is no boolean
void expand_rigid_bodies(TomlValue& document);

/// Likewise of a template, by which a body may be rigid: where its material has a density alone.
void make_rigid_if_bare(TomlValue& table);

}  // namespace eulersolid
