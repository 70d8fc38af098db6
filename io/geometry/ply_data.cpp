#include "io/geometry/ply_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <sstream>
#include <string_view>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// A number of each element, or a list of numbers behind their count.
struct PlyProperty {
  std::size_t size = 0;        ///< of a number in a binary file [bytes]; 0: of unknown type
  std::size_t count_size = 0;  ///< of a list's count; 0: it is no list
};

/// What stands in a file `count` times.
struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties = {};
  std::string header = {};       ///< its lines
  std::string_view values = {};  ///< of all
};

struct PlyHeader {
  std::string format;
  std::string before;                ///< lines before those of the elements
  std::vector<PlyElement> elements;  ///< none where the header has no end
  std::size_t size = 0;              ///< [bytes]
};

std::size_t size_of_type(const std::string& name) {
  static const std::map<std::string, std::size_t> sizes = {
      {"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},  {"short", 2}, {"ushort", 2},
      {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},   {"int32", 4}, {"uint32", 4},
      {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
  const auto known = sizes.find(name);
  return known == sizes.end() ? 0 : known->second;
}

PlyProperty list_of(std::size_t count_size, std::size_t size) {
  return {count_size == 0 ? 0 : size, std::max(count_size, std::size_t(1))};
}

PlyHeader ply_header_of(std::string_view bytes) {
  PlyHeader header;
  while (header.size < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', header.size), bytes.size() - 1) + 1;
    const std::string line(bytes.substr(header.size, end - header.size));
    header.size = end;
    std::istringstream words(line);
    std::string first, second, third, fourth;
    words >> first >> second >> third >> fourth;
    if (first == "end_header") return header;
    if (first == "format") header.format = second;
    if (first == "element") {
      PlyElement& element = header.elements.emplace_back(PlyElement{second});
      std::istringstream(third) >> element.count;
    }
    if (header.elements.empty()) {
      header.before += line;
      continue;
    }
    PlyElement& element = header.elements.back();
    element.header += line;
    if (first != "property") continue;
    if (second == "list")
      element.properties.push_back(list_of(size_of_type(third), size_of_type(fourth)));
    else
      element.properties.push_back({size_of_type(second)});
  }
  return {};
}

/// Goes through the values behind a header.
class PlyValues {
 public:
  PlyValues(std::string_view bytes, std::string_view format)
      : bytes_(bytes), is_text_(format == "ascii"), is_big_(format == "binary_big_endian") {}

  /// @return was it there?
  bool skip(const PlyProperty& property) {
    std::uint64_t numbers = 1;
    if (property.count_size > 0 && !take_count(property.count_size, numbers)) return false;
    if (!is_text_) {
      const std::size_t left = bytes_.size() - at_;
      if (property.size == 0 || numbers > left / property.size) return false;
      at_ += std::size_t(numbers) * property.size;
      return true;
    }
    while (numbers > 0 && !word().empty()) --numbers;
    return numbers == 0;
  }
  /// Where the next value of a text begins, or a binary one.
  std::size_t next() {
    if (is_text_) at_ = std::min(bytes_.find_first_not_of(" \t\r\n", at_), bytes_.size());
    return at_;
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view word() {
    const std::size_t first = next();
    at_ = std::min(bytes_.find_first_of(" \t\r\n", first), bytes_.size());
    return bytes_.substr(first, at_ - first);
  }
  /// What is no number in a text is left to who reads it.
  bool take_count(std::size_t size, std::uint64_t& count) {
    count = 0;
    if (is_text_) {
      const std::string_view digits = word();
      std::from_chars(digits.data(), digits.data() + digits.size(), count);
      return !digits.empty();
    }
    if (size > bytes_.size() - at_) return false;
    for (std::size_t n = 0; n < size; ++n) {
      const auto byte = static_cast<unsigned char>(bytes_[at_ + (is_big_ ? n : size - 1 - n)]);
      count = count << 8 | byte;
    }
    at_ += size;
    return true;
  }

  std::string_view bytes_;
  bool is_text_, is_big_;
  std::size_t at_ = 0;
};

/// Finds the values of each element.
void find_values(PlyHeader& header, std::string_view bytes, const std::string& path) {
  const std::string_view all = bytes.substr(header.size);
  PlyValues values(all, header.format);
  for (PlyElement& element : header.elements) {
    const std::size_t first = values.next();
    const std::uint64_t count = element.properties.empty() ? 0 : element.count;
    for (std::uint64_t n = 0; n < count; ++n)
      for (const PlyProperty& property : element.properties)
        if (!values.skip(property))
          throw InputError(
              fmt::format("{} cannot be read as a mesh: it is cut: {} of {} elements "
                          "\"{}\" are there",
                          path, n, element.count, printable(element.name, max_shown)));
    element.values = all.substr(first, values.at() - first);
  }
}

bool all_types_are_known(const PlyHeader& header) {
  return std::ranges::all_of(header.elements, [](const PlyElement& element) {
    return std::ranges::all_of(element.properties, [](const PlyProperty& p) { return p.size > 0; });
  });
}

/// A line of its own, which assimp looks for without end.
bool has_end_of_header(std::string_view bytes) {
  constexpr std::string_view word = "end_header", line_ends = "\r\n", space = " \t\r\n";
  for (std::size_t at = bytes.find(word); at != bytes.npos; at = bytes.find(word, at + 1)) {
    const std::size_t behind = at + word.size();
    const bool begins = at > 0 && line_ends.find(bytes[at - 1]) != line_ends.npos;
    if (begins && behind < bytes.size() && space.find(bytes[behind]) != space.npos) return true;
  }
  return false;
}

bool is_vertex(const PlyElement& element) { return element.name == "vertex"; }

}  // namespace

std::optional<std::string> mended_ply(const std::string& bytes, const std::string& path,
                                      std::vector<std::string>& remarks) {
  if (bytes.starts_with("ply") && !has_end_of_header(bytes))
    throw InputError(path +
                     " cannot be read as a mesh: its header has no line end_header; is it cut?");
  PlyHeader header = ply_header_of(bytes);
  const auto vertices = std::ranges::find_if(header.elements, is_vertex);
  const auto faces = std::ranges::find(header.elements, "face", &PlyElement::name);
  const bool faces_first = vertices != header.elements.end() && faces < vertices;
  const bool is_text = header.format == "ascii";
  if (!is_text && !all_types_are_known(header)) return {};
  find_values(header, bytes, path);
  if (!faces_first) return {};
  std::stable_partition(header.elements.begin(), header.elements.end(), is_vertex);
  std::string mended = header.before;
  for (const PlyElement& element : header.elements) mended += element.header;
  mended += "end_header\n";
  for (const PlyElement& element : header.elements) {
    mended += element.values;
    if (is_text) mended += '\n';
  }
  remarks.push_back(path + ": its faces come before its vertices; they were put behind them");
  return mended;
}

}  // namespace eulersolid
