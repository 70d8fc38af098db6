#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "io/run/records.h"

namespace eulersolid {

enum class ProgressStyle {
  silent,
  frames,   ///< one plain line for each frame
  steps,    ///< one plain line for each step
  redrawn,  ///< one line of a terminal, drawn anew
  json,     ///< one JSON object a line, for each frame and each second, on standard output
};

/// How fast a run goes, and how long it will go on. One that is resumed has a pace of its own.
class RunPace {
 public:
  /// @param steps, time  where it begins
  /// @param end          where it ends [s]
  RunPace(int steps, double time, double end) : steps_(steps), time_(time), end_(end) {}

  double end() const { return end_; }
  double seconds_per_step(int steps) const;  ///< 0 before the first
  /// Wall time left, if the rest takes as long as what has been [s]; nothing before the first step.
  std::optional<double> seconds_left(double time) const;

 private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const;

  int steps_;
  double time_, end_;
  Clock::time_point start_ = Clock::now();
};

/// Tells how far a run is: time, step, contacts, iterations, seconds per step, time left.
class RunProgress {
 public:
  /// @param frame  where it begins
  RunProgress(ProgressStyle style, const RunPace& pace, int frame)
      : style_(style), pace_(pace), frame_(frame) {}
  ~RunProgress();  ///< ends a redrawn line
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  void frame(int frame, const StepRecord& step);
  void step(const StepRecord& step);

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const StepRecord& step) const;
  void redraw(const StepRecord& step);
  void tell_json(const char* event, const StepRecord& step);

  ProgressStyle style_;
  RunPace pace_;
  Clock::time_point told_{};
  int frame_;
  std::size_t drawn_length_ = 0;
};

}  // namespace eulersolid
