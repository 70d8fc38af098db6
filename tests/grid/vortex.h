#pragma once

#include "tests/grid/bodies.h"

/// Case K4 of the validation list: a disc in the vortex of LeVeque (SIAM J. Numer. Anal. 33 (1996)
/// 627-665), which draws it out into a spiral and, reversed, puts it back.

namespace eulersolid::test::vortex {

constexpr double pi = 3.14159265358979323846;
constexpr int cells = 128;  ///< across the unit box
constexpr double h = 1.0 / cells;
inline const GridSpec grid{{0, 0, 0}, h};

/// The disc is a cylinder of seven cells in a flow that knows no z, looked at in the plane z = 0.
inline const PlacedShape disc = cylinder({0.5, 0.75, 0}, 0.15, 7 * h);
constexpr double disc_area = pi * 0.15 * 0.15;

/// sin^2(pi x) sin(2 pi y), -sin^2(pi y) sin(2 pi x).
inline Vec3 flow(Vec3 x) {
  const double a = std::sin(pi * x.x), b = std::sin(pi * x.y);
  return {a * a * std::sin(2 * pi * x.y), -b * b * std::sin(2 * pi * x.x), 0};
}

/// Area of the solid in the plane z = 0: where the level set, bilinear in each cell, is negative,
/// by 8 x 8 points a cell.
inline double area(const Body& body) {
  const std::vector<double> phi = body.state().phi.to_host();
  const NodeBox node_box = body.state().node_box;
  const double* plane = phi.data() + node_box.nodes.index(0, 0, -node_box.first.z);
  const int row = node_box.nodes.nx;
  long inside = 0;
  for (int j = 0; j + 1 < node_box.nodes.ny; ++j) {
    for (int i = 0; i + 1 < row; ++i) {
      const double* p = plane + i + Index(row) * j;
      for (int n = 0; n < 64; ++n) {
        const double a = (n % 8 + 0.5) / 8, b = (n / 8 + 0.5) / 8;
        inside +=
            (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[row] + a * p[row + 1]) < 0;
      }
    }
  }
  return double(inside) / 64 * h * h;
}

struct Outcome {
  double rms;       ///< of X - x over the active nodes in the plane z = 0 [h]
  double area;      ///< relative to the disc's
  double max_area;  ///< largest at any time
  double farthest;  ///< a solid node from the disc [h]
};

/// Out and back in `duration` [s]; the flow is taken at the middle of each step.
inline Outcome run(double duration, int steps) {
  Body body({"disc", disc, soft, {}, {}}, grid);
  Outcome result{};
  const double dt = duration / steps;
  for (int step = 0; step < steps; ++step) {
    const double factor = std::cos(pi * (step + 0.5) / steps);
    prescribe(body, grid, halfway([=](Vec3 x) { return factor * flow(x); }, dt));
    body.advance_map(dt);
    if (step % 16 == 15) result.max_area = std::fmax(result.max_area, area(body) / disc_area);
  }
  double sum = 0;
  int count = 0;
  for_active(body, grid, [&](Vec3 x, Vec3 X, int) {
    if (x.z != 0) return;
    sum += dot(X - x, X - x), ++count;
  });
  result.rms = std::sqrt(sum / count) / h;
  result.area = area(body) / disc_area;
  const std::vector<double> phi = body.state().phi.to_host();
  for (Index n = 0; n < body.state().node_box.nodes.count(); ++n) {
    if (phi[std::size_t(n)] >= 0) continue;
    const Vec3 x = grid.position(body.state().node_box.to_grid(n));
    result.farthest = std::fmax(result.farthest, signed_distance(disc, x) / h);
  }
  return result;
}

}  // namespace eulersolid::test::vortex
