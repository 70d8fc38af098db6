#include "io/scene/solids/file_shapes.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/geometry/mesh_samples.h"
#include "io/geometry/read_mesh.h"
#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr SchemaKey file = {.key = "file",
                            .type = KeyType::text,
                            .required = true,
                            .doc =
                                "Path of the file, from the folder of the scene. A mesh is an "
                                "STL, OBJ, PLY or glTF file of a closed surface; where glTF "
                                "says y, up is z."};
constexpr SchemaKey scale = {.key = "scale",
                             .type = KeyType::number,
                             .unit = "-",
                             .default_value = "1",
                             .range = {.low = 0, .low_open = true},
                             .doc = "What the file's lengths are multiplied by to be metres."};
constexpr SchemaKey anchor = {.key = "anchor",
                              .type = KeyType::text,
                              .default_value = "\"middle\"",
                              .choices = "middle origin",
                              .doc =
                                  "What comes to lie at `centre`: the middle of the shape's box, "
                                  "or the file's origin. Without `centre` the shape is where "
                                  "the file has it."};
constexpr SchemaKey checksum_key = {.key = "checksum",
                                    .type = KeyType::text,
                                    .doc =
                                        "Of the surface in the file, as `scene.toml` in a run "
                                        "folder has it: a file that has changed since is "
                                        "refused."};
constexpr SchemaKey grid = {.key = "grid",
                            .type = KeyType::text,
                            .doc =
                                "Name of the grid in the file; its only one, `surface` or "
                                "`density` when left out."};
constexpr SchemaKey iso = {.key = "iso",
                           .type = KeyType::number,
                           .unit = "-",
                           .default_value = "0.5",
                           .doc =
                               "Value of a fog volume at the surface; inside it is larger. A "
                               "level set's is 0."};

std::string written_text(const ShapeSpec& spec, const char* key) {
  const auto value = spec.values.find(key);
  return value == spec.values.end() ? "" : std::get<std::string>(value->second);
}

/// All that the samples follow from.
std::string recipe(const ShapeSpec& spec, double cell_size) {
  std::string text =
      fmt::format("{} {} {} {} {} {}", spec.name, written_text(spec, "file"), spec.number("scale"),
                  written_text(spec, "anchor"), written_text(spec, "grid"), cell_size);
  if (spec.values.contains("iso")) text += fmt::format(" {}", spec.number("iso"));
  return text;
}

/// @param read  of the file
template <class Read>
SampledSolid made(const ShapeSpec& spec, const ShapeContext& context, Read read) {
  TriangleMesh mesh = read();
  SampledSolid solid;
  solid.checksum = checksum(mesh);
  const double factor = spec.number("scale");
  for (Vec3& p : mesh.points) p = factor * p;
  const Bounds box = bounds(mesh);
  const bool by_middle = written_text(spec, "anchor") == "middle";
  solid.home = by_middle ? 0.5 * (box.low + box.high) : Vec3{};
  for (Vec3& p : mesh.points) p -= *solid.home;
  // Without a grid as fine as a shape is seen well enough to be measured.
  const double cell_size =
      context.cell_size > 0 ? context.cell_size : norm(box.high - box.low) / 40;
  std::vector<std::string> remarks;
  solid.samples = std::make_shared<const DistanceSamples>(
      mesh_samples(mesh, cell_size, written_text(spec, "file"), remarks));
  for (const std::string& remark : remarks) context.warn("file", remark);
  return solid;
}

template <class Read>
void complete_file_shape(ShapeSpec& spec, const ShapeContext& context, Read read) {
  const std::string path = written_text(spec, "file");  // also of the command line
  if (printable(path) != path)
    context.fail("file", fmt::format("is \"{}\", but must have no control characters",
                                     printable(path, most_shown)));
  SampledSolid& solid = (*context.made)[recipe(spec, context.cell_size)];
  if (!solid.samples) {
    try {
      solid = made(spec, context, read);
    } catch (const InputError& error) {
      context.fail("file", error.what());
    }
  }
  const std::string known = written_text(spec, "checksum");
  if (!known.empty() && known != solid.checksum)
    context.fail("file", fmt::format("{} has changed: its checksum was {}, and is {}",
                                     written_text(spec, "file"), printable(known, most_shown),
                                     solid.checksum));
  spec.samples = solid.samples, spec.home = solid.home;
  spec.values["checksum"] = solid.checksum;
  spec.values["file"] =
      std::filesystem::absolute(written_text(spec, "file")).lexically_normal().string();
}

}  // namespace

std::vector<SchemaKey> mesh_keys() { return {file, scale, anchor, checksum_key}; }
std::vector<SchemaKey> vdb_keys() { return {file, grid, iso, scale, anchor, checksum_key}; }

void complete_mesh(ShapeSpec& spec, const ShapeContext& context) {
  complete_file_shape(spec, context, [&] { return read_mesh(written_text(spec, "file")); });
}

void complete_vdb(ShapeSpec& spec, const ShapeContext& context) {
  complete_file_shape(spec, context, [&] {
    return read_vdb_surface(written_text(spec, "file"), written_text(spec, "grid"),
                            spec.number("iso"));
  });
}

}  // namespace eulersolid
