#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace eulersolid {

/// 8-bit RGB, rows from the top, x fastest.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 per pixel
};

/// The bytes of a PNG file. @throws DeviceError
std::string png_of(const Picture& picture);

/// @throws InputError when it is no PNG file
Picture read_png(const std::filesystem::path& path);

}  // namespace eulersolid
