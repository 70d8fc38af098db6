#pragma once

#include <chrono>
#include <limits>

namespace eulersolid {

/// When work is to be given up.
class Deadline {
 public:
  Deadline() = default;                                                           ///< never
  explicit Deadline(double seconds) : seconds_(seconds), start_(Clock::now()) {}  ///< from now on

  bool passed() const {
    return seconds_ < std::numeric_limits<double>::infinity() &&
           std::chrono::duration<double>(Clock::now() - start_).count() > seconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_ = std::numeric_limits<double>::infinity();
  Clock::time_point start_;
};

}  // namespace eulersolid
