#include "io/preview/draw/png.h"

#include <png.h>

#include <string>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

png_image header(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(picture.width);
  image.height = png_uint_32(picture.height);
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;  // a tenth of the time for a fifth more of the disk
  return image;
}

}  // namespace

std::string png_of(const Picture& picture) {
  png_image image = header(picture);
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) ==
      0)
    throw DeviceError(std::string("while compressing a picture: ") + image.message);
  bytes.resize(size);
  return bytes;
}

Picture read_png(const std::filesystem::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0)
    throw InputError(path.string() + " cannot be read as a PNG file: " + image.message);
  image.format = PNG_FORMAT_RGB;
  Picture picture{int(image.width), int(image.height), {}};
  picture.rgb.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr) == 0)
    throw InputError(path.string() + " cannot be read as a PNG file: " + image.message);
  return picture;
}

}  // namespace eulersolid
