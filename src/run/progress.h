#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "io/run/records.h"

namespace eulersolid {

enum class ProgressStyle {
  silent,
  frames,   ///< one plain line for each frame
  steps,    ///< one plain line for each step
  redrawn,  ///< one line of a terminal, drawn anew
};

/// Tells how far a run is: time, step, contacts, iterations, seconds per step, time left.
class RunProgress {
 public:
  /// @param duration  of the run [s]
  RunProgress(ProgressStyle style, double duration, std::FILE* out = stderr);
  ~RunProgress();  ///< ends a redrawn line
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  void frame(int frame, const StepRecord& step);
  void step(const StepRecord& step);

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const StepRecord& step) const;
  void redraw(const StepRecord& step);

  ProgressStyle style_;
  double duration_;
  std::FILE* out_;
  Clock::time_point start_ = Clock::now(), drawn_{};
  int frame_ = 0;
  std::size_t drawn_length_ = 0;
};

}  // namespace eulersolid
