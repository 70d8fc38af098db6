#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace eulersolid {

/// Uniform and normal numbers from a generator that the C++ standard fixes to the last bit; its
/// distributions differ from library to library.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

  /// In (0, 1), a multiple of 2^-53 less half of that.
  double uniform() { return (double(engine_() >> 11) + 0.5) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  int below(int count) { return int(uniform() * count); }  ///< one of 0 ... count - 1
  /// Mean 0, variance 1; Box and Muller (1958), of each pair the first.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  std::vector<double> normals(std::size_t count) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = normal();
    return numbers;
  }

 private:
  std::mt19937_64 engine_;
};

/// Normal numbers from a generator of their own.
inline std::vector<double> random_vector(std::size_t n, std::uint64_t seed) {
  return RandomNumbers(seed).normals(n);
}

}  // namespace eulersolid
