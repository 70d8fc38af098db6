#include "io/mesh/contour/crossings.h"

#include <tbb/parallel_for.h>

#include <cmath>
#include <utility>

namespace eulersolid {

namespace {

/// The part of the way from `a`, where the level is negative, to `b`, where it is not, at which it
/// is zero: false position with the Illinois rule (M. Dowell and P. Jarratt, BIT 11 (1971) 168).
double zero_between(const LevelField& field, Vec3 a, Vec3 b) {
  constexpr int max_rounds = 12;
  constexpr double close = 1e-3;
  double low = 0, high = 1, level_low = field.level(a), level_high = field.level(b);
  int last = 0;
  for (int round = 0; round < max_rounds && high - low > close; ++round) {
    double t = low + (high - low) * level_low / (level_low - level_high);
    if (!(t > low && t < high)) t = 0.5 * (low + high);  // also where a level is not known
    const double level = field.level((1 - t) * a + t * b);
    if (std::fabs(level) < 1e-4 * std::fabs(level_high - level_low)) return t;
    if (level < 0) {
      low = t, level_low = level;
      if (last < 0) level_high *= 0.5;
      last = -1;
    } else {
      high = t, level_high = level;
      if (last > 0) level_low *= 0.5;
      last = 1;
    }
  }
  return 0.5 * (low + high);
}

/// Where the surface crosses the edge between a point inside and one that is not. Levels are almost
/// linear there: from where the samples have it Newton's method gets to it in a step or two. Where
/// it does not, as at edges of the shape, false position does.
SurfacePoint surface_between(const LatticeCells& lattice, const LevelField& field, Int3 inside,
                             Int3 outside) {
  constexpr int max_rounds = 4;
  constexpr double close = 1e-5;  // of the edge: near those of the shape normals jump
  const Vec3 in = lattice.position(inside), way = lattice.position(outside) - in;
  double t = lattice.level(inside) / (lattice.level(inside) - lattice.level(outside));
  for (int round = 0; round < max_rounds && 0 < t && t < 1; ++round) {
    const LevelPoint there = field.at(in + t * way);
    const double slope = dot(there.gradient, way), from = t;
    if (!(slope > 0)) break;
    t -= there.level / slope;
    if (std::fabs(t - from) < close && 0 < t && t < 1) return {in + t * way, there.normal()};
  }
  const Vec3 at = in + zero_between(field, in, in + way) * way;
  return {at, field.normal(at)};
}

}  // namespace

Crossings::Crossings(const LatticeCells& lattice, const LevelField& field) : lattice_(lattice) {
  number_.resize(std::size_t(3 * lattice.points()));
  for (const Index c : lattice.crossed()) {
    const Int3 point = lattice.cells().coordinates(c);
    const unsigned corners = lattice.corners(c);
    for (int axis = 0; axis < 3; ++axis) {  // each edge belongs to the cell that begins with it
      const bool low = (corners & 1U) != 0, high = ((corners >> (1 << axis)) & 1U) != 0;
      if (low == high) continue;
      number_[std::size_t(3 * lattice.point_index(point) + axis)] = int(list_.size());
      list_.push_back({point, axis, {}});
    }
  }
  tbb::parallel_for(std::size_t(0), list_.size(), [&](std::size_t n) {
    Crossing& crossing = list_[n];
    Int3 in = crossing.point, out = crossing.end();
    if (!lattice.inside(in)) std::swap(in, out);
    crossing.surface = surface_between(lattice, field, in, out);
  });
}

}  // namespace eulersolid
