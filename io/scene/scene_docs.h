#pragma once

#include <string>

namespace eulersolid {

/// JSON Schema (draft 2020-12) of a scene, as `eulersolid schema` prints it.
std::string schema_json();

/// The text of docs/scenes.md.
std::string schema_markdown();

}  // namespace eulersolid
