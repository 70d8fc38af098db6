#pragma once

#include <string>
#include <string_view>

namespace eulersolid {

/// How deep brackets and braces of a TOML text may be nested, and how many dots a key may have: a
/// scene has four and two. Parsers of TOML recurse, and end the program where a file has thousands.
inline constexpr int max_nested = 32, max_dots = 16;

/// Looks at the brackets and dots outside strings and comments.
/// @param name  of the document, the first part of the place
/// @throws InputError with the place where there are more than that
void require_shallow_toml(std::string_view text, const std::string& name);

}  // namespace eulersolid
