#include "io/scene/solids/file_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "io/geometry/distances/mesh_samples.h"
#include "io/geometry/images/image_surface.h"
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
                                "says y, up is z. An image, of a program that was built with ITK, "
                                "is a NIfTI (.nii, .nii.gz, .hdr), NRRD (.nrrd, .nhdr), MetaImage "
                                "(.mha, .mhd) or DICOM file (.dcm) of a volume, or the folder of "
                                "the slices of a DICOM series. There x is to the patient's left, "
                                "y to the back, z to the head."};
constexpr SchemaKey scale = {.key = "scale",
                             .type = KeyType::number,
                             .unit = "-",
                             .range = {.low = 0, .low_open = true},
                             .doc =
                                 "What the file's lengths are multiplied by to be metres. When "
                                 "left out 1, and 0.001 for images, which are in millimetres."};
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
                                "`density` when left out. Its values are numbers, of any "
                                "kind, or true and false, which are 1 and 0."};
constexpr SchemaKey iso = {
    .key = "iso",
    .type = KeyType::number,
    .unit = "-",
    .doc =
        "Value of a fog volume at the surface, 0.5 when left out; inside "
        "it is larger. A level set's is 0, and not to be given; it is negative "
        "inside, or has its sign turned."};

constexpr SchemaKey threshold = {.key = "threshold",
                                 .type = KeyType::number,
                                 .unit = "-",
                                 .doc =
                                     "Value of the image at the surface; inside it is larger. In "
                                     "a CT in Hounsfield units 300 is bone, -300 skin. An image "
                                     "has either this or `label`."};
constexpr SchemaKey label = {.key = "label",
                             .type = KeyType::number,
                             .unit = "-",
                             .doc =
                                 "Of the voxels that are solid in an image of labels, a whole "
                                 "number. Its surface has the steps of the voxels."};
constexpr SchemaKey series = {.key = "series",
                              .type = KeyType::text,
                              .doc =
                                  "What the identifier of the DICOM series begins with, where a "
                                  "folder holds several."};

std::string written_text(const ShapeSpec& spec, const char* key) {
  const auto value = spec.values.find(key);
  return value == spec.values.end() ? "" : std::get<std::string>(value->second);
}

/// All that the samples follow from.
std::string recipe(const ShapeSpec& spec, double cell_size) {
  std::string text = fmt::format("{} {}", spec.name, cell_size);
  for (const auto& [key, value] : spec.values) {
    if (key == "checksum") continue;
    const double* number = std::get_if<double>(&value);
    text += fmt::format(" {} {}", key,
                        number ? fmt::format("{}", *number) : std::get<std::string>(value));
  }
  return text;
}

/// Lengths in millimetres, read as metres.
void remark_on_size(const Bounds& box, const std::string& name, std::vector<std::string>& remarks) {
  constexpr double usual = 10;  // few solids that are soft are larger [m]
  const Vec3 size = box.high - box.low;
  if (std::max({size.x, size.y, size.z}) <= usual) return;
  remarks.push_back(fmt::format(
      "{} is {:.4g} x {:.4g} x {:.4g} m large; if it is in millimetres, write scale = 0.001, and "
      "scale = 1 if it is that large",
      name, size.x, size.y, size.z));
}

/// @param read  of the file, adds to what is to be said of it
template <class Read>
SampledSolid made(const ShapeSpec& spec, const ShapeContext& context, bool may_be_millimetres,
                  Read read) {
  const Edges edges = spec.name == "mesh" ? Edges::of_faces : Edges::of_samples;
  const std::string source = recipe(spec, 0);
  if (!context.surfaces->contains(source)) {
    FileSurface surface;
    surface.mesh = read(surface.remarks);
    context.surfaces->emplace(source, std::move(surface));
  }
  TriangleMesh mesh = context.surfaces->at(source).mesh;
  std::vector<std::string> remarks = context.surfaces->at(source).remarks;
  SampledSolid solid;
  solid.checksum = checksum(mesh);
  const double factor = spec.number("scale");
  for (Vec3& p : mesh.points) p = factor * p;
  const Bounds box = bounds(mesh);
  if (may_be_millimetres) remark_on_size(box, written_text(spec, "file"), remarks);
  const bool by_middle = written_text(spec, "anchor") == "middle";
  solid.home = by_middle ? 0.5 * (box.low + box.high) : Vec3{};
  for (Vec3& p : mesh.points) p -= *solid.home;
  solid.samples = std::make_shared<const DistanceSamples>(
      mesh_samples(mesh, edges, context.cell_size_for(box), written_text(spec, "file"), remarks));
  for (const std::string& remark : remarks) context.warn("file", remark);
  return solid;
}

