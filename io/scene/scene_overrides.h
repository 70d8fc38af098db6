#pragma once

#include <string>
#include <vector>

#include "io/printable.h"
#include "io/toml/toml_value.h"

namespace eulersolid {

/// A value of the scene given on the command line, such as `body.ball.velocity=[1, 0, 0]`. A path
/// goes through tables by key, through arrays by index from 0, and to bodies and obstacles by name
/// too; `*` is each element of an array. A value is TOML, or a word, which stands for a string.
struct SceneOverride {
  std::string assignment;
  std::string label;  ///< what the user wrote, for messages

  SceneOverride(const std::string& text)
      : assignment(text), label("--set " + printable(text, max_shown)) {}
  SceneOverride(const char* text) : SceneOverride(std::string(text)) {}
  SceneOverride(std::string text, std::string shown_as)
      : assignment(std::move(text)), label(printable(shown_as, max_shown)) {}
};

/// Set a value in the document. Setting time.dt drops the file's time.cfl, and the other way round;
/// so do preview.follow and preview.look_at, and preview.colour drops preview.colour_range.
/// @throws InputError when the text is no assignment or the path leads nowhere
void apply_override(TomlValue& document, const SceneOverride& change);

/// Does a change come after templates and arrays have been replaced by what they stand for?
bool is_about_copies(const SceneOverride& change);

}  // namespace eulersolid
