#include "io/printable.h"

#include <fmt/format.h>

namespace eulersolid {

std::string printable(std::string_view text, std::size_t most) {
  std::size_t end = text.size();
  if (end > most) {
    end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  }
  std::string line;
  for (const unsigned char c : text.substr(0, end)) {
    if (c < 0x20 || c == 0x7f)
      line += fmt::format("\\x{:02x}", c);
    else
      line += static_cast<char>(c);
  }
  return end < text.size() ? line + "..." : line;
}

}  // namespace eulersolid
