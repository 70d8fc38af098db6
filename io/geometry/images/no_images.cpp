#include "io/geometry/images/image_volume.h"
#include "kernels/core/error.h"

namespace eulersolid {

/// What a build without ITK has instead of itk_images.cpp.

bool can_load_images() { return false; }

ImageVolume load_image(const std::string& path, const std::string&) {
  throw InputError(path + " cannot be read: the program was built without ITK");
}

}  // namespace eulersolid
