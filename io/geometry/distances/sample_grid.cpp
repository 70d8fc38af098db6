#include "io/geometry/distances/sample_grid.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/core/error.h"

namespace eulersolid {

SampleGrid finest_grid(const Bounds& box, double cell_size, const std::string& name) {
  const double margin = sample_margin * cell_size;
  const Vec3 extent = box.high - box.low + 2 * margin * Vec3{1, 1, 1};
  for (double spacing = 0.25 * cell_size; spacing <= cell_size; spacing *= 1.25) {
    const double nx = std::ceil(extent.x / spacing) + 1, ny = std::ceil(extent.y / spacing) + 1,
                 nz = std::ceil(extent.z / spacing) + 1;
    if (!(nx * ny * nz <= double(max_samples))) continue;
    const Cells samples{int(nx), int(ny), int(nz)};
    const Vec3 steps{nx - 1, ny - 1, nz - 1};
    return {0.5 * (box.low + box.high - spacing * steps), spacing, samples};
  }
  throw InputError(fmt::format(
      "{} is {:.4g} x {:.4g} x {:.4g} m, too large for cells of {:.4g} m: take a larger cell_size, "
      "or a scale; of millimetres, scale = 0.001",
      name, box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z, cell_size));
}

}  // namespace eulersolid
