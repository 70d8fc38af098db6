#include "io/geometry/obj_data.h"

#include <cctype>
#include <string_view>

namespace eulersolid {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Appends a line of numbers, with a zero before each point that has no digit there.
void append_numbers(std::string_view line, std::string& text) {
  for (std::size_t n = 0; n < line.size(); ++n) {
    const bool has_digit = n > 0 && is_digit(line[n - 1]);
    if (line[n] == '.' && !has_digit && n + 1 < line.size() && is_digit(line[n + 1])) text += '0';
    text += line[n];
  }
}

}  // namespace

std::optional<std::string> mended_obj(const std::string& bytes) {
  std::string text;
  for (std::string_view rest = bytes; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    const bool is_last = line.size() == rest.size();
    rest.remove_prefix(line.size() + (is_last ? 0 : 1));
    const std::string_view first = line.substr(0, line.find_first_of(" \t"));
    if (first == "f") line = line.substr(0, line.find('#'));
    if (first == "v" || first == "vt" || first == "vn")
      append_numbers(line, text);
    else
      text += line;
    if (!is_last) text += '\n';
  }
  if (text == bytes) return {};
  return text;
}

}  // namespace eulersolid
