#include "io/mesh/image_file.h"

#include <fmt/format.h>

#include "io/mesh/vtk_file.h"

namespace eulersolid {

std::string vti_bytes(const DenseImage& image, const FrameSample& frame) {
  const Int3 f = image.first;
  const Vec3 origin = frame.origin + frame.h * Vec3{f.x + 0.5, f.y + 0.5, f.z + 0.5};
  const std::string extent =
      fmt::format("0 {} 0 {} 0 {}", image.voxels.nx - 1, image.voxels.ny - 1, image.voxels.nz - 1);
  std::vector<std::string> names;
  for (const BodySample& body : frame.bodies) names.push_back(body.name);
  VtkFile file("ImageData", frame.time,
               fmt::format("WholeExtent=\"{}\" Origin=\"{} {} {}\" Spacing=\"{} {} {}\"", extent,
                           origin.x, origin.y, origin.z, frame.h, frame.h, frame.h),
               vtk_field("object_names", names));
  file.open(fmt::format("Piece Extent=\"{}\"", extent));
  file.open("PointData Scalars=\"density\"");
  for (const DenseImage::Scalars& grid : image.scalars) file.add(grid.name, grid.values);
  for (const DenseImage::Vectors& grid : image.vectors) file.add(grid.name, grid.values);
  return std::move(file).bytes();
}

}  // namespace eulersolid
