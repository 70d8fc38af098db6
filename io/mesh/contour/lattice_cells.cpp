#include "io/mesh/contour/lattice_cells.h"

namespace eulersolid {

LatticeCells::LatticeCells(const LevelSamples& samples)
    : samples_(samples),
      origin_(samples.origin - samples.step * Vec3{1, 1, 1}),
      step_(samples.step),
      points_{samples.points.nx + 2, samples.points.ny + 2, samples.points.nz + 2},
      cells_{points_.nx - 1, points_.ny - 1, points_.nz - 1},
      inside_(std::size_t(points_.count())),
      corners_(std::size_t(cells_.count())) {
  for (int k = 0; k < samples.points.nz; ++k)
    for (int j = 0; j < samples.points.ny; ++j) {
      const float* level =
          samples.level->data() + samples.points.nx * (j + Index(samples.points.ny) * k);
      std::uint8_t* inside = &inside_[std::size_t(points_.index(1, j + 1, k + 1))];
      for (int i = 0; i < samples.points.nx; ++i) inside[i] = level[i] < 0;
    }
  find_corners();
}

void LatticeCells::find_corners() {
  const Index row = points_.nx, plane = row * points_.ny;
  for (int k = 0; k < cells_.nz; ++k)
    for (int j = 0; j < cells_.ny; ++j) {
      const std::uint8_t* p = &inside_[std::size_t(points_.index(0, j, k))];
      std::uint8_t* out = &corners_[std::size_t(cells_.index(0, j, k))];
      for (int i = 0; i < cells_.nx; ++i)
        out[i] = std::uint8_t(p[i] | p[i + 1] << 1 | p[i + row] << 2 | p[i + row + 1] << 3 |
                              p[i + plane] << 4 | p[i + plane + 1] << 5 | p[i + plane + row] << 6 |
                              p[i + plane + row + 1] << 7);
    }
  for (Index c = 0; c < cells_.count(); ++c)
    if (corners(c) != 0 && corners(c) != 255) crossed_.push_back(c);
}

}  // namespace eulersolid
