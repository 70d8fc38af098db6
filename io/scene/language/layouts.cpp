#include "io/scene/language/layouts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shapes/placed_shape.h"

namespace eulersolid {

namespace {

constexpr double pi = std::numbers::pi;

/// G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA
/// (2014).
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  /// From 0 up to 1.
  double operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

/// Evenly distributed over all rotations: a unit quaternion, K. Shoemake, Graphics Gems III (1992)
/// 124-132.
RotationSpec random_turn(SplitMix64& random) {
  const double u = random(), a = 2 * pi * random(), b = 2 * pi * random();
  const Vec3 axis{std::sqrt(1 - u) * std::sin(a), std::sqrt(1 - u) * std::cos(a),
                  std::sqrt(u) * std::sin(b)};
  const double length = norm(axis);
  if (length < 1e-9) return {};
  return {(1 / length) * axis, 2 * std::atan2(length, std::sqrt(u) * std::cos(b))};
}

}  // namespace

std::vector<Spot> grid_spots(Vec3 centre, Vec3 counts, Vec3 spacing) {
  std::vector<Spot> spots;
  for (int k = 0; k < int(counts.z); ++k)
    for (int j = 0; j < int(counts.y); ++j)
      for (int i = 0; i < int(counts.x); ++i)
        spots.push_back({centre + Vec3{(i - 0.5 * (counts.x - 1)) * spacing.x,
                                       (j - 0.5 * (counts.y - 1)) * spacing.y,
                                       (k - 0.5 * (counts.z - 1)) * spacing.z}});
  return spots;
}

std::vector<Spot> ring_spots(Vec3 centre, Vec3 axis, double radius, int count, bool turned,
                             const RotationSpec& own) {
  const Vec3 along = normalized(axis), z{0, 0, 1};
  const Vec3 aside = cross(z, along);
  Mat3 frame = identity3();
  if (norm(aside) > 1e-12)
    frame = rotation(aside, std::atan2(norm(aside), along.z));
  else if (along.z < 0)
    frame = rotation({1, 0, 0}, pi);
  std::vector<Spot> spots;
  for (int n = 0; n < count; ++n) {
    const double angle = 2 * pi * n / count;
    Spot spot{centre + frame * Vec3{radius * std::cos(angle), radius * std::sin(angle), 0}};
    if (turned) {
      const Vec3 turn = rotation_vector(rotation(along, angle) * rotation_of(own));
      spot.turn = norm(turn) > 0 ? RotationSpec{turn, norm(turn)} : RotationSpec{};
    }
    spots.push_back(spot);
  }
  return spots;
}

std::vector<Spot> stack_spots(Vec3 first, Vec3 step, int count) {
  std::vector<Spot> spots;
  for (int n = 0; n < count; ++n) spots.push_back({first + n * step});
  return spots;
}

std::vector<Spot> random_spots(const Box& box, double radius, double gap, int count,
                               std::uint64_t seed, bool turned) {
  const int max_trials = 20000 + 1000 * count;  // in all
  SplitMix64 random(seed);
  const Vec3 room = box.size - 2 * radius * Vec3{1, 1, 1};
  std::vector<Spot> spots;
  if (std::min({room.x, room.y, room.z}) < 0) return spots;
  const double apart = 2 * radius + gap;
  for (int trial = 0; int(spots.size()) < count && trial < max_trials; ++trial) {
    const double x = random(), y = random(), z = random();
    const Vec3 at = box.low + radius * Vec3{1, 1, 1} + Vec3{x * room.x, y * room.y, z * room.z};
    const bool is_free = std::all_of(spots.begin(), spots.end(), [&](const Spot& spot) {
      return norm(spot.centre - at) >= apart;
    });
    if (!is_free) continue;
    spots.push_back({at});
    if (turned) spots.back().turn = random_turn(random);
  }
  return spots;
}

double radius_around(const Shape& shape) {
  constexpr int directions = 5000;  // 0.04 rad between neighbours: the cosine of half is 0.9998
  const double golden = pi * (3 - std::sqrt(5.0));
  double radius = 0;
  for (int n = 0; n < directions; ++n) {
    const double z = 1 - (2 * n + 1.0) / directions, rho = std::sqrt(1 - z * z);
    const Vec3 direction{rho * std::cos(golden * n), rho * std::sin(golden * n), z};
    radius = std::max(radius, extent_along({shape, {}}, direction).high);
  }
  return 1.001 * radius;
}

}  // namespace eulersolid
