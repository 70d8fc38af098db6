#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace eulersolid {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// How long a thread has worked since this was made: its processor time, which does not grow while
/// others have the processor, or a tenth of all time where that is more, as where it waits for a
/// device.
class WorkClock {
 public:
  double seconds() const {
    constexpr double share_of_all_time = 0.1;
    return std::max(processor_seconds() - processor_start_,
                    share_of_all_time * seconds_since(start_));
  }

 private:
  static double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  }

  double processor_start_ = processor_seconds();
  Clock::time_point start_ = Clock::now();
};

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

/// Shares time between the operators of a sequence: each gets what passed since the one before it.
class LapClock {
 public:
  void start() { last_ = Clock::now(); }
  void add_to(double& total) {
    const Clock::time_point now = Clock::now();
    total += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  Clock::time_point last_ = Clock::now();
};

/// When work is to be given up.
class Deadline {
 public:
  Deadline() = default;                                     ///< never
  explicit Deadline(double seconds) : seconds_(seconds) {}  ///< from now on, of this thread's work

  bool passed() const {
    return seconds_ < std::numeric_limits<double>::infinity() && clock_.seconds() > seconds_;
  }

 private:
  double seconds_ = std::numeric_limits<double>::infinity();
  WorkClock clock_;
};

}  // namespace eulersolid
