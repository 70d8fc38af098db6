#include "io/geometry/ply_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <vector>

#include "io/printable.h"
#include "io/text_file.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// What stands in a file `count` times: numbers, and lists of them.
struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<bool> is_list = {};  ///< of each property
};

/// The header's elements; none for a file that is not of text.
std::vector<Element> text_elements(TextFile& file) {
  std::vector<Element> elements;
  bool is_text = false;
  for (std::string line; file.next(line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == "end_header") break;
    if (first == "format") is_text = second == "ascii";
    if (first == "element") words >> elements.emplace_back(Element{second}).count;
    if (first == "property" && !elements.empty())
      elements.back().is_list.push_back(second == "list");
  }
  if (!is_text) elements.clear();
  return elements;
}

/// The words of a file, one after the other, wherever its lines end.
class Words {
 public:
  explicit Words(TextFile& file) : file_(file) {}

  /// @return was there one more?
  bool skip() { return !next().empty(); }

  /// Skips a list behind its length; what is no length is left to who reads it.
  bool skip_list() {
    const std::string_view length = next();
    std::uint64_t count = 0;
    std::from_chars(length.data(), length.data() + length.size(), count);
    bool whole = !length.empty();
    for (; whole && count > 0; --count) whole = skip();
    return whole;
  }

 private:
  std::string_view next() {
    constexpr std::string_view spaces = " \t\r";
    for (;;) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(spaces), rest_.size()));
      if (!rest_.empty()) break;
      if (!file_.next(line_)) return {};
      rest_ = line_;
    }
    const std::string_view word = rest_.substr(0, rest_.find_first_of(spaces));
    rest_.remove_prefix(word.size());
    return word;
  }

  TextFile& file_;
  std::string line_;
  std::string_view rest_;  // of the line
};

}  // namespace

void check_ply_data(const std::string& path) {
  TextFile file(path);
  const std::vector<Element> elements = text_elements(file);
  Words words(file);
  for (const Element& element : elements)
    for (std::uint64_t n = 0; n < element.count; ++n)
      for (const bool is_list : element.is_list)
        if (!(is_list ? words.skip_list() : words.skip()))
          throw InputError(
              fmt::format("{} cannot be read as a mesh: it is cut: {} of {} elements "
                          "\"{}\" are there",
                          path, n, element.count, printable(element.name, most_shown)));
}

}  // namespace eulersolid
