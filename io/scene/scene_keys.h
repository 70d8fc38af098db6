#pragma once

#include <string>
#include <string_view>

#include "io/toml/toml_value.h"

namespace eulersolid {

/// Hold a document against the schema: known keys, types, lengths of vectors, finite numbers,
/// ranges, choices, keys of the right shape, nothing missing. What is left to the reader is what
/// two keys mean together.
/// @throws InputError that names the first fault and its place
void check_keys(const TomlValue& document);

/// The table as messages call it: `[time]`, `[body "ball"]`, `[contact.pair 2]`.
/// @param number  of the table among those of its name, from 1; 0 when there is only one
std::string table_label(std::string_view table, const TomlValue& value, std::size_t number);

/// The name of a body or obstacle: its key `name`, or `body_2` for the second when it has none.
std::string name_of(std::string_view table, const TomlValue& value, std::size_t number);

}  // namespace eulersolid
