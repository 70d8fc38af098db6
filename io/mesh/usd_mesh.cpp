#include "io/mesh/usd_mesh.h"

#include <algorithm>

#include "io/mesh/file_parts.h"

namespace eulersolid {

std::string identifier(const std::string& name) {
  std::string text = name;
  for (char& c : text) {
    const bool usable = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
    if (!usable) c = '_';
  }
  const bool begins_well = !text.empty() && !('0' <= text[0] && text[0] <= '9');
  return begins_well ? text : fmt::format("_{}", text);
}

std::vector<std::string> identifiers(const std::vector<std::string>& names,
                                     std::vector<std::string> taken) {
  std::vector<std::string> result;
  for (const std::string& name : names) {
    const std::string plain = identifier(name);
    std::string its = plain;
    for (int n = 2; std::ranges::find(taken, its) != taken.end(); ++n)
      its = fmt::format("{}_{}", plain, n);
    taken.push_back(its);
    result.push_back(its);
  }
  return result;
}

std::string usd_head(const std::string& prim, const UsdTimes& times, const std::string& extra) {
  return fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"{0}\"\n    endTimeCode = {1}\n    framesPerSecond = {2}\n"
      "    metersPerUnit = 1\n    startTimeCode = {3}\n    timeCodesPerSecond = {2}\n"
      "    upAxis = \"Z\"\n{4})\n\n",
      prim, times.last, times.fps, times.first, extra);
}

UsdMesh::UsdMesh(const std::string& name, const FileMoment& moment) : moment_(moment) {
  const std::string prim = identifier(name);
  text_ = usd_head(
      prim, {moment.frame, moment.frame, moment.fps},
      fmt::format("    customLayerData = {{\n        double time = {}\n    }}\n", moment.time));
  text_ += fmt::format("def Mesh \"{}\"\n{{\n", prim);
  add("uniform token", "subdivisionScheme", "\"none\"", UsdTime::always);
}

void UsdMesh::add(std::string_view type, std::string_view name, const std::string& value,
                  UsdTime time) {
  if (time == UsdTime::always || moment_.lasts)
    add_line(fmt::format("{} {} = {}", type, name, value));
  else
    add_line(fmt::format("{} {}.timeSamples = {{\n        {}: {},\n    }}", type, name,
                         moment_.frame, value));
}

void UsdMesh::add_primvar(std::string_view type, std::string_view name,
                          std::string_view interpolation, const std::string& value, UsdTime time) {
  const std::string primvar = fmt::format("primvars:{}", name);
  const std::string form = fmt::format("(\n        interpolation = \"{}\"\n    )", interpolation);
  if (time == UsdTime::always || moment_.lasts) {
    add_line(fmt::format("{} {} = {} {}", type, primvar, value, form));
    return;
  }
  add_line(fmt::format("{} {} {}", type, primvar, form));
  add(type, primvar, value, time);
}

void UsdMesh::add_points(const std::vector<Vec3f>& points, const std::vector<Vec3f>& velocities) {
  add("float3[]", "extent", in_brackets(extent_text(points)));
  add("point3f[]", "points", in_brackets(vectors(points)));
  add("vector3f[]", "velocities", in_brackets(vectors(velocities)));
}

void UsdMesh::add_scalars(const std::vector<NamedValues>& scalars, int object_id) {
  for (const NamedValues& its : scalars)
    add_primvar("float[]", its.name, "vertex", in_brackets(numbers(its.values)));
  add_primvar("int[]", "object_id", "constant", fmt::format("[{}]", object_id), UsdTime::always);
}

void UsdMesh::add_line(const std::string& line) { text_ += "    " + line + "\n"; }

std::string UsdMesh::text() && { return std::move(text_) + "}\n"; }

}  // namespace eulersolid
