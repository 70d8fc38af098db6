#pragma once

#include <string>
#include <string_view>

#include "io/toml/toml_value.h"

namespace eulersolid {

/// Hold a document against the schema, with texts where numbers belong replaced by what they come
/// to (language/quantity.h): known keys, types, lengths of vectors, finite numbers, ranges,
/// choices, keys of the right shape, nothing missing. What is left to the reader is what two keys
/// mean together.
/// @throws InputError that names the first fault and its place
void check_keys(TomlValue& document);

/// The same of one of its tables, of which keys may be missing.
/// @param label  of the table in messages
/// @param path   in the schema
void check_some_keys(TomlValue& table, const std::string& label, const std::string& path);

/// The same of an `[[array]]`, which a checked document has no more.
void check_array_keys(TomlValue& table, const std::string& label);

/// The table as messages call it: `[time]`, `[body "ball"]`, `[contact.pair 2]`.
/// @param number  of the table among those of its name, from 1; 0 when there is only one
std::string table_label(std::string_view table, const TomlValue& value, std::size_t number);

/// The name of a body or obstacle: its key `name`, or `body_2` for the second when it has none.
std::string name_of(std::string_view table, const TomlValue& value, std::size_t number);

}  // namespace eulersolid
