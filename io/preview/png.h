#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace eulersolid {

/// 8-bit RGB, rows from the top, x fastest.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 per pixel
};

/// @throws std::system_error when the file cannot be written
void write_png(const std::filesystem::path& path, const Picture& picture);

/// @throws InputError when it is no PNG file
Picture read_png(const std::filesystem::path& path);

}  // namespace eulersolid
