#include "src/run/interrupt.h"

#include <csignal>
#include <ctime>

namespace eulersolid {

namespace {

// A signal handler can reach nothing but globals.
volatile std::sig_atomic_t stop_asked = 0;
volatile std::time_t asked_at = 0;

std::time_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/// A closed terminal sends SIGHUP twice, and timeout(1) its signal to the program and to its group:
/// what comes after the first is no wish to lose the run, unless a user presses Ctrl-C again.
void ask_to_stop(int signal_number) {
  if (stop_asked == 0) {
    asked_at = now();
    stop_asked = 1;
  } else if (signal_number == SIGINT && now() - asked_at >= 2) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  stop_asked = 0;
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  for (std::size_t s = 0; s < std::size(signals_); ++s) {
    sigaction(signals_[s], &action, &before_[s]);
    // Who started the program with nohup wants it to live on.
    if (signals_[s] == SIGHUP && before_[s].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &before_[s], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t s = 0; s < std::size(signals_); ++s)
    sigaction(signals_[s], &before_[s], nullptr);
}

bool InterruptGuard::asked_to_stop() const { return stop_asked != 0; }

}  // namespace eulersolid
