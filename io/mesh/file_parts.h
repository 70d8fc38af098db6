#pragma once

#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <string>
#include <vector>

#include "io/vdb/frame.h"

namespace eulersolid {

static_assert(std::endian::native == std::endian::little, "files are written as numbers lie");

/// What files of meshes are put together from.

inline Vec3f single(Vec3 v) { return {float(v.x), float(v.y), float(v.z)}; }
std::vector<Vec3f> single(const std::vector<Vec3>& values);

/// A value as the bytes that it has in memory.
template <class T>
void append_value(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Values with commas between them. @param text  (buffer, value): appends one
template <class Values, class Text>
std::string list(const Values& values, Text text) {
  fmt::memory_buffer out;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (n > 0) fmt::format_to(std::back_inserter(out), ", ");
    text(out, values[n]);
  }
  return fmt::to_string(out);
}
inline std::string in_brackets(const std::string& values) { return fmt::format("[{}]", values); }
std::string numbers(const std::vector<int>& values);  ///< `1, 2`
std::string numbers(const std::vector<float>& values);
std::string vectors(const std::vector<Vec3f>& values);      ///< `(1, 2, 3), (4, 5, 6)`
std::string extent_text(const std::vector<Vec3f>& points);  ///< corners of the box around them

}  // namespace eulersolid
