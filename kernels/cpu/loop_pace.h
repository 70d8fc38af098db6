#pragma once

#include <algorithm>
#include <atomic>

#include "kernels/core/clock.h"
#include "kernels/core/span.h"
#include "kernels/core/threads.h"
#include "kernels/cpu/constants.h"

namespace eulersolid {

/// What an iteration of one loop of the program takes, as found when threads shared it: so it is
/// known when others hold them up, and then one thread goes on alone. Results do not depend on it.
class LoopPace {
 public:
  /// Threads for n iterations.
  /// @param worth  iterations from which it pays to wake them
  static int team(Index n, Index worth = worth_waking_threads) {
    const int most = n < worth ? 1 : threads();
    return most > 1 && !others_are_busy() ? most : 1;
  }

  /// Lives while a team of threads does n iterations, and notes what they took.
  class Timing {
   public:
    Timing(LoopPace& pace, Index n, int team) : pace_(pace), n_(n), team_(team) {
      if (team_ > 1) start_ = Clock::now();
    }
    ~Timing() {
      if (team_ > 1) pace_.note(n_, team_, seconds_since(start_));
    }
    Timing(const Timing&) = delete;
    Timing& operator=(const Timing&) = delete;

   private:
    LoopPace& pace_;
    Index n_;
    int team_;
    Clock::time_point start_;
  };

 private:
  /// Who is held up finds too much, nobody too little: the least counts, and is forgotten slowly,
  /// as the work of a loop changes.
  void note(Index n, int team, double seconds) {
    const double known = double(seconds_.load(std::memory_order_relaxed));
    const double found = seconds * team / double(n);
    note_team(known > 0 && seconds > held_up * double(n) * known + held_up_from);
    seconds_.store(float(known > 0 ? std::min(found, pace_forgotten * known) : found),
                   std::memory_order_relaxed);
  }

  std::atomic<float> seconds_{0};  ///< of one iteration by one thread; 0 where that is not known
};

/// Of operations on small matrices, whose threads wait for each other from row to row.
inline Index iterations_of(double flops) { return Index(flops / flops_of_iteration); }

}  // namespace eulersolid
