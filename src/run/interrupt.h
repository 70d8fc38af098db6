#pragma once

namespace eulersolid {

/// While it lives, SIGINT, SIGTERM and SIGHUP only ask the run to stop after its step. A second
/// signal ends the program at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool asked_to_stop() const;
};

}  // namespace eulersolid
