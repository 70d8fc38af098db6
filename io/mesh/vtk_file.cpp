#include "io/mesh/vtk_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

void append(std::string& bytes, std::uint64_t value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Number and size of the blocks, size of the last if it is shorter, sizes when compressed; then
/// the blocks.
std::string compressed(const char* data, std::size_t size) {
  constexpr std::size_t block = 1 << 18;
  std::string header, blocks;
  append(header, (size + block - 1) / block), append(header, block), append(header, size % block);
  for (std::size_t at = 0; at < size; at += block) {
    const uLong length = uLong(std::min(block, size - at));
    std::string packed(compressBound(length), '\0');
    uLongf packed_size = packed.size();
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &packed_size,
                  reinterpret_cast<const Bytef*>(data + at), length, Z_BEST_SPEED) != Z_OK)
      throw DeviceError("while compressing an array for a VTK file: zlib has no memory");
    append(header, packed_size);
    blocks.append(packed, 0, packed_size);
  }
  return header + blocks;
}

}  // namespace

VtkFile::VtkFile(const std::string& type, double time, const std::string& attributes,
                 const std::string& fields)
    : text_("<?xml version=\"1.0\"?>\n") {
  open(
      fmt::format("VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" "
                  "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"",
                  type));
  open(attributes.empty() ? type : type + " " + attributes);
  text_ += fmt::format(
      "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" "
      "NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n{}</FieldData>\n",
      time, fields);
}

void VtkFile::open(const std::string& tag) {
  text_ += "<" + tag + ">\n";
  open_.push_back(tag.substr(0, tag.find(' ')));
}

void VtkFile::close() {
  text_ += "</" + open_.back() + ">\n";
  open_.pop_back();
}

void VtkFile::add(const std::string& name, const char* type, int components, const void* data,
                  std::size_t size) {
  text_ += fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" "
      "format=\"appended\" offset=\"{}\"/>\n",
      type, xml_text(name), components, appended_.size());
  appended_ += compressed(static_cast<const char*>(data), size);
}

void VtkFile::add(const std::string& name, const std::vector<float>& values) {
  add(name, "Float32", 1, values.data(), values.size() * sizeof(float));
}
void VtkFile::add(const std::string& name, const std::vector<Vec3f>& values) {
  add(name, "Float32", 3, values.data(), values.size() * sizeof(Vec3f));
}
void VtkFile::add(const std::string& name, const std::vector<std::int32_t>& values) {
  add(name, "Int32", 1, values.data(), values.size() * sizeof(std::int32_t));
}

std::string VtkFile::bytes() && {
  while (open_.size() > 1) close();
  text_ += "<AppendedData encoding=\"raw\">\n_" + appended_ + "\n</AppendedData>\n";
  close();
  return std::move(text_);
}

std::string vtk_field(const std::string& name, int value) {
  return fmt::format(
      "<DataArray type=\"Int32\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{}"
      "</DataArray>\n",
      xml_text(name), value);
}

/// Texts are the numbers of their bytes, each with a zero at its end.
std::string vtk_field(const std::string& name, const std::vector<std::string>& values) {
  std::string bytes;
  for (const std::string& value : values) {
    for (const char c : value) bytes += fmt::format("{} ", unsigned(static_cast<unsigned char>(c)));
    bytes += "0 ";
  }
  return fmt::format(
      "<DataArray type=\"String\" Name=\"{}\" NumberOfTuples=\"{}\" format=\"ascii\">{}"
      "</DataArray>\n",
      xml_text(name), values.size(), bytes);
}

std::string xml_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

std::string pvd_text(const std::vector<SeriesEntry>& entries) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
  for (const SeriesEntry& entry : entries) {
    const std::string name =
        entry.name.empty() ? "" : fmt::format(" name=\"{}\"", xml_text(entry.name));
    text += fmt::format("<DataSet timestep=\"{}\" part=\"{}\"{} file=\"{}\"/>\n", entry.time,
                        entry.part, name, xml_text(entry.file));
  }
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace eulersolid
