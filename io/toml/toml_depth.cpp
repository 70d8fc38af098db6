#include "io/toml/toml_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr std::size_t none = std::string_view::npos;

/// Where the string that begins at `start` ends: behind its last quote, or at the end of the line
/// or the text where it has none, which the parser refuses.
std::size_t end_of_string(std::string_view text, std::size_t start) {
  const char quote = text[start];
  const bool escapes = quote == '"';
  const std::string three(3, quote);
  const bool many_lines = text.substr(start, 3) == three;
  std::size_t at = start + (many_lines ? 3 : 1);
  for (; at < text.size(); ++at) {
    if (escapes && text[at] == '\\')
      ++at;
    else if (many_lines && text.substr(at, 3) == three)
      return std::min(text.find_first_not_of(quote, at), text.size());  // quotes may precede
    else if (!many_lines && (text[at] == quote || text[at] == '\n'))
      return at + 1;
  }
  return text.size();
}

[[noreturn]] void fail(std::string_view text, std::size_t at, const std::string& name,
                       const std::string& why) {
  const std::string_view before = text.substr(0, at);
  const std::size_t line = std::size_t(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == none ? at + 1 : at - newline;
  throw InputError(fmt::format("{}:{}:{}: {}", name, line, column, why));
}

}  // namespace

void require_shallow_toml(std::string_view text, const std::string& name) {
  int nested = 0, dots = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at) - 1;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (c == '.') {
      if (++dots > max_dots)
        fail(text, at, name, fmt::format("a key has more than {} dots", max_dots));
    } else if (c == '[' || c == '{') {
      dots = 0;
      if (++nested > max_nested)
        fail(text, at, name, fmt::format("brackets are nested more than {} deep", max_nested));
    } else if (c == ']' || c == '}') {
      dots = 0, nested = std::max(0, nested - 1);
    } else if (c == '=' || c == ',' || c == '\n') {
      dots = 0;
    }
  }
}

}  // namespace eulersolid
