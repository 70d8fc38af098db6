#pragma once

#include <cstdint>

#include "kernels/math/cells.h"

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
  /// Of the pair with a copy of the partner, which is some periods away.
  std::int64_t with_copy(std::int64_t number, Int3 periods) const {
    const auto part = [](int n) { return std::int64_t(n & (max_periods - 1)); };
    return number + count() * (part(periods.x) +
                               max_periods * (part(periods.y) + max_periods * part(periods.z)));
  }
  int body(std::int64_t number) const { return int(number % count() / (bodies + obstacles)); }
  /// Of a pair of bodies; -1 of others.
  int partner(std::int64_t number) const {
    const std::int64_t partner = number % (bodies + obstacles);
    return partner < bodies ? int(partner) : -1;
  }
  Int3 periods(std::int64_t number) const {
    std::int64_t copy = number / count();
    Int3 away;
    for (int axis = 0; axis < 3; ++axis, copy /= max_periods) {
      const auto part = int(copy % max_periods);
      away[axis] = part < max_periods / 2 ? part : part - max_periods;
    }
    return away;
  }

 private:
  static constexpr int max_periods = 256;  // what is as many apart has one number
  std::int64_t count() const { return bodies * (bodies + obstacles); }
};

}  // namespace eulersolid
