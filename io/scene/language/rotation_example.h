#pragma once

#include <string>

#include "io/toml/toml_value.h"

namespace eulersolid {

/// The table that someone meant who gave a rotation as something else: a number or a text as the
/// angle about z, and three numbers, of which two are 0, as the angle about the axis of the third.
/// `rotation = { axis = [0, 0, 1], angle = "45 deg" }`; of more than one axis it is just an
/// example.
std::string rotation_example(const TomlValue& value);

}  // namespace eulersolid
