#include "io/printable.h"

#include <fmt/format.h>

namespace eulersolid {

namespace {

/// Within a character of UTF-8.
bool is_continued(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// What moves the cursor, breaks lines or turns the direction of writing, but for ASCII's own: C1
/// controls, line and paragraph separators, and marks of bidirectional text (Unicode Technical
/// Report 36, "Bidirectional Text Spoofing"). 0 for any other character.
int control_code(std::string_view character) {
  const auto byte = [&](std::size_t n) { return int(static_cast<unsigned char>(character[n])); };
  int code = 0;
  if (character.size() == 2) code = (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
  if (character.size() == 3)
    code = (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  const auto within = [&](int low, int high) { return low <= code && code <= high; };
  const bool is_control = within(0x80, 0x9f) || code == 0x61c || within(0x200e, 0x200f) ||
                          within(0x2028, 0x202e) || within(0x2066, 0x2069);
  return is_control ? code : 0;
}

std::string shown_as(std::string_view character) {
  const auto c = static_cast<unsigned char>(character[0]);
  const bool is_utf8 = c < 0x80 || (character.size() > 1 && !is_continued(character[0]));
  if (c < 0x20 || c == 0x7f || !is_utf8) {
    std::string bytes;
    for (const char byte : character)
      bytes += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    return bytes;
  }
  const int code = control_code(character);
  return code > 0 ? fmt::format("\\u{:04x}", code) : std::string(character);
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string line;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    while (++end < text.size() && is_continued(text[end])) {  // one character
    }
    const std::string shown = shown_as(text.substr(at, end - at));
    if (line.size() + shown.size() > most) return line + "...";
    line += shown;
  }
  return line;
}

}  // namespace eulersolid
