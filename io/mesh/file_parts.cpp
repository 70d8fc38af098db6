#include "io/mesh/file_parts.h"

#include <algorithm>

namespace eulersolid {

std::vector<Vec3f> single(const std::vector<Vec3>& values) {
  std::vector<Vec3f> result;
  for (const Vec3& v : values) result.push_back(single(v));
  return result;
}

std::string numbers(const std::vector<int>& values) {
  return list(values, [](fmt::memory_buffer& out, int value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  });
}

std::string numbers(const std::vector<float>& values) {
  return list(values, [](fmt::memory_buffer& out, float value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  });
}

std::string vectors(const std::vector<Vec3f>& values) {
  return list(values, [](fmt::memory_buffer& out, Vec3f v) {
    fmt::format_to(std::back_inserter(out), "({}, {}, {})", v.x, v.y, v.z);
  });
}

std::string extent_text(const std::vector<Vec3f>& points) {
  Vec3f low, high;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const Vec3f p = points[n];
    low = n == 0 ? p : Vec3f{std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = n == 0 ? p : Vec3f{std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return vectors({low, high});
}

}  // namespace eulersolid
