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

/// sin^2(pi x) sin(2 pi y), -sin^2(pi y) sin(2 pi x), times a factor, from values at grid lines.
class Vortex {
 public:
  Vortex() {
    for (int i = -cells; i <= 2 * cells; ++i) {
      const double sine = std::sin(pi * i * h);
      square_.push_back(sine * sine);
      twice_.push_back(std::sin(2 * pi * i * h));
    }
  }
  void prescribe(Body& body, double factor) const {
    const Window window = body.state().window;
    std::vector<Vec3> v;
    v.reserve(std::size_t(window.nodes.count()));
    for (int k = 0; k < window.nodes.nz; ++k) {
      for (int j = 0; j < window.nodes.ny; ++j) {
        const std::size_t y = line(window.first.y + j);
        for (int i = 0; i < window.nodes.nx; ++i) {
          const std::size_t x = line(window.first.x + i);
          v.push_back({factor * square_[x] * twice_[y], -factor * square_[y] * twice_[x], 0});
        }
      }
    }
    body.state().v.assign(v);
  }

 private:
  static std::size_t line(int i) { return std::size_t(i + cells); }
  std::vector<double> square_, twice_;
};

/// Area of the solid in the plane z = 0: where the level set, bilinear in each cell, is negative,
/// by 8 x 8 points a cell.
inline double area(const Body& body) {
  const std::vector<double> phi = body.state().phi.to_host();
  const Window window = body.state().window;
  const double* plane = phi.data() + window.nodes.index(0, 0, -window.first.z);
  const int row = window.nodes.nx;
  long inside = 0;
  for (int j = 0; j + 1 < window.nodes.ny; ++j) {
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
  double rms;        ///< of X - x over the active nodes in the plane z = 0 [h]
  double area;       ///< relative to the disc's
  double most_area;  ///< largest at any time
  double farthest;   ///< a solid node from the disc [h]
};

/// Out and back in `duration` [s]; the flow is taken at the middle of each step.
inline Outcome run(double duration, int steps) {
  Body body({"disc", disc, soft, {}, {}}, grid);
  const Vortex vortex;
  Outcome result{};
  const double dt = duration / steps;
  for (int step = 0; step < steps; ++step) {
    vortex.prescribe(body, std::cos(pi * (step + 0.5) / steps));
    body.advance_map(dt);
    if (step % 16 == 15) result.most_area = std::fmax(result.most_area, area(body) / disc_area);
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
  for (Index n = 0; n < body.state().window.nodes.count(); ++n) {
    if (phi[std::size_t(n)] >= 0) continue;
    const Vec3 x = grid.position(body.state().window.to_grid(n));
    result.farthest = std::fmax(result.farthest, signed_distance(disc, x) / h);
  }
  return result;
}

}  // namespace eulersolid::test::vortex
