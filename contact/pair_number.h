#pragma once

#include <cstdint>

namespace eulersolid {

/// Numbers of the pairs of a scene, the same in every step.
struct PairNumbering {
  std::int64_t bodies = 0, obstacles = 0;

  std::int64_t of_bodies(int body, int partner) const {
    return body * (bodies + obstacles) + partner;
  }
  std::int64_t with_obstacle(int body, int obstacle) const {
    return body * (bodies + obstacles) + bodies + obstacle;
  }
  int body(std::int64_t number) const { return int(number / (bodies + obstacles)); }
  /// Of a pair of bodies; -1 of others.
  int partner(std::int64_t number) const {
    const std::int64_t partner = number % (bodies + obstacles);
    return partner < bodies ? int(partner) : -1;
  }
};

}  // namespace eulersolid
