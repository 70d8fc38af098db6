#pragma once

#include <string>
#include <string_view>

namespace eulersolid {

/// Most characters of a text from a file or the command line that a message shows.
inline constexpr std::size_t max_shown = 200;

/// Text that fits on one line of a terminal whatever bytes it holds: control characters, marks of
/// direction and what is not UTF-8 are written as \x0a, \u202e and the like, and what is longer
/// than `most` bytes ends in "..." instead, no character of UTF-8 being cut in two.
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

}  // namespace eulersolid
