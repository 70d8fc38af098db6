#include "io/geometry/images/nifti_data.h"

#include <fmt/format.h>
#include <itkVersion.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

/// A file that may be compressed.
class MaybeCompressed {
 public:
  explicit MaybeCompressed(const std::string& path) : file_(gzopen(path.c_str(), "rb")) {
    if (file_ == nullptr) throw InputError(path + " cannot be read");
  }
  MaybeCompressed(const MaybeCompressed&) = delete;
  MaybeCompressed& operator=(const MaybeCompressed&) = delete;
  ~MaybeCompressed() { gzclose(file_); }

  /// @return how many of them there were
  std::size_t read(char* bytes, std::size_t count) {
    constexpr std::size_t most = 1 << 30;
    std::size_t done = 0;
    while (done < count) {
      const int got = gzread(file_, bytes + done, unsigned(std::min(count - done, most)));
      if (got <= 0) break;
      done += std::size_t(got);
    }
    return done;
  }

 private:
  gzFile file_;
};

template <class T>
T swapped(T value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

/// What matters here of a header, nifti1.h: 348 bytes, in this order of bytes or the other.
struct Header {
  bool other_order = false;
  std::int16_t type = 0;           ///< of values; 16: single, 64: double precision
  std::int16_t bits = 0;           ///< of a value
  std::size_t start = 0;           ///< of the values in their file
  std::array<float, 3> spacing{};  ///< of voxels
  int units = 0;                   ///< of lengths and times; the former in the lowest three bits
  bool has_matrix = false;
  std::array<std::array<float, 4>, 3> matrix{};  ///< numbers of a voxel, and 1 -> its place
};
constexpr std::size_t header_size = 348;

bool has_two_files(const std::string& path) {
  return path.ends_with(".hdr") || path.ends_with(".img");
}

Header header_of(const std::string& path) {
  std::array<char, header_size> bytes{};
  if (MaybeCompressed(path).read(bytes.data(), bytes.size()) < bytes.size())
    throw InputError(path + " cannot be read as an image: it is cut");
  Header header;
  const auto number = [&]<class T>(std::size_t at, T value) {
    std::memcpy(&value, &bytes[at], sizeof value);
    return header.other_order ? swapped(value) : value;
  };
  header.other_order = number(0, std::int32_t(0)) != std::int32_t(header_size);
  header.type = number(70, std::int16_t(0));
  header.bits = number(72, std::int16_t(0));
  for (std::size_t axis = 0; axis < 3; ++axis)
    header.spacing[axis] = number(80 + axis * sizeof(float), 0.0F);
  header.units = static_cast<unsigned char>(bytes[123]);
  header.has_matrix = number(254, std::int16_t(0)) > 0;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t n = 0; n < 4; ++n)
      header.matrix[row][n] = number(280 + (4 * row + n) * sizeof(float), 0.0F);
  const float start = number(108, 0.0F);
  header.start = start > 0 && start < 1e9F ? std::size_t(start) : 0;
  if (!has_two_files(path)) header.start = std::max(header.start, header_size);
  return header;
}

Header header_for(const std::string& path) {
  return header_of(has_two_files(path) ? fs::path(path).replace_extension(".hdr").string() : path);
}

/// Of lengths [mm].
double unit_of(const Header& header) {
  constexpr int metres = 1, micrometres = 3;
  const int unit = header.units & 7;
  return unit == metres ? 1000 : unit == micrometres ? 0.001 : 1;
}

/// The library multiplies voxels' widths by the unit, but not always the place of the first.
constexpr bool origin_lacks_unit =
    ITK_VERSION_MAJOR < 5 || (ITK_VERSION_MAJOR == 5 && ITK_VERSION_MINOR < 4);

/// The file beside a header that has its values.
std::string values_of(const std::string& path) {
  const std::string beside = fs::path(path).replace_extension(".img").string();
  return fs::exists(beside) ? beside : beside + ".gz";
}

template <class T>
void mark_not_finite(const std::vector<char>& bytes, bool other_order, std::size_t first,
                     std::vector<float>& values) {
  for (std::size_t n = 0; n < bytes.size() / sizeof(T) && first + n < values.size(); ++n) {
    T value;
    std::memcpy(&value, &bytes[n * sizeof(T)], sizeof value);
    if (!std::isfinite(other_order ? swapped(value) : value))
      values[first + n] = std::numeric_limits<float>::quiet_NaN();
  }
}

}  // namespace

bool has_other_unit(const std::string& path) { return unit_of(header_for(path)) != 1; }

void place_nifti(const std::string& path, ImageVolume& image) {
  const Header header = header_for(path);
  const double unit = unit_of(header);
  if (!header.has_matrix) {
    if (origin_lacks_unit) image.origin = unit * image.origin;
    return;
  }
  const auto& m = header.matrix;  // x and y look the other way than ours
  const auto column = [&](std::size_t n) { return unit * Vec3{-m[0][n], -m[1][n], m[2][n]}; };
  for (std::size_t axis = 0; axis < 3; ++axis) image.steps[axis] = column(axis);
  image.origin = column(3);
}

void check_nifti_data(const std::string& path, std::vector<float>& values) {
  const Header header = header_for(path);
  for (const float spacing : header.spacing)
    if (!std::isfinite(spacing) || spacing == 0)
      throw InputError(
          fmt::format("{} cannot be read as an image: its voxels are {} x {} x {} mm "
                      "wide",
                      path, header.spacing[0], header.spacing[1], header.spacing[2]));
  const std::string where = has_two_files(path) ? values_of(path) : path;
  const std::size_t bytes = values.size() * std::size_t(std::max<int>(header.bits, 8)) / 8;
  MaybeCompressed file(where);
  std::vector<char> part(std::size_t(1) << 20);
  for (std::size_t left = header.start; left > 0;) {
    const std::size_t got = file.read(part.data(), std::min(left, part.size()));
    if (got == 0) break;
    left -= got;
  }
  for (std::size_t done = 0; done < bytes; done += part.size()) {
    part.resize(std::min(part.size(), bytes - done));
    const std::size_t got = file.read(part.data(), part.size());
    if (got < part.size())
      throw InputError(
          fmt::format("{} cannot be read as an image: it is cut: {} of {} bytes of "
                      "values are there",
                      where, done + got, bytes));
    if (header.type == 16)
      mark_not_finite<float>(part, header.other_order, done / sizeof(float), values);
    if (header.type == 64)
      mark_not_finite<double>(part, header.other_order, done / sizeof(double), values);
  }
}

}  // namespace eulersolid
