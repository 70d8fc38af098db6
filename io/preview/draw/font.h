#pragma once

namespace eulersolid {

// What a character takes of a picture [dots].
constexpr int glyph_width = 8, glyph_height = 13;

/// Is a dot of a character of ASCII set? Counted from its top left; none is of other characters.
bool glyph_has(char letter, int x, int y);

}  // namespace eulersolid
