#include "io/mesh/file_parts.h"

#include <algorithm>

namespace eulersolid {

std::vector<Vec3f> single(const std::vector<Vec3>& values) {
  std::vector<Vec3f> result;
  for (const Vec3& v : values) result.push_back(single(v));
  return result;
}

std::string identifier(const std::string& name) {
  std::string text = name;
  for (char& c : text) {
    const bool usable = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
    if (!usable) c = '_';
  }
  const bool begins_well = !text.empty() && !('0' <= text[0] && text[0] <= '9');
  return begins_well ? text : fmt::format("_{}", text);
}

std::string numbers(const std::vector<int>& values) {
  return list(values, [](fmt::memory_buffer& out, int value) {
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

std::string usd_head(const std::string& mesh_name, double time, double fps) {
  const std::string name = identifier(mesh_name);
  return fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    metersPerUnit = 1\n    timeCodesPerSecond = {}\n"
      "    upAxis = \"Z\"\n    customLayerData = {{\n        double time = {}\n    }}\n)\n\n"
      "def Mesh \"{}\"\n{{\n    uniform token subdivisionScheme = \"none\"\n",
      name, fps, time, name);
}

std::string usd_at_vertices(const char* type, const char* name, const std::string& values) {
  return fmt::format("    {} primvars:{} = [{}] (\n        interpolation = \"vertex\"\n    )\n",
                     type, name, values);
}

}  // namespace eulersolid
