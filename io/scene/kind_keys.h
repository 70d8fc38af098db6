#pragma once

#include <vector>

#include "io/scene/scene_schema.h"

namespace eulersolid {

/// What the laws of grid/materials/ and the shapes of shape_spec.cpp bring to the schema. The texts
/// live as long as the program; lists of names are separated by spaces.

constexpr std::string_view law_table_path = "body.material";

/// The names of all laws.
std::string_view law_names();

/// What they are, in a sentence.
std::string_view law_docs();

/// The names of those with fibres.
std::string_view laws_with_fibres();

/// Their parameters as keys of the table of a material; one that several laws share comes once.
std::vector<SchemaKey> law_keys();

/// The names of the shapes that a table takes.
/// @param table  "body", "body.region", "obstacle" or "part"; the same below
std::string_view shape_names(std::string_view table);

/// The names of those among them whose place has this key.
std::string_view shapes_placed_by(std::string_view place, std::string_view table);

/// The keys that give the shapes of a table; one that several shapes share comes once.
std::vector<SchemaKey> shape_keys(std::string_view table);

}  // namespace eulersolid
