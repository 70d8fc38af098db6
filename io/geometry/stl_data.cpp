#include "io/geometry/stl_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

static_assert(std::endian::native == std::endian::little, "as numbers are in the files");

constexpr std::size_t count_at = 80, stl_header_size = 84, triangle_size = 50;  // bytes

[[noreturn]] void refuse_stl(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("{} cannot be read as a mesh: {}", path, why));
}

void make_small(std::string& text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
}

/// Headers of binary files may begin as texts do, but a number of triangles and their normals have
/// zeros among their bytes.
bool is_stl_text(std::string_view bytes) {
  std::string start(bytes.substr(0, 512));
  if (start.find('\0') != start.npos) return false;
  make_small(start);
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  return first != start.npos && start.compare(first, 5, "solid") == 0;
}

/// What a binary file has behind its header.
struct StlContent {
  std::size_t said;    ///< triangles, by the header
  std::size_t there;   ///< whole ones that there is room for
  std::size_t behind;  ///< bytes behind these
};

bool is_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == bytes.npos; }

/// How many triangles a binary file has. Its length decides where that is of whole triangles; what
/// is only zeros behind those that the header names fills up the file.
std::size_t triangles_of(std::string_view bytes, const StlContent& content) {
  const auto [said, there, behind] = content;
  if (said == 0 || (said > there && behind == 0)) return there;
  if (said == there || behind > 0) return said;
  return is_zero(bytes.substr(stl_header_size + said * triangle_size)) ? said : there;
}

}  // namespace

std::optional<std::string> mended_stl(std::string bytes, const std::string& path,
                                      std::vector<std::string>& remarks) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
  std::uint32_t said = 0;
  if (bytes.size() >= stl_header_size) std::memcpy(&said, &bytes[count_at], sizeof said);
  if (bytes.size() == stl_header_size + said * triangle_size) return {};
  if (is_stl_text(bytes)) {
    make_small(bytes);
    bytes.erase(0, bytes.find('s'));  // blank lines
    return bytes;
  }
  if (bytes.size() < stl_header_size + triangle_size)
    refuse_stl(path,
               "it is no STL file: that begins with \"solid\", or has 84 bytes and 50 for each "
               "triangle");
  const std::size_t room = bytes.size() - stl_header_size;
  const StlContent content{said, room / triangle_size, room % triangle_size};
  const std::size_t triangles = triangles_of(bytes, content);
  if (triangles > content.there)
    refuse_stl(path,
               fmt::format("it is cut, or no STL file: its header says {} triangles, of which "
                           "{} are there",
                           said, content.there));
  const std::size_t behind = room - triangles * triangle_size;
  if (triangles != said)
    remarks.push_back(
        fmt::format("{}: its header says {} triangle{}, but it has {}, which were "
                    "read",
                    path, said, said == 1 ? "" : "s", triangles));
  if (behind > 0)
    remarks.push_back(fmt::format("{}: {} byte{} behind its {} triangles {} left out", path, behind,
                                  behind == 1 ? "" : "s", triangles, behind == 1 ? "was" : "were"));
  const auto right = std::uint32_t(triangles);
  std::memcpy(&bytes[count_at], &right, sizeof right);
  bytes.resize(stl_header_size + triangles * triangle_size);
  return bytes;
}

}  // namespace eulersolid
