#pragma once

#include <chrono>
#include <limits>

namespace eulersolid {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Adds the seconds of its own life to a total.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total), start_(Clock::now()) {}
  ~Stopwatch() { total_ += seconds_since(start_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  Clock::time_point start_;
};

/// When work is to be given up.
class Deadline {
 public:
  Deadline() = default;                                                           ///< never
  explicit Deadline(double seconds) : seconds_(seconds), start_(Clock::now()) {}  ///< from now on

  bool passed() const {
    return seconds_ < std::numeric_limits<double>::infinity() && seconds_since(start_) > seconds_;
  }

 private:
  double seconds_ = std::numeric_limits<double>::infinity();
  Clock::time_point start_;
};

}  // namespace eulersolid
