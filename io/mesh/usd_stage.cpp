#include "io/mesh/usd_stage.h"

#include "io/mesh/file_parts.h"

namespace eulersolid {

namespace {

/// A file beside this one, or below it.
std::string asset(const std::string& file) {
  const char* const mark = file.find('@') == file.npos ? "@" : "@@@";
  return fmt::format("{0}./{1}{0}", mark, file);
}

std::string colour_text(Vec3 colour) {
  return fmt::format("({}, {}, {})", float(colour.x), float(colour.y), float(colour.z));
}

std::string display_colour(Vec3 colour, std::string_view indent) {
  return fmt::format(
      "{0}color3f[] primvars:displayColor = [{1}] (\n{0}    interpolation = \"constant\"\n{0})\n",
      indent, colour_text(colour));
}

/// What USD is to look for in the files of the frames.
std::string sampled_values(const UsdSequence& sequence) {
  std::string text = "    float3[] extent\n    point3f[] points\n    vector3f[] velocities\n";
  if (sequence.topology == UsdTopology::varying)
    text +=
        "    int[] faceVertexCounts\n    int[] faceVertexIndices\n    point3f[] primvars:rest\n";
  for (const std::string& scalar : sequence.scalars)
    text += fmt::format("    float[] primvars:{}\n", scalar);
  return text;
}

/// Row vectors are multiplied from the left.
std::string matrix_text(const Pose& pose) {
  const Mat3 columns = transpose(pose.rotation);
  std::string text;
  for (const Vec3& row : columns.r) text += fmt::format("({}, {}, {}, 0), ", row.x, row.y, row.z);
  const Vec3 p = pose.position;
  return fmt::format("({}({}, {}, {}, 1))", text, p.x, p.y, p.z);
}

/// Velocities are those of the first frame, turned with what they are of: the places say more.
std::string places_text(const std::vector<UsdPlace>& places) {
  if (places.empty()) return "";
  std::string text =
      "        vector3f[] velocities = None\n        matrix4d xformOp:transform.timeSamples = {\n";
  for (const UsdPlace& place : places)
    text += fmt::format("            {}: {},\n", place.frame, matrix_text(place.pose));
  return text + "        }\n        uniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
}

std::string object_text(const UsdObject& object, const std::string& prim,
                        const std::string& material) {
  return fmt::format(
             "    def Mesh \"{}\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n"
             "        prepend references = {}\n    )\n    {{\n        rel material:binding = "
             "<{}>\n",
             prim, asset(object.file), material) +
         display_colour(object.colour, "        ") + places_text(object.places) + "    }\n\n";
}

std::string material_text(const std::string& prim, const std::string& path, Vec3 colour) {
  return fmt::format(
      "        def Material \"{0}\"\n        {{\n"
      "            token outputs:surface.connect = <{1}/shader.outputs:surface>\n\n"
      "            def Shader \"shader\"\n            {{\n"
      "                uniform token info:id = \"UsdPreviewSurface\"\n"
      "                color3f inputs:diffuseColor = {2}\n"
      "                float inputs:roughness = 0.5\n"
      "                token outputs:surface\n            }}\n        }}\n",
      prim, path, colour_text(colour));
}

constexpr const char* materials = "materials";

std::vector<std::string> prim_names(const std::vector<std::string>& names) {
  return identifiers(names, {materials});
}

}  // namespace

std::string usd_sequence(const UsdSequence& sequence, const UsdTimes& times) {
  const std::string prim = identifier(sequence.name);
  const std::string active =
      list(sequence.frames, [clip = 0](fmt::memory_buffer& out, const UsdFrame& frame) mutable {
        fmt::format_to(std::back_inserter(out), "({}, {})", frame.frame, clip++);
      });
  const std::string files = list(sequence.frames, [](fmt::memory_buffer& out, const auto& frame) {
    fmt::format_to(std::back_inserter(out), "{}", asset(frame.file));
  });
  return usd_head(prim, times) +
         fmt::format(
             "def Mesh \"{0}\" (\n    clips = {{\n        dictionary default = {{\n"
             "            double2[] active = [{1}]\n            asset[] assetPaths = [{2}]\n"
             "            asset manifestAssetPath = {3}\n            string primPath = \"/{0}\"\n"
             "        }}\n    }}\n    prepend references = {4}\n)\n{{\n",
             prim, active, files, asset(sequence.file), asset(sequence.frames.front().file)) +
         sampled_values(sequence) + display_colour(sequence.colour, "    ") + "}\n";
}

std::vector<std::string> prims_of(const std::string& stage, const std::vector<std::string>& names) {
  std::vector<std::string> prims = prim_names(names);
  for (std::string& prim : prims) prim = fmt::format("/{}/{}", identifier(stage), prim);
  return prims;
}

std::string usd_stage(const std::string& name, const std::vector<UsdObject>& objects,
                      const UsdTimes& times) {
  const std::string root = identifier(name);
  std::vector<std::string> names;
  for (const UsdObject& object : objects) names.push_back(object.name);
  const std::vector<std::string> prims = prim_names(names);
  const auto material_of = [&](std::size_t n) {
    return fmt::format("/{}/{}/{}", root, materials, prims[n]);
  };
  std::string text = usd_head(root, times) + fmt::format("def Xform \"{}\"\n{{\n", root);
  for (std::size_t n = 0; n < objects.size(); ++n)
    if (!objects[n].file.empty()) text += object_text(objects[n], prims[n], material_of(n));
  text += fmt::format("    def Scope \"{}\"\n    {{\n", materials);
  for (std::size_t n = 0; n < objects.size(); ++n)
    text += material_text(prims[n], material_of(n), objects[n].colour);
  return text + "    }\n}\n";
}

}  // namespace eulersolid
