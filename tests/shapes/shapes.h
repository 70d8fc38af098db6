#pragma once

#include "bench/problems/random_numbers.h"
#include "shapes/placed_shape.h"
#include "shapes/samples/distance_samples.h"

/// Shapes that the tests share.
namespace eulersolid::test {

inline PlacedShape sphere(Vec3 centre, double radius) {
  return {Shape::sphere(radius), {centre, identity3()}};
}

inline PlacedShape box(Vec3 centre, Vec3 size, Mat3 rotation = identity3()) {
  return {Shape::box(size), {centre, rotation}};
}

inline PlacedShape cylinder(Vec3 centre, double radius, double length,
                            Mat3 rotation = identity3()) {
  return {Shape::cylinder(radius, length), {centre, rotation}};
}

/// Samples of f on the cube between -half and +half in each direction; the spacing becomes a little
/// smaller so that samples lie in the corners.
template <class Distance>
DistanceSamples sampled_function(Distance f, double half, double spacing) {
  const Bounds cube{{-half, -half, -half}, {half, half, half}};
  return sample_distance(f, cube, 2 * half / std::ceil(2 * half / spacing));
}

inline DistanceSamples sampled(const Shape& shape, double half, double spacing) {
  return sampled_function([&](Vec3 p) { return signed_distance(shape, p); }, half, spacing);
}

/// Points evenly distributed in a cube around the origin.
class RandomPoints {
 public:
  RandomPoints(unsigned seed, double half) : random_(seed), half_(half) {}
  Vec3 operator()() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

 private:
  double number() { return random_.uniform(-half_, half_); }

  RandomNumbers random_;
  double half_;
};

}  // namespace eulersolid::test
