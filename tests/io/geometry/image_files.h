#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "io/geometry/images/image_volume.h"

/// Images whose solids are known, and their bytes by the formats' specifications: nothing that
/// reads them has written them.
namespace eulersolid::test {

/// @param value_at  of the place of a voxel [mm]
inline ImageVolume image_of(Cells voxels, Vec3 origin, Vec3 x, Vec3 y, Vec3 z,
                            const std::function<double(Vec3)>& value_at) {
  ImageVolume image{voxels, origin, {x, y, z}, {}};
  for (Index n = 0; n < voxels.count(); ++n) {
    const Int3 at = voxels.coordinates(n);
    image.values.push_back(float(value_at(origin + at.x * x + at.y * y + at.z * z)));
  }
  return image;
}

/// A ball whose values fall by 100 for each mm outwards, and are 300 at its surface; whole numbers.
inline ImageVolume ball_image(Cells voxels, Vec3 origin, Vec3 x, Vec3 y, Vec3 z, Vec3 centre,
                              double radius) {
  return image_of(voxels, origin, x, y, z, [&](Vec3 p) {
    return std::round(std::fmin(1000, std::fmax(-1000, 300 - 100 * (norm(p - centre) - radius))));
  });
}

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
  std::memcpy(&bytes[at], &value, sizeof value);
}

template <class T>
std::string values_as(const ImageVolume& image) {
  std::string bytes;
  for (const float value : image.values) {
    const T is = T(value);
    bytes.append(reinterpret_cast<const char*>(&is), sizeof is);
  }
  return bytes;
}

/// NIfTI-1 (nifti.nimh.nih.gov/pub/dist/src/niftilib/nifti1.h), a header of 348 bytes and 4 more.
/// Its x and y look the other way than ours.
/// @param type  4: 16 bits, whole; 16: single precision
inline std::string nifti_bytes(const ImageVolume& image, int type = 4) {
  std::string bytes(352, '\0');
  put(bytes, 0, std::int32_t(348));
  const std::int16_t dim[] = {3,
                              std::int16_t(image.voxels.nx),
                              std::int16_t(image.voxels.ny),
                              std::int16_t(image.voxels.nz),
                              1,
                              1,
                              1,
                              1};
  for (std::size_t n = 0; n < 8; ++n) put(bytes, 40 + 2 * n, dim[n]);
  put(bytes, 70, std::int16_t(type)), put(bytes, 72, std::int16_t(type == 4 ? 16 : 32));
  const float steps[] = {1, float(norm(image.steps[0])), float(norm(image.steps[1])),
                         float(norm(image.steps[2]))};
  for (std::size_t n = 0; n < 4; ++n) put(bytes, 76 + 4 * n, steps[n]);
  put(bytes, 108, 352.0F), put(bytes, 112, 1.0F);
  bytes[123] = 2;                    // millimetres
  put(bytes, 254, std::int16_t(1));  // by the rows below
  for (int row = 0; row < 3; ++row) {
    const double sign = row < 2 ? -1 : 1;
    const float entries[] = {float(sign * image.steps[0][row]), float(sign * image.steps[1][row]),
                             float(sign * image.steps[2][row]), float(sign * image.origin[row])};
    for (std::size_t n = 0; n < 4; ++n) put(bytes, 280 + 16 * std::size_t(row) + 4 * n, entries[n]);
  }
  std::memcpy(&bytes[344], "n+1", 4);
  return bytes + (type == 4 ? values_as<std::int16_t>(image) : values_as<float>(image));
}

inline std::string triple(Vec3 v, const char* separator) {
  return std::to_string(v.x) + separator + std::to_string(v.y) + separator + std::to_string(v.z);
}
inline std::string size_text(const ImageVolume& image) {
  return std::to_string(image.voxels.nx) + " " + std::to_string(image.voxels.ny) + " " +
         std::to_string(image.voxels.nz);
}

/// NRRD 4 (teem.sourceforge.net/nrrd/format.html).
inline std::string nrrd_bytes(const ImageVolume& image) {
  std::string text =
      "NRRD0004\ntype: float\ndimension: 3\nspace: left-posterior-superior\nsizes: " +
      size_text(image) + "\nspace directions:";
  for (const Vec3& step : image.steps) text += " (" + triple(step, ",") + ")";
  return text + "\nkinds: domain domain domain\nendian: little\nencoding: raw\nspace origin: (" +
         triple(image.origin, ",") + ")\n\n" + values_as<float>(image);
}

