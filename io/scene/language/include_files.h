#pragma once

#include <string>
#include <string_view>

#include "io/toml/toml_value.h"

namespace eulersolid {

/// A scene's document, with the files that it includes in it. Where both have a key, the including
/// file's holds; tables are merged key by key, and arrays of tables come one after the other, those
/// of included files first. Paths of files, `file` and `include`, are from the folder of the file
/// that names them.
/// @throws InputError as read_toml() does, and where files include each other
TomlValue read_document(const std::string& path);

/// The same of a text that came from a file `name`.
TomlValue parse_document(std::string_view text, const std::string& name);

}  // namespace eulersolid
