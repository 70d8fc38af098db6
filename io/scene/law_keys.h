#pragma once

#include <vector>

#include "io/scene/scene_schema.h"

namespace eulersolid {

/// What the laws of grid/materials/ bring to the schema. The texts live as long as the program.

constexpr std::string_view law_table_path = "body.material";

/// The names of all laws, separated by spaces.
std::string_view law_names();

/// What they are, in a sentence.
std::string_view law_docs();

/// Their parameters as keys of the table of a material; one that several laws share comes once.
std::vector<SchemaKey> law_keys();

}  // namespace eulersolid
