#include "src/run/interrupt.h"

#include <csignal>
#include <ctime>

namespace eulersolid {

namespace {

constexpr int end_signals[] = {SIGINT, SIGTERM, SIGHUP};

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
  for (const int signal : end_signals) {
    struct sigaction before {};
    sigaction(signal, &action, &before);
    // Who started the program with nohup wants it to live on.
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : end_signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

bool InterruptGuard::asked_to_stop() const { return stop_asked != 0; }

}  // namespace eulersolid
