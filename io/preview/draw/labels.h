#pragma once

#include <string>

#include "io/preview/draw/colour_scale.h"
#include "io/preview/draw/png.h"

namespace eulersolid {

/// Write a text of ASCII into the lower left corner of a picture.
void draw_stamp(Picture& picture, const std::string& text);

/// Write a text of ASCII into the middle of a picture.
void draw_note(Picture& picture, const std::string& text);

/// Draw a bar of a scale's colours at the right edge, with its title and numbers.
void draw_legend(Picture& picture, const ColourScale& scale);

}  // namespace eulersolid