/// MetaImage (itk.org/Wiki/ITK/MetaIO/Documentation), values at the end.
inline std::string meta_bytes(const ImageVolume& image) {
  std::string matrix;
  for (const Vec3& step : image.steps) matrix += " " + triple((1 / norm(step)) * step, " ");
  return "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
         "CompressedData = False\nTransformMatrix =" +
         matrix + "\nOffset = " + triple(image.origin, " ") + "\nElementSpacing = " +
         triple({norm(image.steps[0]), norm(image.steps[1]), norm(image.steps[2])}, " ") +
         "\nDimSize = " + size_text(image) +
         "\nElementType = MET_SHORT\nElementDataFile = LOCAL\n" + values_as<std::int16_t>(image);
}

/// One slice as a DICOM file (PS3.5 section 7.1, explicit VR, little endian; PS3.3 sections C.7.6.2
/// and C.7.6.3), of a CT whose values are stored as those plus 1024.
inline std::string dicom_bytes(const ImageVolume& image, int slice, const std::string& series) {
  const auto element = [](unsigned group, unsigned number, const char* type, std::string value) {
    if (value.size() % 2 == 1) value += std::strcmp(type, "UI") == 0 ? '\0' : ' ';
    std::string bytes(4, '\0');
    put(bytes, 0, std::uint16_t(group)), put(bytes, 2, std::uint16_t(number));
    bytes += type;
    const bool is_long = std::strcmp(type, "OW") == 0 || std::strcmp(type, "OB") == 0;
    std::string length(is_long ? 6 : 2, '\0');
    if (is_long)
      put(length, 2, std::uint32_t(value.size()));
    else
      put(length, 0, std::uint16_t(value.size()));
    return bytes + length + value;
  };
  const auto short_number = [](int value) {
    std::string bytes(2, '\0');
    put(bytes, 0, std::uint16_t(value));
    return bytes;
  };
  const std::string ct = "1.2.840.10008.5.1.4.1.1.2",
                    self = series + "." + std::to_string(slice + 1);
  const std::string rest = element(0x02, 0x01, "OB", std::string("\0\1", 2)) +
                           element(0x02, 0x02, "UI", ct) + element(0x02, 0x03, "UI", self) +
                           element(0x02, 0x10, "UI", "1.2.840.10008.1.2.1") +
                           element(0x02, 0x12, "UI", "1.2.3.4");
  std::string size(4, '\0');
  put(size, 0, std::uint32_t(rest.size()));
  std::string bytes = std::string(128, '\0') + "DICM" + element(0x02, 0x00, "UL", size) + rest;
  const Vec3 x = image.steps[0], y = image.steps[1];
  const auto slice_size = std::size_t(image.voxels.nx * image.voxels.ny);
  ImageVolume stored;
  for (std::size_t n = 0; n < slice_size; ++n)
    stored.values.push_back(image.values[std::size_t(slice) * slice_size + n] + 1024);
  bytes +=
      element(0x08, 0x16, "UI", ct) + element(0x08, 0x18, "UI", self) +
      element(0x08, 0x60, "CS", "CT") + element(0x18, 0x50, "DS", "1") +
      element(0x20, 0x0d, "UI", "1.2.3") + element(0x20, 0x0e, "UI", series) +
      element(0x20, 0x13, "IS", std::to_string(slice + 1)) +
      element(0x20, 0x32, "DS", triple(image.origin + slice * image.steps[2], "\\")) +
      element(0x20, 0x37, "DS", triple(normalized(x), "\\") + "\\" + triple(normalized(y), "\\")) +
      element(0x28, 0x02, "US", short_number(1)) + element(0x28, 0x04, "CS", "MONOCHROME2") +
      element(0x28, 0x10, "US", short_number(image.voxels.ny)) +
      element(0x28, 0x11, "US", short_number(image.voxels.nx)) +
      element(0x28, 0x30, "DS", std::to_string(norm(y)) + "\\" + std::to_string(norm(x))) +
      element(0x28, 0x100, "US", short_number(16)) + element(0x28, 0x101, "US", short_number(16)) +
      element(0x28, 0x102, "US", short_number(15)) + element(0x28, 0x103, "US", short_number(0)) +
      element(0x28, 0x1052, "DS", "-1024") + element(0x28, 0x1053, "DS", "1") +
      element(0x7fe0, 0x10, "OW", values_as<std::uint16_t>(stored));
  return bytes;
}

}  // namespace eulersolid::test
