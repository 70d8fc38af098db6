#pragma once

#include <csignal>
#include <iterator>

namespace eulersolid {

/// While it lives, SIGINT, SIGTERM and SIGHUP only ask the run to stop after its step. Of those
/// that follow, SIGINT ends the program at once if it comes more than a second later; no other
/// counts.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool asked_to_stop() const;

 private:
  static constexpr int signals_[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before_[std::size(signals_)] = {};  ///< what they did, and will do again
};

}  // namespace eulersolid
