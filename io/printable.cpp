#include "io/printable.h"

#include <fmt/format.h>

namespace eulersolid {

namespace {

/// Within a character of UTF-8.
bool is_continued(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string line;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    while (++end < text.size() && is_continued(text[end])) {  // one character
    }
    const auto c = static_cast<unsigned char>(text[at]);
    const std::string shown = c < 0x20 || c == 0x7f ? fmt::format("\\x{:02x}", c)
                                                    : std::string(text.substr(at, end - at));
    if (line.size() + shown.size() > most) return line + "...";
    line += shown;
  }
  return line;
}

}  // namespace eulersolid