/// @param usual_scale  from the file's unit to metres
template <class Read>
void complete_file_shape(ShapeSpec& spec, const ShapeContext& context, double usual_scale,
                         Read read) {
  const std::string path = written_text(spec, "file");  // also of the command line
  if (printable(path) != path)
    context.fail("file", fmt::format("is \"{}\", but must have no control characters",
                                     printable(path, max_shown)));
  const bool has_scale = spec.values.contains("scale");
  const bool may_be_millimetres = !has_scale && usual_scale == 1;
  if (!has_scale) spec.values["scale"] = usual_scale;
  SampledSolid& solid = (*context.made)[recipe(spec, context.cell_size)];
  if (!solid.samples) {
    try {
      solid = made(spec, context, may_be_millimetres, read);
    } catch (const InputError& error) {
      context.fail("file", error.what());
    }
  }
  const std::string known = written_text(spec, "checksum");
  if (!known.empty() && known != solid.checksum)
    context.fail("file", fmt::format("{} has changed: its checksum was {}, and is {}",
                                     written_text(spec, "file"), printable(known, max_shown),
                                     solid.checksum));
  spec.samples = solid.samples, spec.home = solid.home;
  spec.values["checksum"] = solid.checksum;
  spec.values["file"] =
      std::filesystem::absolute(written_text(spec, "file")).lexically_normal().string();
}

}  // namespace

std::vector<SchemaKey> mesh_keys() { return {file, scale, anchor, checksum_key}; }
std::vector<SchemaKey> vdb_keys() { return {file, grid, iso, scale, anchor, checksum_key}; }
std::vector<SchemaKey> image_keys() {
  return {file, threshold, label, series, scale, anchor, checksum_key};
}

std::optional<ShapeFault> fault_of_image(const ShapeSpec& spec) {
  const bool by_label = spec.values.contains("label");
  if (by_label == spec.values.contains("threshold"))
    return ShapeFault{by_label ? "label" : "threshold",
                      by_label ? "does not go with threshold: an image has one of the two"
                               : "is missing; an image needs it, or a label"};
  if (by_label && spec.number("label") != std::round(spec.number("label")))
    return ShapeFault{"label", fmt::format("is {}, but must be whole", spec.number("label"))};
  return {};
}

void complete_mesh(ShapeSpec& spec, const ShapeContext& context) {
  complete_file_shape(spec, context, 1, [&](std::vector<std::string>& remarks) {
    return read_mesh(written_text(spec, "file"), &remarks);
  });
}

void complete_vdb(ShapeSpec& spec, const ShapeContext& context) {
  std::optional<double> iso;
  if (spec.values.contains("iso")) iso = spec.number("iso");
  complete_file_shape(spec, context, 1, [&](std::vector<std::string>& remarks) {
    return read_vdb_surface(written_text(spec, "file"), written_text(spec, "grid"), iso, &remarks);
  });
}

void complete_image(ShapeSpec& spec, const ShapeContext& context) {
  if (!can_load_images())
    context.fail("shape",
                 "is \"image\", but this program was built without ITK: run "
                 "tools/install_packages.sh --images, and build anew with -DES_ITK=ON");
  ImageLevel level;
  if (spec.values.contains("label"))
    level.label = spec.number("label");
  else
    level.threshold = spec.number("threshold");
  complete_file_shape(spec, context, 0.001, [&](std::vector<std::string>& remarks) {
    return read_image_surface(written_text(spec, "file"), written_text(spec, "series"), level,
                              &remarks);
  });
}

}  // namespace eulersolid
